import { DEFAULT_WIDTH } from '#runtime/compile/list.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { PrintedBlock, PrintedRow } from '#runtime/record/print/printed-block.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { totalsOfRows, writeTotal } from '../table/column-totals.ts'
import { rowGroups } from '../table/row-groups.ts'

interface PrintedList {
  title: string
  columns: readonly Column[]
  rows: readonly ListRow[]
  /** The conditions and the number of rows, above the table. */
  notes: readonly string[]
  /** Key of the column whose equal values are one group with a sub-total. */
  groupBy?: string
}

/** A list as blocks: its title, its conditions and its rows with totals. */
export function listBlocks(list: PrintedList, lookup: Lookup): PrintedBlock[] {
  const { title, columns, rows, notes, groupBy } = list
  const totals = sums(columns, rows)
  return [
    { type: 'title', title },
    ...(notes.length > 0 ? [{ type: 'text', text: notes.join('　'), size: 'small' } as const] : []),
    {
      type: 'table',
      columns: columns.map(({ key, title: name, group, align, width = DEFAULT_WIDTH }) => ({
        key,
        title: group === undefined ? name : `${group} ${name}`,
        align,
        width,
      })),
      rows:
        groupBy === undefined
          ? printRows(columns, rows, lookup)
          : groupedRows(columns, rows, groupBy, lookup),
      ...(totals.some(Boolean) ? { totals } : {}),
    },
  ]
}

const printRows = (columns: readonly Column[], rows: readonly ListRow[], lookup: Lookup): PrintedRow[] =>
  rows.map((row) => ({ key: row.id, cells: columns.map((column) => printValue(column, row, lookup)) }))

/** Each group of adjacent rows, followed by its sub-total. */
const groupedRows = (
  columns: readonly Column[],
  rows: readonly ListRow[],
  groupBy: string,
  lookup: Lookup,
): PrintedRow[] =>
  rowGroups(rows, groupBy).flatMap((group) => {
    const printed = printRows(columns, group.rows, lookup)
    const place = columns.findIndex(({ key }) => key === groupBy)
    const label = `${printed[0]?.cells[place] || '未填'}小计`
    const cells = sums(columns, group.rows).map((text, at) => (at === place ? label : text))
    return [...printed, { key: `subtotal ${group.rows[0]?.id}`, cells, isTotal: true }]
  })

/** The sum of each column that declares one, of a computed one with the rows that lack a value; '' for the others. */
const sums = (columns: readonly Column[], rows: readonly ListRow[]): string[] =>
  columns.map((column) => {
    const sum = totalsOfRows(column, rows).find(({ kind }) => kind === 'sum')
    return sum ? writeTotal(column, sum) : ''
  })
