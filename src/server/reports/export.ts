import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { csvText } from '#runtime/kernel/text/formula-text.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import { type ListColumn, listFields } from '#runtime/schema/derive.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Field, StoredReport } from '#runtime/schema/types.ts'
import { buildCell, hasCodes } from '../records/excel/workbook/cells.ts'
import { orderColumns, sheetColumn } from '../records/excel/workbook/headings.ts'
import { sheetName } from '../records/excel/workbook/sheet-names.ts'
import { writeWorkbook } from '../records/excel/workbook/workbook.ts'

function csvCell(field: Field, row: Readonly<JsonObject>): string {
  const value = row[field.key]
  if (value === null || value === undefined) return ''
  const half = fieldValues.get(field.type)
  if (!half) return csvText(String(value))
  const inner = half.fromWire(value, field)
  const text = serverText(row, field.key)
  const isNumber = !hasCodes(field) && half.toNumber?.(inner) != null
  if (text === undefined && isNumber) return String(value)
  return csvText(text ?? half.toText(inner, field, noLookup, 'full'))
}

/** A report as comma-separated values: its first line, and the lines of some rows. */
export interface Csv {
  /** Begins with the byte order mark that identifies UTF-8 to spreadsheets. */
  head: string
  lines(rows: readonly Readonly<JsonObject>[]): string
}

type IsShown = (key: string) => boolean

/** The columns of a report that its reader may see: those in `keys`, in that order, else all. */
export const exportColumns = (
  { id, title, fields }: StoredReport,
  isShown: IsShown,
  keys: readonly string[] = [],
): readonly ListColumn[] =>
  orderColumns(
    listFields({ id, title, fields }, fieldValues).filter(({ key }) => isShown(key)),
    keys,
  )

export function buildCsv(columns: readonly ListColumn[]): Csv {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  return {
    head: `\ufeff${line(columns.map(({ title }) => csvText(title)))}`,
    lines: (rows) => rows.map((row) => line(columns.map(({ field }) => csvCell(field, row)))).join(''),
  }
}

/** A report as a workbook with one sheet; the rows already contain the texts of dictionary values. */
export function reportWorkbook(
  { title }: Pick<StoredReport, 'title'>,
  columns: readonly ListColumn[],
  slices: AsyncIterable<readonly Readonly<JsonObject>[]>,
): AsyncIterable<Buffer> {
  const rows = async function* () {
    for await (const slice of slices)
      yield slice.map((row) => columns.map(({ field }) => buildCell(field, row)))
  }
  return writeWorkbook([
    {
      name: sheetName(title),
      columns: columns.map(({ title: heading, field }) => sheetColumn({ heading, field })),
      rows: rows(),
    },
  ])
}
