import { fieldValues } from '#runtime/fields/values.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

/** The content of a cell: a text, or a number that the format of its column shows. Null: empty. */
export type Cell = string | number | null

/** Whether the values of a field are codes, which a file shows as their texts. */
export const hasCodes = ({ dictCode, options }: Field): boolean =>
  dictCode !== undefined || options !== undefined

/** The cell of a field in a record of the wire with its `_dictText`. Null-like values yield an empty cell. */
export function buildCell(field: Field, row: Readonly<Record<string, unknown>>): Cell {
  const value = row[field.key]
  if (value === null || value === undefined || value === '') return null
  const text = serverText(row, field.key)
  if (text !== undefined) return text
  const half = fieldValues.get(field.type)
  if (!half) return String(value)
  const inner = half.fromWire(value, field)
  return half.spreadsheet && inner !== null && !hasCodes(field)
    ? half.spreadsheet.toCell(inner)
    : half.toText(inner, field, noLookup, 'full')
}
