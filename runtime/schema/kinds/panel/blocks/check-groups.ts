import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { needWord, part } from '../../../checks/context.ts'
import { checkComparable } from '../../../checks/expressions/expression-types.ts'
import { isQueriedField } from '../../../checks/stored-fields.ts'
import type { Field } from '../../../types.ts'
import type { BlockContext, NamedKey } from './block-shape.ts'
import { countKey, isDateKey } from './group-params.ts'

interface Grouping {
  by: readonly NamedKey[]
  sums: readonly NamedKey[]
  /** Where the unit of the dates stands, inside the block. */
  unit: readonly string[]
}

/** The keys of numbers, without the number of records that groups of a screen have. */
export const summedFields = ({ source }: JsonObject, sums: readonly NamedKey[]): NamedKey[] =>
  sums.filter(({ key }) => key !== countKey || !isJsonObject(source) || source.screen === undefined)

/** The screen of a block whose list the server sums up; undefined for a report, a call, or a screen with a list of its own. */
function findSummedScreen({ source }: JsonObject, { knownNames }: Pick<BlockContext, 'knownNames'>) {
  const screen = isJsonObject(source) ? asText(source.screen) : undefined
  const fields = knownNames.screens.get(screen ?? '')
  if (screen === undefined || !fields) return undefined
  return part(knownNames.documents.get(screen) ?? {}, 'url').list === undefined ? fields : undefined
}

const ownList = '这个界面的列表由别的地址提供，服务器不能替它汇总，请改用报表'

/** Checks that the server can sum up the records of the block, by fields with columns. */
export function checkGroups(block: JsonObject, context: BlockContext, { by, sums, unit }: Grouping): void {
  const { report, path, types, knownNames } = context
  const { source } = block
  const fields = findSummedScreen(block, context)
  const isScreen = isJsonObject(source) && source.screen !== undefined
  const isOther = isJsonObject(source) && (source.report !== undefined || source.url !== undefined)
  const dated = unit.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), block)
  if (isScreen && !fields) {
    if (!knownNames.screens.has(asText(source.screen) ?? '')) return
    for (const { path: place, key } of sums)
      if (key === countKey) report([...path, ...place], { code: 'BAD_VALUE', text: ownList })
  }
  if (dated !== undefined && (isOther || (isScreen && !fields))) {
    const text = isScreen ? ownList : '只有取自界面的才能按日期汇总：请删去，报表在 SQL 里按月或按年汇总'
    report([...path, ...unit], { code: 'BAD_VALUE', text })
  }
  if (!fields) return
  for (const { path: place, key } of [...by, ...sums]) {
    const field = fields.get(key)
    if (!field || isQueriedField(context, field)) continue
    report([...path, ...place], {
      code: 'BAD_VALUE',
      text: `字段「${key}」不存库，不能按它汇总，请换一个字段`,
    })
  }
  // The server groups by the whole stored text, while a condition on such a field means one of its values.
  for (const { path: place, key } of by) {
    const field = fields.get(key) as Field | undefined
    if (field === undefined || types.get(field.type)?.readsAs?.(field)?.is !== 'several') continue
    report([...path, ...place], {
      code: 'BAD_VALUE',
      text: `字段「${key}」可以有几个值，不能按它汇总，请换一个字段`,
    })
  }
  checkOrder(block, context, [...by, ...sums])
  const document = { fields: [...fields].map(([key, { type }]) => ({ key, type: asText(type) ?? '' })) }
  const isDated = by.some(({ key }) => isDateKey(key, document, types))
  if (dated === undefined || isDated || by.length === 0 || by.some(({ key }) => !fields.has(key))) return
  const text = `${by.map(({ key }) => `「${key}」`).join('、')}不是日期，请换一个日期字段，或删去`
  report([...path, ...unit], { code: 'BAD_VALUE', text })
}

/** Checks that groups are sorted by what they have. */
function checkOrder({ source }: JsonObject, { report, path }: BlockContext, keys: readonly NamedKey[]): void {
  const sort = isJsonObject(source) ? asText(source.sort)?.replace(/^-/, '') : undefined
  const words = [...new Set([...keys.map(({ key }) => key), countKey])]
  if (sort === undefined || words.includes(sort)) return
  const text = `汇总后没有「${sort}」，只能按 ${words.join('、')} 排序`
  report([...path, 'source', 'sort'], { code: 'UNKNOWN_FIELD', text, word: sort, words })
}

/** Refuses a sum or an average over a list that the server cannot sum up. */
export function checkSummed(block: JsonObject, context: BlockContext): void {
  const { source, statistics } = block
  if (statistics === undefined || !isJsonObject(source) || source.screen === undefined) return
  if (!context.knownNames.screens.has(asText(source.screen) ?? '')) return
  if (!findSummedScreen(block, context))
    context.report([...context.path, 'statistics'], { code: 'BAD_VALUE', text: ownList })
}

/** Checks that the filter which a click fills in exists and can be equal to the values. */
export function checkSelect(block: JsonObject, context: BlockContext, by: string | undefined): void {
  const { select } = block
  const { report, path, params, knownNames } = context
  if (select === undefined || !params) return
  const at = [...path, 'select']
  needWord(report, at, select, params, 'UNKNOWN_NAME', '看板的筛选')
  const filter = params.get(asText(select) ?? '')
  const field = isJsonObject(block.source)
    ? knownNames.screens.get(asText(block.source.screen) ?? '')?.get(by ?? '')
    : undefined
  if (filter && field) checkComparable(context, at, field, filter)
}
