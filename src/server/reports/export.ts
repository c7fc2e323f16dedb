import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { listFields } from '#runtime/schema/derive.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { Field, StoredReport } from '#runtime/schema/types.ts'
import { isFormulaText } from '../records/excel/formula-text.ts'

/** The rows already contain the texts. */
const noTexts: Lookup = { text: () => undefined, value: () => undefined, items: () => [] }

/** Prefixes a text that a spreadsheet would read as a formula; numbers stay numbers. */
export const guarded = (text: string): string => (isFormulaText(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function cellOf(field: Field, row: Readonly<JsonObject>): string {
  const value = row[field.key]
  if (value === null || value === undefined) return ''
  const half = fieldValues.get(field.type)
  if (half?.toNumber && field.dictCode === undefined && half.toNumber(half.fromWire(value, field)) !== null)
    return String(value)
  const text =
    row[`${field.key}_dictText`] ?? half?.toText(half.fromWire(value, field), field, noTexts, 'full')
  return quoted(guarded(typeof text === 'string' ? text : String(value)))
}

/** A report as comma-separated values: its first line, and the lines of some rows. */
export interface Csv {
  /** Begins with the byte order mark that identifies UTF-8 to spreadsheets. */
  head: string
  lines(rows: readonly Readonly<JsonObject>[]): string
}

export function csvOf(report: StoredReport, isShown: (key: string) => boolean): Csv {
  const columns = listFields(
    { id: report.id, title: report.title, fields: report.fields },
    fieldValues,
  ).filter(({ key }) => isShown(key))
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  return {
    head: `\ufeff${line(columns.map(({ title }) => quoted(guarded(title))))}`,
    lines: (rows) => rows.map((row) => line(columns.map(({ field }) => cellOf(field, row)))).join(''),
  }
}
