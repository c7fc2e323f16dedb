import { isJsonObject, type JsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import { valueHalf } from '../field-value.ts'
import { type FieldsContext, needField, part } from './context.ts'
import type { Path, Span } from './report.ts'

/** Whether the values of a field have a column of their own. An unknown type has a problem of its own. */
export const isStoredField = ({ types }: Pick<FieldsContext, 'types'>, field: JsonObject): boolean =>
  field.persist !== false && !isJsonObject(field.from) && valueHalf(types, field)?.dataType !== 'rows'

/** Whether a list may order and filter its records by a field: it has a column, or shows the value of another record. */
export const isQueriedField = (context: Pick<FieldsContext, 'types'>, field: JsonObject): boolean =>
  isStoredField(context, field) || isJsonObject(field.from)

/**
 * Reports a key that is no field of the head with a column: the server would leave it out in silence. `fault` says what
 * such a field cannot serve; system columns count where `audit` is true. An address of its own may know more.
 */
export function needStored(
  context: FieldsContext,
  path: Path,
  key: unknown,
  fault: string,
  audit = false,
  span?: Span,
): void {
  if (typeof key !== 'string') return
  const { document, head, report } = context
  needField(context, head, path, key, audit, span)
  const field = head.fields.find(([, entry]) => entry.key === key)?.[1]
  if (!field || isStoredField(context, field)) return
  if (context.isFaulty(['url']) || part(document, 'url').list !== undefined) return
  report(path, { code: 'BAD_VALUE', text: `字段「${key}」不存库，${fault}，请换一个字段` })
}

export function needAllStored(
  context: FieldsContext,
  path: Path,
  keys: unknown,
  fault: string,
  audit = false,
): void {
  for (const [at, key] of listTextEntries(keys)) needStored(context, [...path, at], key, fault, audit)
}
