import { buildCell } from '../../../records/excel/workbook/cells.ts'
import { sheetColumn } from '../../../records/excel/workbook/headings.ts'
import { sheetName, writeWorkbook } from '../../../records/excel/workbook/workbook.ts'
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

/** The names with a number behind those that another sheet has already. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name.slice(0, 27)} ${count}`
  })
}

/** A panel as a workbook: its numbers on the first sheet, and a sheet for each table and each chart. */
export function panelWorkbook(parts: readonly Part[]): AsyncGenerator<Buffer> {
  const figures = parts.flatMap((part) => (part.type === 'figures' ? part.figures : []))
  const tables = parts.flatMap((part): (Table & { title: string })[] => {
    if (part.type === 'table') return [{ ...part, title: part.title ?? '表' }]
    return part.type === 'chart' ? [{ ...part.table, title: part.title ?? '图' }] : []
  })
  const names = distinct([FIGURES, ...tables.map(({ title }) => sheetName(title))])
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
