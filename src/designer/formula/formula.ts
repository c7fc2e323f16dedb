import { nameEntry, type OfferedName } from '#runtime/fields/rich/code/offered-names.ts'
import { explain } from '#runtime/kernel/expression/explain.ts'
import { functions } from '#runtime/kernel/expression/functions.ts'
import { functionResults, resultTitles } from '#runtime/kernel/expression/result.ts'
import { argumentsByFunction } from '#runtime/kernel/expression/signatures.ts'
import { evaluate, parseExpression, type Value } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { initials } from '#runtime/kernel/text/pinyin.ts'
import { getRows, headScope, keySet, type RecordEnv, rowScope, type Values } from '#runtime/record/scope.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type FieldPath, fieldAt, getKey, listFields, listNamedFields } from '../document-edit.ts'

/** The entry of a field: fields stay the same objects while another one is edited, so that few are made anew at a key. */
const entries = new WeakMap<JsonObject, OfferedName>()

function buildEntry(field: JsonObject): OfferedName {
  const cached = entries.get(field)
  if (cached) return cached
  const entry = nameEntry(getKey(field), String(field.title ?? getKey(field)))
  entries.set(field, entry)
  return entry
}

/** The functions of expressions, the same for every field. */
const calls: readonly OfferedName[] = [...functions].map(([name, { title }]) => {
  const result = resultTitles[functionResults[name] ?? 'any']
  return {
    text: `${name}(`,
    title,
    signature: `(${argumentsByFunction[name] ?? ''}) → ${result}`,
    letters: initials(title),
  }
})

/** The names for an expression at `path`: the fields of its list, those of the head and of its details, and functions. */
export function offeredNames(document: JsonObject, path: FieldPath): OfferedName[] {
  const siblings = path.length > 1 ? listFields(fieldAt(document, path.slice(0, -1)) ?? {}) : []
  const head = listNamedFields(document)
  const plain = (fields: readonly JsonObject[], prefix = ''): OfferedName[] =>
    fields
      .filter((field) => getKey(field) !== path.at(-1) && !Array.isArray(field.fields))
      .map((field) =>
        prefix === '' ? buildEntry(field) : { ...buildEntry(field), text: `${prefix}${getKey(field)}` },
      )
  const columns =
    path.length > 1
      ? []
      : head.flatMap((field) =>
          Array.isArray(field.fields) ? plain(listFields(field), `${getKey(field)}.`) : [],
        )
  return [...plain(siblings), ...plain(head), ...columns, ...calls]
}

/** The names that a text may have as `${name}`: the fields of the head with a single value. */
export const textNames = (document: JsonObject): OfferedName[] =>
  listNamedFields(document)
    .filter((field) => !Array.isArray(field.fields))
    .map(buildEntry)

/** The result of an expression on one record, with its type and its figures in words; or why it cannot be read. */
export type Trial = { isOk: true; figures: string; type: string } | { isOk: false; text: string }

/** Evaluates an expression of the field at `path` on a record; one of a detail field on the record's first row. */
export function tryExpression(
  text: string,
  document: JsonObject,
  path: FieldPath,
  record: Values,
  { types, ...env }: RecordEnv & { types: FieldValues },
): Trial {
  const read = parseExpression(text)
  if (!read.ok) return { isOk: false, text: read.text }
  const [table] = path
  const head = headScope(record, env, keysAt(document, types))
  const holder = path.length > 1 ? fieldAt(document, path.slice(0, -1)) : undefined
  const row = holder && table !== undefined ? getRows(record, table)[0] : undefined
  if (holder && !row) return { isOk: false, text: '这条记录没有明细，试不了' }
  const keys = keysAt(holder ?? {}, types)
  const scope = row ? rowScope(row, keys, head) : head
  const titles = new Map(offeredNames(document, path).map((entry) => [entry.text, entry.title]))
  const { figures } = explain(read.value, scope, (name) => titles.get(name) ?? name)
  return { isOk: true, figures, type: typeTitle(evaluate(read.value, scope)) }
}

const keysAt = (holder: JsonObject, types: FieldValues) => keySet(declaredFields(holder), types)

const declaredFields = (holder: JsonObject): Field[] =>
  listNamedFields(holder).map((field) => ({
    ...field,
    key: getKey(field),
    type: String(field.type),
    fields: declaredFields(field),
  }))

function typeTitle(value: Value): string {
  if (value === null) return '空'
  if (Array.isArray(value)) return '列表'
  if (typeof value === 'boolean') return '是否'
  return typeof value === 'string' ? '文字' : '数字'
}
