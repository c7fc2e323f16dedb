import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { valueHalf } from '../../field-value.ts'
import { type FieldsContext, type Level, needField, needWord, part } from '../context.ts'
import type { Path } from '../report.ts'
import { needKey } from '../source-key.ts'
import { isStoredField } from '../stored-fields.ts'
import { fieldNode } from './expressions.ts'
import { checkReaders } from './rollup-fields.ts'

/** Settings without effect on a value that the server writes. */
const inert = [
  ...['compute', 'defaultValue', 'auto', 'from', 'rollup', 'validateRules', 'requireIf', 'persist', 'multi'],
]

/** Checks the fields that have the value of the record to which another field refers. */
export function checkFollowed(context: FieldsContext): void {
  const followed = new Set<string>()
  for (const level of [context.head, ...context.details])
    for (const [index, field] of level.fields) {
      if (!isJsonObject(field.follow)) continue
      followed.add(fieldNode(level, asText(field.key) ?? ''))
      checkFollow(context, level, [...level.path, index], field)
    }
  if (followed.size > 0) checkReaders(context, followed, '跟随别处')
}

function checkFollow(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const { document, head, knownNames, report, types } = context
  const at = [...path, 'follow']
  const follow = part(field, 'follow')
  const refuse = (place: Path, text: string) => report(place, { code: 'BAD_VALUE', text })
  if (!context.isStored) {
    refuse(at, 'follow 只用于存库的界面的字段，请删去')
    return
  }
  for (const key of inert)
    if (field[key] !== undefined) refuse([...path, key], `跟随的值由服务器写，${key} 不起作用，请删去`)
  checkReference(context, level, at, field, follow)
  needWord(report, [...at, 'screen'], follow.screen, knownNames.screens, 'UNKNOWN_NAME', '界面')
  const fields =
    follow.screen === document.id
      ? new Map(head.fields.map(([, entry]) => [asText(entry.key) ?? '', entry]))
      : knownNames.screens.get(asText(follow.screen) ?? '')
  if (!fields) return
  for (const word of ['value', 'key']) {
    const place = [...at, word]
    const key = asText(follow[word]) ?? ''
    needKey(knownNames, report, place, follow.screen, follow[word])
    const target = fields.get(key)
    if (!target) continue
    if (!isStoredField(context, target)) refuse(place, `字段「${key}」不存在那个界面的表里，请换一个字段`)
    else if (target.writeOnly === true || valueHalf(types, target)?.isSecret)
      refuse(place, `字段「${key}」只写不读，请换一个字段`)
    else if (word === 'value') checkValue(context, path, field, target)
  }
  checkCircle(context, level, at, field)
}

function checkReference(
  context: FieldsContext,
  level: Level,
  at: Path,
  field: JsonObject,
  follow: JsonObject,
): void {
  const key = asText(follow.field)
  if (key === undefined) return
  const place = [...at, 'field']
  const refuse = (text: string) => context.report(place, { code: 'BAD_VALUE', text })
  needField(context, level, place, key)
  const reference = level.byKey.get(key)
  if (key === field.key) refuse('引用字段是另一个字段，请改正')
  else if (reference?.multi === true) refuse(`字段「${key}」存几条记录，请换一个只存一条的字段`)
  else if (reference && !isStoredField(context, reference)) refuse(`字段「${key}」不存库，请换一个字段`)
}

/** The field holds the other value as it is, and does not show what the other one masks. */
function checkValue(
  { report, types }: FieldsContext,
  path: Path,
  field: JsonObject,
  target: JsonObject,
): void {
  const [half, other] = [valueHalf(types, field), valueHalf(types, target)]
  const place = [...path, 'follow', 'value']
  if (half && other && half.dataType !== other.dataType) {
    const text = `「${String(target.key)}」是 ${String(target.type)} 类型，值与这个字段不是一类，请把类型改成一样，或换一个字段`
    report(place, { code: 'BAD_VALUE', text })
  } else if (target.mask !== undefined && field.mask !== target.mask) {
    const text = `「${String(target.key)}」有掩码，存在这里就看得到全文，请写 "mask": "${String(target.mask)}"`
    report(place, { code: 'BAD_VALUE', text })
  }
}

/** Keys of stored fields that a field of a screen is made of, as `screen key`; rows are not followed from elsewhere. */
function listSources(fields: ReadonlyMap<string, JsonObject>, screen: string, key: string): string[] {
  const field = fields.get(key)
  if (!field) return []
  const { compute } = field
  const [follow, rollup] = [part(field, 'follow'), part(field, 'rollup')]
  const read = typeof compute === 'string' ? parseExpression(compute) : null
  const names = read?.ok ? read.value.names.map((name) => name.replace(/^form\./, '').split('.')) : []
  return [
    ...(follow.value === undefined ? [] : [`${follow.screen} ${follow.value}`]),
    ...(rollup.value === undefined || rollup.detail !== undefined
      ? []
      : [`${rollup.screen} ${rollup.value}`]),
    ...names.flatMap(([name = '', column]) => {
      const columns = column === undefined ? undefined : fields.get(name)?.fields
      if (!Array.isArray(columns)) return [`${screen} ${name}`]
      const inner = new Map(columns.filter(isJsonObject).map((entry) => [asText(entry.key) ?? '', entry]))
      return listSources(inner, screen, column ?? '')
    }),
  ]
}

/** Reports a value that follows itself through other documents. */
function checkCircle(context: FieldsContext, level: Level, at: Path, field: JsonObject): void {
  const { document, head, knownNames, report } = context
  const id = asText(document.id) ?? ''
  const fieldsAt = (screen: string): ReadonlyMap<string, JsonObject> =>
    screen === id
      ? new Map(head.fields.map(([, entry]) => [asText(entry.key) ?? '', entry]))
      : (knownNames.screens.get(screen) ?? new Map())
  const follow = part(field, 'follow')
  const seen = new Set<string>()
  const due = [`${follow.screen} ${follow.value}`]
  for (let node = due.pop(); node !== undefined; node = due.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    const [screen = '', key = ''] = node.split(' ')
    due.push(...listSources(fieldsAt(screen), screen, key))
  }
  // A column of a detail reaches others by the formulas of the head that read it.
  const starts = level.detail === undefined ? [asText(field.key) ?? ''] : readersOfRows(head, level, field)
  if (!starts.some((key) => seen.has(`${id} ${key}`))) return
  const text = `值绕了一圈又跟随自己（经过 ${String(follow.screen)} 的「${String(follow.value)}」），请改其中一个字段`
  report(at, { code: 'FORMULA_CYCLE', text })
}

/** The fields of the head whose formulas read a column of a detail, or one that the row computes. */
const readersOfRows = (head: Level, { detail, fields }: Level, field: JsonObject): string[] => {
  const reads = ({ compute }: JsonObject, names: ReadonlySet<string>): boolean => {
    const read = typeof compute === 'string' ? parseExpression(compute) : null
    return read?.ok === true && read.value.names.some((name) => names.has(name))
  }
  const columns = new Set([asText(field.key) ?? ''])
  for (let size = 0; size < columns.size; ) {
    size = columns.size
    for (const [, entry] of fields) if (reads(entry, columns)) columns.add(asText(entry.key) ?? '')
  }
  const names = new Set([...columns].map((key) => `${detail}.${key}`))
  return head.fields.flatMap(([, entry]) => (reads(entry, names) ? (asText(entry.key) ?? []) : []))
}
