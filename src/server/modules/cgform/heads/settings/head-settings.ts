import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { layoutPlans } from '#runtime/schema/layouts/plans.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { readFlag, readRowText, withoutUndefined } from '../../../../reports/row-values.ts'

const refuse = defineRefusals({
  ONLINE_ID_TYPE: '主键类型 {type} 没有：编号由服务器按时间生成，请写 UUID；不用填序列',
  ONLINE_DES_FORM: '表单由文档直接画出，没有表单设计器的表单，请在设计器的「表单」里排版',
  ONLINE_THEME: '主题模板 {theme} 没有，可写 normal、{themes}',
  ONLINE_PRINT: '打印不写地址：请在设计器里做打印模板，不做也能按标准版式打印',
  ONLINE_COMMENT: '记录没有评论，请去掉 commentStatus，要写意见请加一个多行文字字段',
})

/** The layouts that are themes of online forms. */
export const themes: ReadonlySet<string> = new Set(
  layoutPlans.flatMap(({ name, isOnlineTheme }) => (isOnlineTheme ? [name] : [])),
)

/** The inner settings of a head, which clients send as JSON text or as an object; empty where they are neither. */
export function readExtension({ extConfigJson }: JsonObject): JsonObject {
  if (isJsonObject(extConfigJson)) return extConfigJson
  try {
    const read: unknown = JSON.parse(typeof extConfigJson === 'string' ? extConfigJson : '')
    return isJsonObject(read) ? read : {}
  } catch {
    return {}
  }
}

/** The inner settings of a screen's head. */
export function formatExtension({ width, open }: NonNullable<StoredScreen['form']>): string {
  const words = withoutUndefined({ modalMinWidth: width, modelFullscreen: open === 'page' ? 1 : undefined })
  return Object.keys(words).length > 0 ? JSON.stringify(words) : ''
}

/** The width and the opening of a form from the head of an online form. */
export function readFormSettings(head: JsonObject): JsonObject {
  const extension = readExtension(head)
  const width = Number(readRowText(extension, 'modalMinWidth'))
  return {
    width: Number.isInteger(width) && width > 0 ? width : undefined,
    open: readFlag(extension, 'modelFullscreen') ? 'page' : undefined,
  }
}

/** Refuses the settings of a head that no document can say. */
export function requireExpressible(head: JsonObject): void {
  const [idType, theme] = [readRowText(head, 'idType'), readRowText(head, 'themeTemplate')]
  if (!['', 'UUID'].includes(idType) || readRowText(head, 'idSequence') !== '')
    throw refuse('ONLINE_ID_TYPE', { values: { type: (idType || 'SEQUENCE').slice(0, 20) } })
  if (readFlag(head, 'isDesForm') || readRowText(head, 'desFormCode') !== '') throw refuse('ONLINE_DES_FORM')
  if (!['', 'normal'].includes(theme) && !themes.has(theme))
    throw refuse('ONLINE_THEME', { values: { theme: theme.slice(0, 20), themes: [...themes].join('、') } })
  const extension = readExtension(head)
  if (readFlag(extension, 'reportPrintShow') || readRowText(extension, 'reportPrintUrl') !== '')
    throw refuse('ONLINE_PRINT')
  if (readFlag(extension, 'commentStatus')) throw refuse('ONLINE_COMMENT')
}

/** The group of a form's document in the words of online forms; groups have no underscores, categories often do. */
export const toCategory = (group: string): string => group.replaceAll('-', '_')
export const toGroup = (category: string): string => category.toLowerCase().replaceAll('_', '-')
