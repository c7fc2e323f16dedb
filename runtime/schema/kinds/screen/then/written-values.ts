import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { type FieldsContext, type Level, needWord, part } from '../../../checks/context.ts'
import { readExpression } from '../../../checks/expressions/expression-types.ts'
import { checkResult, checkValue, type Place } from '../../../checks/expressions/expressions.ts'
import { checkKey, checkLiteral } from '../../../checks/expressions/literal.ts'
import { keySpan, type Path } from '../../../checks/report.ts'
import { isStoredField } from '../../../checks/stored-fields.ts'
import { valueHalf } from '../../../field-value.ts'

/** Where the expressions of an entry are evaluated: the level whose names they read, and the names besides. */
export interface Reading {
  level: Level
  place: Place
}

/** The screen whose records an entry writes. */
export interface WrittenScreen {
  id: string
  document: JsonObject
  fields: ReadonlyMap<string, JsonObject>
}

const isSystemTable = (name: string): boolean => name.startsWith('sys_')

/** The screen that an entry names; undefined, with its problem, where records of it cannot be written. */
export function findWritten(context: FieldsContext, path: Path, id: unknown): WrittenScreen | undefined {
  const { knownNames, report } = context
  needWord(report, path, id, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  const name = asText(id) ?? ''
  const isOwn = name === context.document.id
  const document = isOwn ? context.document : knownNames.documents.get(name)
  const fields = isOwn ? context.head.byKey : knownNames.screens.get(name)
  if (!document || !fields) return undefined
  const { name: table, derived } = part(document, 'table')
  const refuse = (text: string) => {
    report(path, { code: 'BAD_VALUE', text })
    return undefined
  }
  if (typeof table !== 'string')
    return refuse(
      `「${name}」没有自己的表，请写它改自的界面${document.extends ? `「${String(document.extends)}」` : ''}`,
    )
  if (derived === true) return refuse(`「${name}」的记录由效果写入，不能这样写，请换一个界面`)
  if (isSystemTable(table)) return refuse(`「${name}」存的是系统的数据，只能由人修改，请换一个界面`)
  return { id: name, document, fields }
}

const titled = (field: JsonObject): string => `「${asText(field.title) ?? String(field.key)}」`

/** Why nobody but the server or a move writes a field; undefined where a value may be written. */
export function lockedBy(
  { types }: FieldsContext,
  document: JsonObject,
  field: JsonObject,
): string | undefined {
  if (field.type === 'table') return '是明细'
  if (field.compute !== undefined) return '由公式算出'
  if (field.auto !== undefined) return '是自动编号'
  if (field.rollup !== undefined) return '汇总自别处'
  if (field.follow !== undefined) return '跟随别处'
  if (!isStoredField({ types }, field)) return '不存库'
  if (part(document, 'flow').field === field.key) return '是状态，只能由审批动作改'
  if (valueHalf(types, field)?.markup) return '是排版的文字'
  return undefined
}

/** Checks the values that an entry writes into the records of a screen. */
export function checkWrittenValues(
  context: FieldsContext,
  path: Path,
  values: JsonObject,
  { document, fields, id }: WrittenScreen,
  reading: Reading,
): void {
  for (const [key, value] of Object.entries(values)) {
    const at = [...path, key]
    const field = needTarget(context, at, key, id, fields)
    const fault = field && lockedBy(context, document, field)
    if (fault !== undefined)
      context.report(at, { code: 'BAD_VALUE', text: `「${id}」的字段「${key}」${fault}，不能写入，请删去` })
    checkWritten(context, at, value, fault === undefined ? field : undefined, reading)
  }
}

/** The field of the other screen; reported where it has none of this key. */
export function needTarget(
  { report }: FieldsContext,
  path: Path,
  key: string,
  id: string,
  fields: ReadonlyMap<string, JsonObject>,
): JsonObject | undefined {
  report.refer?.(path, { kind: 'field', screen: id, key }, keySpan(key))
  const field = fields.get(key)
  if (!field) {
    const text = `「${id}」没有字段「${key}」`
    report(path, { code: 'UNKNOWN_FIELD', text, word: key, words: fields.keys() })
  }
  return field
}

/** Checks a value that leaves the record: a literal or `=expression` that reads no write-only field. */
export function checkSent(
  context: FieldsContext,
  path: Path,
  value: unknown,
  { level, place }: Reading,
): void {
  checkValue(context, level, path, value, place)
  const secret = readExpression(value)?.names.find((name) => {
    const key = name.replace(/^(form|row|before)\./, '')
    return (level.byKey.get(key) ?? context.head.byKey.get(key))?.writeOnly === true
  })
  if (secret !== undefined)
    context.report(path, { code: 'BAD_VALUE', text: `字段「${secret}」只写不读，不能写到别处，请删去` })
}

/** As `checkSent`, of a value that the field can hold. */
export function checkWritten(
  context: FieldsContext,
  path: Path,
  value: unknown,
  field: JsonObject | undefined,
  reading: Reading,
): void {
  checkSent(context, path, value, reading)
  const { level, place } = reading
  if (!field) return
  checkLiteral(context, path, field, value)
  checkKey(context, path, field, value)
  checkResult(context, level, path, field, value, place)
}

const isRequired = (field: JsonObject): boolean =>
  listObjectEntries(field.validateRules).some(
    ([, rule]) => rule.required === true && rule.level !== 'warning',
  )

/** Words that say where the value of a new record comes from. */
const sources = ['defaultValue', 'defaultChecked', 'compute', 'auto', 'from', 'rollup', 'follow']

/** The fields that a new record must have, and neither `filled` nor the screen fills. */
export function listUnfilled(
  filled: ReadonlySet<string>,
  { document, fields }: Pick<WrittenScreen, 'document' | 'fields'>,
): { key: string; field: JsonObject; isForRows: boolean }[] {
  // A hook may fill any field.
  if (document.hooks !== undefined) return []
  return [...fields].flatMap(([key, field]) => {
    if (filled.has(key) || part(document, 'flow').field === key) return []
    const isForRows = field.type === 'table' && Number(field.minRows ?? 0) > 0 && isJsonObject(field.table)
    const isOpen = isRequired(field) && !sources.some((word) => field[word] !== undefined)
    return isForRows || isOpen ? [{ key, field, isForRows }] : []
  })
}

/** Reports the fields that a new record must have, and neither the entry nor the screen fills. */
export function checkFilled(
  { report }: FieldsContext,
  path: Path,
  values: JsonObject,
  written: WrittenScreen,
): void {
  const { id } = written
  const filled = new Set(Object.keys(values).filter((key) => values[key] !== undefined))
  for (const { key, field, isForRows } of listUnfilled(filled, written))
    if (isForRows)
      report(path, {
        code: 'BAD_VALUE',
        text: `「${id}」的明细${titled(field)}至少要有一行，这样新增的记录没有明细，请换一个界面`,
      })
    else
      report(path, { code: 'MISSING_KEY', text: `「${id}」的${titled(field)}必填，请在 values 里写 ${key}` })
}
