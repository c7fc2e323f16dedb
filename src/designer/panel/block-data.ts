import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { blockTypes, isBlockType } from './block-types.ts'

/** A field of the records of a block. */
export interface SourceField {
  key: string
  title: string
  isNumber: boolean
}

/** A screen or a report, as the choice of a block's data names it: `screen:stock/in-bill`, `report:rp_holdings`. */
export const sourceName = (source: unknown): string | undefined => {
  if (!isJsonObject(source)) return undefined
  if (typeof source.screen === 'string') return `screen:${source.screen}`
  return typeof source.report === 'string' ? `report:${source.report}` : undefined
}

/** Fields that a new table or description begins with. */
const FIRST_FIELDS = 5

const isField = (key: unknown, fields: readonly SourceField[]): boolean =>
  fields.some((field) => field.key === key)

/**
 * A block bound to a screen or a report by its name. Settings that name fields of it stay; others are chosen anew: a
 * count, the first text over the first number, or the first fields. A block without a title of its own has that of its data.
 */
export function bindBlock(
  block: JsonObject,
  { name, title, fields }: { name: string; title: string; fields: readonly SourceField[] },
): JsonObject {
  const [word = 'screen', id = ''] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
  const { source: _, ...rest } = block
  const isUntitled = isBlockType(block.type) && block.title === blockTypes[block.type].title
  const bound: JsonObject = { ...rest, ...(isUntitled && { title }), source: { [word]: id } }
  const numbers = fields.filter(({ isNumber }) => isNumber)
  const [text = fields[0]] = fields.filter(({ isNumber }) => !isNumber)
  switch (block.type) {
    case 'statistic':
      return isField(block.value, fields) ? bound : { ...withoutStatistics(bound), value: 'total' }
    case 'chart': {
      const chart: JsonObject = isJsonObject(block.chart) ? block.chart : { kind: 'bar' }
      const isKept = isField(chart.x, fields) && Array.isArray(chart.y) && chart.y.length > 0
      const y = numbers.slice(0, 1).map(({ key }) => key)
      return { ...bound, chart: isKept ? chart : { ...chart, x: text?.key ?? '', y } }
    }
    case 'table':
    case 'description': {
      const { fields: keys, cross } = block
      if (isJsonObject(cross)) return bound
      const isKept = Array.isArray(keys) && keys.length > 0 && keys.every((key) => isField(key, fields))
      return { ...bound, fields: isKept ? keys : fields.slice(0, FIRST_FIELDS).map(({ key }) => key) }
    }
    default:
      return bound
  }
}

const withoutStatistics = ({ statistics: _, ...block }: JsonObject): JsonObject => block

/** The block with another number: a count has no statistics, and a field of many records needs one. */
export const withFigure = (block: JsonObject, value: string): JsonObject =>
  value === 'total'
    ? { ...withoutStatistics(block), value }
    : { ...block, value, statistics: block.statistics ?? 'sum' }
