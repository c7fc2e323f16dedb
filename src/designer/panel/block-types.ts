import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelBlock } from '#runtime/schema/types.ts'

export type BlockType = PanelBlock['type']

/** The types of blocks as the palette offers them, each with the block that it adds. */
export const blockTypes: Readonly<Record<BlockType, { title: string; icon: string; first: JsonObject }>> = {
  statistic: { title: '数字', icon: 'dashboard', first: { type: 'statistic', title: '数字', span: 6 } },
  chart: { title: '图', icon: 'bar-chart', first: { type: 'chart', title: '图', span: 12 } },
  table: { title: '表', icon: 'table', first: { type: 'table', title: '表', span: 12 } },
  description: { title: '说明', icon: 'profile', first: { type: 'description', title: '说明', span: 12 } },
  entries: { title: '待办', icon: 'audit', first: { type: 'entries', title: '待办', span: 12 } },
  links: { title: '链接', icon: 'link', first: { type: 'links', title: '常用', span: 12 } },
  text: { title: '文字', icon: 'file-text', first: { type: 'text', span: 12, text: '在右边写文字' } },
}

export const isBlockType = (word: unknown): word is BlockType =>
  typeof word === 'string' && Object.hasOwn(blockTypes, word)

/** The name of a block: its title, else that of its type. */
export const blockTitle = ({ title, type }: JsonObject): string =>
  typeof title === 'string' && title !== '' ? title : isBlockType(type) ? blockTypes[type].title : '板块'

const hasMembers = (value: unknown): boolean => Array.isArray(value) && value.length > 0

const isPart = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

/** What a block needs before the runtime can draw it; undefined for a complete one. */
export function missingPart(block: JsonObject): string | undefined {
  const { type, source, chart, fields, cross, value } = block
  if (!isBlockType(type)) return '这种板块不认识，请在右边或「源文件」里改'
  if (type === 'text') return typeof block.text === 'string' ? undefined : '请在右边写文字'
  if (type === 'links') return hasMembers(block.links) ? undefined : '请在右边加链接'
  if (type === 'entries') return hasMembers(block.sources) ? undefined : '请在右边加来源的界面'
  if (!isPart(source) || !Object.values(source).some((word) => typeof word === 'string' && word !== ''))
    return '请在右边选数据来源'
  if (type === 'statistic') return typeof value === 'string' ? undefined : '请在右边选数字'
  if (type === 'chart')
    return isPart(chart) && typeof chart.x === 'string' && hasMembers(chart.y)
      ? undefined
      : '请在右边选横轴和数值'
  if (type === 'table' && isPart(cross)) return undefined
  return hasMembers(fields) ? undefined : '请在右边选字段'
}

/** A block that the runtime can draw. */
export const drawableBlock = (block: JsonObject): PanelBlock | undefined =>
  missingPart(block) === undefined ? (block as unknown as PanelBlock) : undefined
