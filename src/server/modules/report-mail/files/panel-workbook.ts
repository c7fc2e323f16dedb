import { buildCell } from '../../../records/excel/workbook/cells.ts'
import { sheetColumn } from '../../../records/excel/workbook/headings.ts'
import { distinctSheetNames } from '../../../records/excel/workbook/sheet-names.ts'
import { writeWorkbook } from '../../../records/excel/workbook/workbook.ts'
import type { Part, PartColumn, Table } from '../content/part.ts'
import { printCell } from '../content/part.ts'

const FIGURES = '数字'
const TEXT_WIDTH = 20

const buildColumn = ({ title, field }: PartColumn) =>
  field ? sheetColumn({ heading: title, field }) : { title, width: TEXT_WIDTH }

const buildRow = (row: Table['rows'][number]) => (column: PartColumn) => {
  const value = row[column.key]
  if (column.field) return buildCell(column.field, row)
  return typeof value === 'number' ? value : printCell(column, row)
}

/** A panel as a workbook: its numbers on the first sheet, and a sheet for each table and each chart. */
export function panelWorkbook(parts: readonly Part[]): AsyncGenerator<Buffer> {
  const figures = parts.flatMap((part) => (part.type === 'figures' ? part.figures : []))
  const tables = parts.flatMap((part): (Table & { title: string })[] => {
    if (part.type === 'table') return [{ ...part, title: part.title ?? '表' }]
    return part.type === 'chart' ? [{ ...part.table, title: part.title ?? '图' }] : []
  })
  const names = distinctSheetNames([FIGURES, ...tables.map(({ title }) => title)])
  return writeWorkbook([
    {
      name: FIGURES,
      columns: [
        { title: '名称', width: TEXT_WIDTH },
        { title: FIGURES, width: TEXT_WIDTH },
      ],
      rows: [figures.map(({ title, text }) => [title, text])],
    },
    ...tables.map(({ columns, rows }, at) => ({
      name: names[at + 1] ?? FIGURES,
      columns: columns.map(buildColumn),
      rows: [rows.map((row) => columns.map(buildRow(row)))],
    })),
  ])
}
