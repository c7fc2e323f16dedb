import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { valueHalf } from '../../field-value.ts'
import { type FieldsContext, type Level, needField, needWord, part } from '../context.ts'
import type { Path } from '../report.ts'
import { needKey } from '../source-key.ts'
import { isStoredField } from '../stored-fields.ts'
import { fieldNode, formulaReads } from './expressions.ts'

/** Settings without effect on a value that another record holds. */
const inert = [
  ...['compute', 'defaultValue', 'auto', 'validateRules', 'requireIf', 'persist'],
  ...['store', 'column', 'renamedFrom'],
]
/** Settings by which the server reads the value in the other table; rows of a detail are read with their record only. */
const queried = ['query', 'isOrder', 'statistics']

/** Checks the fields that show values of other screens' records (`from`), and that no formula reads them. */
export function checkReferencedFields(context: FieldsContext): void {
  const nodes = new Set<string>()
  for (const level of [context.head, ...context.details])
    for (const [index, field] of level.fields) {
      if (!isJsonObject(field.from)) continue
      nodes.add(fieldNode(level, asText(field.key) ?? ''))
      checkFrom(context, level, [...level.path, index], field)
    }
  if (nodes.size === 0) return
  for (const { path, nodes: read } of formulaReads({ ...context, report: () => undefined }).values()) {
    const found = read.find((node) => nodes.has(node))
    if (found === undefined) continue
    const text = `「${found}」是别处的值，保存时不在这条记录里，公式和缺省值不能用它，请用 destFields 带出来存下再算`
    context.report(path, { code: 'BAD_VALUE', text })
  }
}

function checkFrom(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const { knownNames, report } = context
  const refuse = (key: string, text: string) => report([...path, key], { code: 'BAD_VALUE', text })
  if (!context.isStored) {
    refuse('from', 'from 只用于界面的字段，请删去')
    return
  }
  for (const key of inert)
    if (field[key] !== undefined) refuse(key, `from 的值取自别处，只看不改，${key} 不起作用，请删去`)
  const used = queried.filter((key) => field[key] !== undefined && field[key] !== false)
  if (level.detail !== undefined)
    for (const key of used) refuse(key, `明细里 from 的值取自别处，不能排序、查询和合计，请删去 ${key}`)
  const from = part(field, 'from')
  if (typeof from.field === 'string') needField(context, level, [...path, 'from', 'field'], from.field)
  if (from.field === field.key)
    report([...path, 'from', 'field'], { code: 'BAD_VALUE', text: '引用字段是另一个字段，请改正' })
  needWord(
    report,
    [...path, 'from', 'screen'],
    from.screen,
    knownNames.screens,
    'UNKNOWN_NAME',
    '界面',
    'document',
  )
  const fields = knownNames.screens.get(asText(from.screen) ?? '')
  for (const word of ['value', 'key']) {
    const at = [...path, 'from', word]
    const key = from[word]
    needKey(knownNames, report, at, from.screen, key)
    const target = fields?.get(asText(key) ?? '')
    if (!target) continue
    if (!isStoredField(context, target))
      report(at, { code: 'BAD_VALUE', text: `字段「${String(key)}」不存在那个界面的表里，请换一个字段` })
    else if (target.writeOnly === true || valueHalf(context.types, target)?.isSecret)
      report(at, { code: 'BAD_VALUE', text: `字段「${String(key)}」只写不读，请换一个字段` })
    else if (word === 'value' && level.detail === undefined) checkQueried(context, path, field, used, target)
  }
}

/** Checks that the database can compare the other value as one of the field: by its type, and unless it is masked. */
function checkQueried(
  { types, report }: FieldsContext,
  path: Path,
  field: JsonObject,
  used: readonly string[],
  target: JsonObject,
): void {
  const [half, other] = [valueHalf(types, field), valueHalf(types, target)]
  const isSame = half === undefined || other === undefined || half.dataType === other.dataType
  for (const key of used) {
    const isWhole = key === 'query' && (field.query === 'eq' || part(field, 'query').rule === 'eq')
    const text = !isSame
      ? `「${String(target.key)}」是 ${String(target.type)} 类型，这个字段不是，不能这样查询、排序和合计，请把类型改成一样`
      : target.mask !== undefined && !isWhole
        ? `「${String(target.key)}」有掩码，只能按整个值查询（"query": "eq"），请改正或删去 ${key}`
        : undefined
    if (text !== undefined) report([...path, key], { code: 'BAD_VALUE', text })
  }
}
