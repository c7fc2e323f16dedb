import { asText, isObjectText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { numberingRule, parseNumbering, shapeNumber } from '#runtime/kernel/numbering.ts'
import { comparesWholeValues, findMask } from '#runtime/kernel/text/mask.ts'
import type { AnyFieldValue, SqlColumn } from '../field-value.ts'
import { isSingleRule } from '../query/query-rules.ts'
import { storeWords } from '../store-words.ts'
import type { Field } from '../types.ts'
import { type FieldsContext, isAudit, type Level, part } from './context.ts'
import { checkDictFilters } from './dict-filters.ts'
import { checkCondition, checkKey, checkLiteral, meantValue } from './expressions/literal.ts'
import { checkAddress, checkPlaceholders } from './links/links.ts'
import type { Path } from './report.ts'
import { findChoices, listStates } from './values/choices.ts'

/**
 * Checks that the settings of each field agree with its type and with one another. A field with a broken shape is
 * skipped: its settings cannot be read.
 */
export function checkSettings(context: FieldsContext, level: Level): void {
  for (const [index, field] of level.fields) {
    const path = [...level.path, index]
    const half = context.types.get(asText(field.type) ?? '')
    if (!half || context.isFaulty(path)) continue
    checkLiteral(context, [...path, 'defaultValue'], field, field.defaultValue)
    checkKey(context, [...path, 'defaultValue'], field, field.defaultValue)
    checkQueryDefault(context, path, field)
    checkBounds(context, path, field)
    checkOptions(context, path, field)
    checkChoiceValues(context, path, field, half)
    checkSeveral(context, path, field, half)
    checkSources(context, path, field)
    checkMask(context, path, field)
    checkTags(context, path, field)
    checkInert(context, path, field, half)
    checkDictFilters(context, level, path, field)
    checkPlaceholders(context, level, [...path, 'href'], field.href)
    checkAddress(context.knownNames, context.report, [...path, 'href'], field.href)
    if (typeof field.condition === 'string' && !isObjectText(field.condition)) {
      const text = '应为 JSON 对象的文字，如 {"leaf":1}，里面的引号写 \\"'
      context.report([...path, 'condition'], { code: 'BAD_VALUE', text })
    }
    const faults = {
      auto: field.auto === undefined ? null : numberingFault(context, level, field, half),
      renamedFrom: field.renamedFrom === undefined ? null : renameFault(level, field),
    }
    for (const [key, text] of Object.entries(faults))
      if (text !== null) context.report([...path, key], { code: 'BAD_VALUE', text })
  }
}

/** Checks the value that a query begins with; a part of a text, and a period, are no values of the field. */
export function checkQueryDefault(context: FieldsContext, path: Path, field: JsonObject): void {
  const { rule, defaultValue } = part(field, 'query')
  const at = [...path, 'query', 'defaultValue']
  if (isSingleRule(rule)) checkLiteral(context, at, field, defaultValue)
  else if (rule === undefined || rule === 'in') checkCondition(context, at, field, defaultValue)
}

/** The pairs of settings of which the first must not be greater than the second. */
const bounds = [
  ['min', 'max'],
  ['minRows', 'maxRows'],
  ['scale', 'length'],
] as const

function checkBounds({ report }: FieldsContext, path: Path, field: JsonObject): void {
  for (const [low, high] of bounds) {
    const [least, most] = [field[low], field[high]]
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue
    const text = `${low} 是 ${least}，${high} 是 ${most}，${low} 不能大于 ${high}，请改其中一个`
    report([...path, low], { code: 'BAD_VALUE', text })
  }
}

function checkOptions({ report }: FieldsContext, path: Path, field: JsonObject): void {
  const seen = new Set<string>()
  for (const [at, { value }] of listObjectEntries(field.options)) {
    const text = `值「${String(value)}」重复，请删去一项`
    if (seen.has(String(value))) report([...path, 'options', at, 'value'], { code: 'DUPLICATE_KEY', text })
    seen.add(String(value))
  }
  if (field.options === undefined || field.dictCode === undefined) return
  report([...path, 'dictCode'], {
    code: 'BAD_VALUE',
    text: '已经写了 options，字典不起作用，请删去 dictCode 或 options',
  })
}

/** Several values are stored with commas between them, so none of them has one. */
function checkSeveral(context: FieldsContext, path: Path, field: JsonObject, half: AnyFieldValue): void {
  if (half.holdsChoices !== 'several') return
  const values = [...(findChoices(field, context.knownNames)?.keys() ?? [])]
  const at = values.findIndex((word) => word.includes(','))
  if (at < 0) return
  const place = field.options === undefined ? ['dictCode'] : ['options', at, 'value']
  const text = `多选的值以逗号相连，值「${values[at]}」里有逗号，会拆成几个，请换一个没有逗号的值，逗号只写在 text 里`
  context.report([...path, ...place], { code: 'BAD_VALUE', text })
}

const MAX_INTEGER = 2 ** 31 - 1

/** Why a column cannot store a value that a person may choose; null when it can. */
function storingFault(column: SqlColumn, value: unknown): string | null {
  if (column.type === 'varchar' && [...String(value)].length > column.length)
    return `超过 ${column.length} 个字，存不下，请加大 length 或缩短它`
  if (column.type !== 'integer') return null
  const isFit = Number.isInteger(Number(value)) && Math.abs(Number(value)) <= MAX_INTEGER
  return isFit ? null : '不是能存的整数，请改成整数，或写成文字'
}

/** Checks that the field can store every value that it offers. */
function checkChoiceValues(context: FieldsContext, path: Path, field: JsonObject, half: AnyFieldValue): void {
  const column = field.persist === false || !context.isStored ? null : findStorage(half, field)
  const { customValue } = field
  const states = Array.isArray(customValue) ? customValue : []
  if (states.length === 2 && String(states[0]) === String(states[1])) {
    const text = '勾上的值和不勾的值一样，分不出来，请改其中一个'
    context.report([...path, 'customValue'], { code: 'BAD_VALUE', text })
  }
  if (!column) return
  const offered: [Path, unknown][] = [
    ...listObjectEntries(field.options).map(([at, { value }]): [Path, unknown] => [
      ['options', at, 'value'],
      value,
    ]),
    ...states.map((value, at): [Path, unknown] => [['customValue', at], value]),
  ]
  const { choices } = context.knownNames.dicts.get(asText(field.dictCode) ?? '') ?? {}
  for (const value of choices?.keys() ?? []) offered.push([['dictCode'], value])
  const [place, value] = offered.find(([, value]) => storingFault(column, value) !== null) ?? []
  if (!place) return
  const text = `值「${String(value)}」${storingFault(column, value)}`
  context.report([...path, ...(field.length === undefined ? place : ['length'])], { code: 'BAD_VALUE', text })
}

/** Checks that tags are for values that the field may have, where these are known. */
export function checkTags(context: FieldsContext, path: Path, field: JsonObject): void {
  const { document, knownNames, report } = context
  const states = listStates(document, field)
  const choices = findChoices(field, knownNames) ?? states
  if (!choices) return
  for (const value of Object.keys(part(field, 'tag'))) {
    // A state without a choice is a problem of the flow.
    if (choices.has(value) || states?.has(value)) continue
    const at = [...path, 'tag', value]
    const meant = meantValue(context, field, value)
    if (meant !== undefined) {
      const text = `「${value}」是值 ${String(meant)} 的文字，这个颜色不起作用，请写 "${String(meant)}"`
      report(at, { code: 'BAD_VALUE', text })
      continue
    }
    const text = `没有值「${value}」，这个颜色不起作用，请改正或删去`
    const mistake = `value ${value} of ${String(field.key)}`
    report(at, { code: 'BAD_VALUE', text, word: value, words: choices.keys(), mistake })
  }
}

/** A field has one source of its value: a formula, a numbering pattern, or the user, with a default. */
function checkSources({ report }: FieldsContext, path: Path, field: JsonObject): void {
  const [first, ...others] = ['compute', 'auto', 'defaultValue'].filter((key) => field[key] !== undefined)
  for (const key of others) {
    const text = `已经写了 ${first}，${key} 不起作用，请删去其中一个`
    report([...path, key], { code: 'BAD_VALUE', text })
  }
}

/** Orders and conditions on parts of a masked value would give it away. */
function checkMask({ report }: FieldsContext, path: Path, field: JsonObject): void {
  if (!findMask(field)) return
  const rule = typeof field.query === 'object' ? part(field, 'query').rule : field.query
  if (typeof rule === 'string' && !comparesWholeValues(rule))
    report([...path, 'query'], { code: 'BAD_VALUE', text: '有掩码的值只能整个查询，请写 "query": "eq"' })
  if (field.isOrder === true)
    report([...path, 'isOrder'], { code: 'BAD_VALUE', text: '有掩码的值不能排序，请删去 isOrder' })
}

const findStorage = (half: AnyFieldValue, field: JsonObject): SqlColumn | null =>
  half.column(field as unknown as Field)

/** PostgreSQL's limit of a number with a fixed number of decimals. */
const MAX_DIGITS = 1000

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Reports settings that change nothing for the type, or for a field that is not stored. */
function checkInert(context: FieldsContext, path: Path, field: JsonObject, half: AnyFieldValue): void {
  const inert = (key: string, text: string) => {
    if (field[key] !== undefined) context.report([...path, key], { code: 'BAD_VALUE', text })
  }
  const useless = (key: string) => inert(key, `${field.type} 类型用不到 ${key}，请删去`)
  if (!half.isSecret) useless('props')
  if (half.dataType === 'rows') {
    for (const key of ['defaultValue', 'compute', 'statistics', 'length', 'scale', 'store', 'auto'])
      useless(key)
    return
  }
  const { store: _, ...free } = field
  const differs = (key: string, a: unknown, b: unknown) =>
    !isSame(findStorage(half, { ...free, [key]: a }), findStorage(half, { ...free, [key]: b }))
  if (half.dataType !== 'any') {
    if (!half.toNumber) useless('statistics')
    const isSet = (key: string) => field[key] !== undefined
    if (isSet('scale') && field.compute === undefined && !differs('scale', 1, 2)) useless('scale')
    if (isSet('length') && !differs('length', 7, 8) && !differs('scale', 1, 2)) useless('length')
  }
  const column = findStorage(half, field)
  if (column?.type === 'native') checkNative(context, path, field)
  if (column?.type === 'numeric' && (column.precision ?? 0) > MAX_DIGITS)
    inert('length', `数字最多 ${MAX_DIGITS} 位`)
  if (field.store !== undefined && isSame(column, findStorage(half, free))) {
    const words = Object.keys(storeWords).filter((store) => differs('store', store, undefined))
    const remedy = words.length > 0 ? `可写 ${words.join('、')}，或删去` : '请删去'
    inert('store', `${field.type} 类型不能这样存，${remedy}`)
  }
  if (field.writeOnly === true)
    for (const key of ['query', 'isOrder'])
      if (field[key] !== false) inert(key, `字段只写不读，${key} 不起作用，请删去`)
  if (field.persist !== false) return
  const unstored = (key: string) =>
    inert(key, `字段不存库（"persist": false），${key} 不起作用，请删去其中一个`)
  for (const key of ['store', 'column', 'auto']) unstored(key)
  // An address of its own may sort and filter by any value.
  if (!context.isStored || context.isFaulty(['url']) || part(context.document, 'url').list !== undefined)
    return
  unstored('isOrder')
  if (field.query !== false) inert('query', '字段不存库（"persist": false），不能查询，请删去其中一个')
}

/** A column that the database alone writes is shown, never edited. */
function checkNative({ report }: FieldsContext, path: Path, field: JsonObject): void {
  const isShownOnly = field.form === false || isSame(field.modes, ['detail'])
  if (!isShownOnly) {
    const text = '这样存的列只能看，请写 "modes": ["detail"]（只在详情里）或 "form": false'
    report([...path, 'store'], { code: 'BAD_VALUE', text })
  }
  for (const key of ['compute', 'auto', 'defaultValue', 'validateRules']) {
    if (field[key] === undefined) continue
    const text = `这样存的列由数据库自己写，${key} 不起作用，请删去`
    report([...path, key], { code: 'BAD_VALUE', text })
  }
}

/** Any moment: the length of a number does not depend on it. */
const moment = new Date(0)

/** Why the field cannot be numbered as it says; null when it can. */
function numberingFault(
  { isStored }: FieldsContext,
  level: Level,
  field: JsonObject,
  half: AnyFieldValue,
): string | null {
  if (!isStored || level.detail !== undefined) return '只有界面的表头字段能自动编号，请删去 auto'
  const auto = asText(field.auto) ?? ''
  const rule = numberingRule(auto)
  const parts = parseNumbering(auto)
  if (!parts && /\buser\./.test(auto))
    return `编号里不能用 user 的值；按部门编号请在系统的编码规则里加上部门一段，这里写它的编码，如 \${order_no}`
  if (!parts && rule === null)
    return `自动编号的写法不对：文字和 {yyyyMMdd} 之类的日期在前（可用 yyyy、yy、MM、dd、HH、mm、ss），最后是流水号 {####}，几个 # 就是几位，如 RK{yyyyMMdd}{####}；或写系统编码规则的编码，如 \${order_no}`
  const column = findStorage(half, field)
  const isLong = half.markup !== undefined || (half.offList === true && column?.type === 'text')
  const isFreeText =
    !isLong && half.query?.rules.includes('like') && half.needs === undefined && field.options === undefined
  if (
    (column && column.type !== 'varchar' && column.type !== 'text') ||
    !(isFreeText || field.type === 'hidden')
  )
    return `${field.type} 类型存不下编号的文字，请把类型改成 input`
  // One statement cannot count a rule twice.
  const first = level.fields.find(([, other]) => other.auto === field.auto)?.[1]
  if (rule !== null && first && first !== field)
    return `字段「${String(first.key)}」已经用编码规则 ${rule} 编号，一份文档里一个规则只能用一次`
  // The parts of a rule are in the database.
  if (!parts) return null
  const { prefix, digits } = shapeNumber(parts, moment, '')
  const length = [...prefix].length + digits
  return column?.type === 'varchar' && column.length < length
    ? `编号有 ${length} 个字，字段只存 ${column.length} 个，请加大 length 或缩短编号`
    : null
}

/** Why the field cannot have been renamed as it says; null when it can. */
function renameFault(level: Level, field: JsonObject): string | null {
  const old = asText(field.renamedFrom) ?? ''
  if (old === field.key) return '旧的字段名和现在的一样，请写改名之前的 key，或删去 renamedFrom'
  if (isAudit(old)) return `「${old}」是系统自带的列，不能改名，请删去 renamedFrom`
  if (level.keys.has(old)) return `字段「${old}」还在，改名以后请删去它，或删去 renamedFrom`
  const first = level.fields.find(([, other]) => other.renamedFrom === old)?.[1]
  return first && first !== field ? `字段「${String(first.key)}」也是由「${old}」改名而来，请只留一处` : null
}
