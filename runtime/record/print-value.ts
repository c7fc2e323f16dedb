import type { AnyFieldValue, Look, Lookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { serverText } from './paste/dict-text.ts'
import type { Values } from './scope.ts'

interface Printed {
  field: Field
  type: AnyFieldValue
}

/** A value of a record as people read it: the text that the server sent with it, else the text of its type. */
export const printValue = (
  { field, type }: Printed,
  row: Values,
  lookup: Lookup,
  look: Look = 'cell',
): string =>
  serverText(row, field.key) ?? type.toText(type.fromWire(row[field.key], field), field, lookup, look)
