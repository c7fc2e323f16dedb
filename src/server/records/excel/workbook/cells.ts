import { fieldValues } from '#runtime/fields/values.ts'
import { isDate, isDateTime } from '#runtime/kernel/time.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'

/** The content of a cell: a text, a number, or a moment in days since 1899-12-30. Null: empty. */
export type Cell = string | number | { serial: number; format: 'date' | 'datetime' } | null

const DAY = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Before this day spreadsheets count a day that did not exist. */
const FIRST_DAY = '1900-03-01'

/** The date of a text as a serial number; null for a text that is no date, or too early for a spreadsheet. */
function momentOf(text: string): Cell {
  if (text < FIRST_DAY) return null
  if (isDate(text)) return { serial: (Date.parse(`${text}T00:00:00Z`) - EPOCH) / DAY, format: 'date' }
  if (!isDateTime(text)) return null
  return { serial: (Date.parse(`${text.replace(' ', 'T')}Z`) - EPOCH) / DAY, format: 'datetime' }
}

/** Numbers with more digits than a spreadsheet stores stay texts. */
const MAX_DIGITS = 15
const fitsNumber = (value: unknown): boolean =>
  Number.isFinite(Number(value)) && String(value).replace(/\D|e.*$/gi, '').length <= MAX_DIGITS

/** The cell of a field in a record of the wire with its `_dictText`. Null-like values yield an empty cell. */
export function cellOf(field: Field, row: Readonly<Record<string, unknown>>): Cell {
  const value = row[field.key]
  if (value === null || value === undefined || value === '') return null
  const dictText = row[`${field.key}_dictText`]
  if (typeof dictText === 'string' && dictText !== '') return dictText
  const half = fieldValues.get(field.type)
  const hasCodes = field.dictCode !== undefined || field.options !== undefined
  if (!half) return String(value)
  const inner = half.fromWire(value, field)
  if (half.toNumber && !hasCodes && half.toNumber(inner) !== null)
    return fitsNumber(value) ? Number(value) : String(value)
  if ((half.dataType === 'date' || half.dataType === 'datetime') && typeof value === 'string') {
    const moment = momentOf(value)
    if (moment !== null) return moment
  }
  return half.toText(inner, field, noLookup, 'full')
}
