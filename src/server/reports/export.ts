import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { listFields } from '#runtime/schema/derive.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Field, StoredReport } from '#runtime/schema/types.ts'
import { cellOf as workbookCell } from '../records/excel/workbook/cells.ts'
import { isFormulaText } from '../records/excel/workbook/formula-text.ts'
import { widthOf } from '../records/excel/workbook/headings.ts'
import { sheetName, writeWorkbook } from '../records/excel/workbook/workbook.ts'

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
    row[`${field.key}_dictText`] ?? half?.toText(half.fromWire(value, field), field, noLookup, 'full')
  return quoted(guarded(typeof text === 'string' ? text : String(value)))
}

/** A report as comma-separated values: its first line, and the lines of some rows. */
export interface Csv {
  /** Begins with the byte order mark that identifies UTF-8 to spreadsheets. */
  head: string
  lines(rows: readonly Readonly<JsonObject>[]): string
}

type IsShown = (key: string) => boolean

const columnsOf = ({ id, title, fields }: StoredReport, isShown: IsShown) =>
  listFields({ id, title, fields }, fieldValues).filter(({ key }) => isShown(key))

export function csvOf(report: StoredReport, isShown: IsShown): Csv {
  const columns = columnsOf(report, isShown)
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  return {
    head: `\ufeff${line(columns.map(({ title }) => quoted(guarded(title))))}`,
    lines: (rows) => rows.map((row) => line(columns.map(({ field }) => cellOf(field, row)))).join(''),
  }
}

/** A report as a workbook with one sheet; the rows already contain the texts of dictionary values. */
export function reportWorkbook(
  report: StoredReport,
  isShown: IsShown,
  slices: AsyncIterable<readonly Readonly<JsonObject>[]>,
): AsyncIterable<Buffer> {
  const columns = columnsOf(report, isShown)
  const rows = async function* () {
    for await (const slice of slices)
      yield slice.map((row) => columns.map(({ field }) => workbookCell(field, row)))
  }
  return writeWorkbook([
    {
      name: sheetName(report.title),
      columns: columns.map(({ title, field }) => ({ title, width: widthOf(title, field.width) })),
      rows: rows(),
    },
  ])
}
