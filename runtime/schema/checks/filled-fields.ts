import { errorText } from '#runtime/kernel/errors.ts'
import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
  listTextEntries,
} from '#runtime/kernel/json.ts'
import { valueHalf } from '../field-value.ts'
import { isEnvironmentName } from '../names/resolve-name.ts'
import type { Field } from '../types.ts'
import {
  type FieldsContext,
  type Level,
  needField,
  needWord,
  part,
  referField,
  sourceKeys,
} from './context.ts'
import { checkBound, referSource } from './dict-filters.ts'
import { checkCopy, readExpression } from './expressions/expression-types.ts'
import { checkLiteral } from './expressions/literal.ts'
import { keySpan, type Path } from './report.ts'

/** Checks the fields that a chosen record, option or level fills: `orgFields`, `destFields`, `onPick`, `next`. */
export function checkFilledFields(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const half = valueHalf(context.types, field)
  if (field.take !== undefined && !context.isFaulty([...path, 'take'])) {
    const text = 'take 和 orgFields、destFields 是一回事，只写一种，请删去 take，或删去另外两个'
    context.report([...path, 'take'], { code: 'BAD_VALUE', text })
    return
  }
  // A type with a dictionary stores the key of the record; another one stores what the picker writes.
  if (half?.fillsFrom === 'picker')
    checkPopup(context, level, path, field, half.dict ? mappedKeys(field) : pickedKeys)
  else if (half?.fillsFrom === 'levels') checkLinkDown(context, level, path, field)
  else if (mappedKeys(field).length > 0) checkChoice(context, level, path, field)
  checkBrought(context, level, path, field)
}

/** Why the default of a field brings no values; undefined where it does. */
function findUnbrought({ types }: FieldsContext, field: JsonObject): string | undefined {
  const half = valueHalf(types, field)
  if (!half?.fill || half.fillsFrom) return '选取以后才取来'
  if (field.dictWhere !== undefined) return '它的字典随别的字段而变'
  const typed = field as unknown as Field
  if (!Array.isArray(field.options) && (half.needs?.(typed) ?? []).length === 0) return '它的字典是边找边取的'
  const names = readExpression(field.defaultValue)?.names ?? []
  return names.every((name) => isEnvironmentName(name.split('.'))) ? undefined : '缺省值随别的字段而变'
}

/** Reports fields that a default leaves empty which fills them when it is chosen. */
function checkBrought(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const { defaultValue, key } = field
  if (defaultValue === undefined || defaultValue === null || context.isFaulty(path)) return
  const reason = findUnbrought(context, field)
  if (reason === undefined) return
  const empty = listTextEntries(field.destFields).flatMap(([, target]) => {
    const other = target === key ? undefined : level.byKey.get(target)
    return other && [other.defaultValue, other.compute, other.auto].every((value) => value === undefined)
      ? [target]
      : []
  })
  if (empty.length === 0) return
  const text = `新增时不会带出「${empty.join('」「')}」：${reason}，请给它们各写缺省值，或删去这个缺省值`
  context.report([...path, 'defaultValue'], { code: 'BAD_VALUE', text })
}

const pickedKeys = ['popupCode', 'orgFields', 'destFields']

const misconfigured = errorText('POPUP_MISCONFIGURED')
const unequal = errorText('POPUP_UNEQUAL')

/** Values that are written into other fields need source keys and target keys. */
const mappedKeys = ({ orgFields, destFields }: JsonObject): string[] =>
  orgFields === undefined && destFields === undefined ? [] : ['orgFields', 'destFields']

/** Every further level has a dictionary, and a field that stores its value. */
function checkLinkDown(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const { report, knownNames } = context
  const next = listObjectEntries(field.next)
  for (const [at, { dictCode }] of next)
    needWord(
      report,
      [...path, 'next', at, 'dictCode'],
      dictCode,
      knownNames.dicts,
      'UNKNOWN_DICT',
      '字典',
      'dict',
    )
  for (const [at, key] of listTextEntries(field.destFields))
    needField(context, level, [...path, 'destFields', at], key)
  const { destFields } = field
  if (Array.isArray(destFields) && Array.isArray(field.next) && destFields.length !== next.length) {
    const text = `next 有 ${next.length} 级，destFields 有 ${destFields.length} 个，应一一对应`
    report([...path, 'destFields'], { code: 'ORG_DEST_COUNT', text })
  }
}

/** A source of values: its keys, and what a problem text calls it. Unknown sources have a problem of their own. */
interface Source {
  keys: ReadonlySet<string>
  title: string
  remedy?: string
}

/** Checks that `orgFields` and `destFields` are pairs of keys of the source and fields of the level. */
function checkMapping(
  context: FieldsContext,
  level: Level,
  path: Path,
  { orgFields, destFields }: JsonObject,
  source: Source | undefined,
): void {
  const { report } = context
  const [sources, targets] = [listTextEntries(orgFields).length, listTextEntries(destFields).length]
  // A list with a faulty member, or without members, has a problem of its own.
  const isRead = Array.isArray(orgFields) && Array.isArray(destFields) && sources > 0 && targets > 0
  if (isRead && sources === orgFields.length && targets === destFields.length && sources !== targets) {
    const counts = `orgFields 有 ${orgFields.length} 个，destFields 有 ${destFields.length} 个`
    report([...path, 'destFields'], { code: 'ORG_DEST_COUNT', text: `${unequal} ${counts}` })
  }
  for (const [at, key] of listTextEntries(destFields)) {
    context.report.refer?.([...path, 'destFields', at], referField(context, level, key))
    if (level.keys.has(key) || !level.isComplete) continue
    const text = `${misconfigured} 同级没有字段「${key}」，请加上它或改正 destFields`
    const finding = { text, word: key, words: level.keys, fix: 'nearest' as const }
    report([...path, 'destFields', at], { code: 'ORG_DEST_MISSING', ...finding })
  }
  for (const [at, key] of source ? listTextEntries(orgFields) : []) {
    if (!source || source.keys.has(key)) continue
    const finding = { word: key, words: source.keys, fix: 'nearest' as const }
    const text = `${source.title}没有「${key}」${source.remedy ?? ''}`
    report([...path, 'orgFields', at], { code: 'UNKNOWN_FIELD', text, ...finding })
  }
}

/** The values that a choice may fill: those of its options, or of the items or rows of its dictionary. */
function choiceSource(
  { knownNames }: FieldsContext,
  field: JsonObject,
): (Source & { items: JsonObject[] }) | undefined {
  const always = ['value', 'text']
  const ofItems = (list: unknown) => {
    const items = listObjects(list)
    return {
      items,
      keys: new Set([
        ...always,
        ...items.flatMap(({ values }) => Object.keys(isJsonObject(values) ? values : {})),
      ]),
    }
  }
  if (Array.isArray(field.options))
    return { ...ofItems(field.options), title: '各选项', remedy: '，请写进选项的 values' }
  const code = asText(field.dictCode) ?? ''
  const dict = knownNames.documents.get(knownNames.dicts.get(code)?.id ?? '')
  if (!dict) return undefined
  const title = `字典「${code}」`
  if (Array.isArray(dict.items)) return { ...ofItems(dict.items), title, remedy: '，请写进各项的 values' }
  const keys = new Set([...always, ...listTextEntries(part(dict, 'source').fields).map(([, key]) => key)])
  return { items: [], keys, title, remedy: '，请写进它的 source.fields' }
}

function checkChoice(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const { report } = context
  const missing = mappedKeys(field).filter((key) => field[key] === undefined)
  for (const key of missing)
    report(path, { code: 'ORG_DEST_MISSING', text: `orgFields 和 destFields 要一起写，请补上 ${key}` })
  const source = choiceSource(context, field)
  checkMapping(context, level, path, field, source)
  if (!Array.isArray(field.options))
    for (const [at, key] of listTextEntries(field.orgFields))
      referSource(context, [...path, 'orgFields', at], field.dictCode, key)
  const orgFields = new Map(listTextEntries(field.orgFields))
  for (const [at, key] of listTextEntries(field.destFields)) {
    const target = level.fields.find(([, entry]) => entry.key === key)?.[1]
    const name = orgFields.get(at)
    if (!target || !source || name === undefined) continue
    for (const item of source.items)
      checkLiteral(context, [...path, 'destFields', at], target, part(item, 'values')[name])
  }
}

/** Checks that fields can hold the values that a picked record writes into them. */
function checkCopies(
  context: FieldsContext,
  level: Level,
  path: Path,
  { orgFields, destFields }: JsonObject,
  sources: ReadonlyMap<string, JsonObject> | undefined,
): void {
  const names = new Map(listTextEntries(orgFields))
  for (const [at, key] of listTextEntries(destFields)) {
    const source = sources?.get(names.get(at) ?? '')
    const target = level.fields.find(([, entry]) => entry.key === key)?.[1]
    if (source && target) checkCopy(context, [...path, 'destFields', at], target, source)
  }
}

function checkPopup(
  context: FieldsContext,
  level: Level,
  path: Path,
  field: JsonObject,
  needed: readonly string[],
): void {
  const { report, knownNames } = context
  const missing = needed.filter((key) => field[key] === undefined)
  if (missing.length > 0)
    report(path, { code: 'ORG_DEST_MISSING', text: `${misconfigured} 请补上 ${missing.join('、')}` })
  needWord(report, [...path, 'popupCode'], field.popupCode, knownNames.pickers, 'UNKNOWN_PICKER', '选择器')
  const picker = knownNames.pickers.get(asText(field.popupCode) ?? '')
  const keys = picker && sourceKeys(knownNames, picker.source)
  const title = `选择器「${String(field.popupCode)}」的文档 ${picker?.source} `
  checkMapping(context, level, path, field, keys && { keys, title })
  for (const [at, key] of picker ? listTextEntries(field.orgFields) : [])
    report.refer?.([...path, 'orgFields', at], { kind: 'field', screen: picker?.source ?? '', key })
  checkCopies(context, level, path, field, picker && knownNames.screens.get(picker.source))
  const onPick = part(field, 'onPick')
  needWord(
    report,
    [...path, 'onPick', 'lookup'],
    onPick.lookup,
    knownNames.lookups,
    'UNKNOWN_LOOKUP',
    '登记过的取数',
  )
  for (const [name, key] of Object.entries(part(onPick, 'send'))) {
    if (typeof key === 'string') needField(context, level, [...path, 'onPick', 'send', name], key)
  }
  for (const [at, key] of listTextEntries(onPick.fill))
    needField(context, level, [...path, 'onPick', 'fill', at], key)
  checkCountField(context, level, path, field)
  const sources = picker && knownNames.screens.get(picker.source)
  for (const [key, value] of Object.entries(part(field, 'pickWhere'))) {
    const at = [...path, 'pickWhere', key]
    const finding = { word: key, words: keys ?? new Set<string>(), fix: 'nearest' as const }
    if (keys && !keys.has(key))
      report(at, { code: 'UNKNOWN_FIELD', text: `${title}没有「${key}」`, ...finding })
    report.refer?.(at, { kind: 'field', screen: picker?.source ?? '', key }, keySpan(key))
    checkBound(context, level, at, value, sources?.get(key))
  }
  checkRetake(context, level, path, field)
}

/** Checks that values can be taken again: the rows of a detail table store the keys of their records. */
function checkRetake({ report }: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  if (field.retake === undefined) return
  const hasId = listTextEntries(field.orgFields).some(([, key]) => key === 'id')
  const text =
    level.detail === undefined
      ? '表头没有行，请删去 retake'
      : '行里没有存所选记录的主键，不能重新取值，请在 orgFields 里写上 id，在 destFields 里写上存它的字段'
  if (level.detail === undefined || !hasId) report([...path, 'retake'], { code: 'BAD_VALUE', text })
}

/** Checks that a field counts the picks: a typed number in the same row. */
function checkCountField(context: FieldsContext, level: Level, path: Path, { countField }: JsonObject): void {
  if (typeof countField !== 'string') return
  const at = [...path, 'countField']
  const target = level.fields.find(([, entry]) => entry.key === countField)?.[1]
  const type = context.types.get(asText(target?.type) ?? '')
  const isNumber = !target || !type || (type.toNumber !== undefined && target.compute === undefined)
  const fault =
    level.detail === undefined
      ? '表头只有一条记录，不计数，请删去 countField'
      : `「${countField}」不是可以填的数字，不能计数，请换一个字段`
  if (level.detail !== undefined) needField(context, level, at, countField)
  if (level.detail === undefined || !isNumber) context.report(at, { code: 'BAD_VALUE', text: fault })
}
