import { DEFAULT_WIDTH } from '#runtime/compile/list.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { PrintedBlock, PrintedRow } from '#runtime/record/print/printed-block.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { totalsOfRows, writeTotal } from '../table/column-totals.ts'
import { rowGroups, textOfGroup } from '../table/row-groups.ts'

interface PrintedList {
  title: string
  columns: readonly Column[]
  rows: readonly ListRow[]
  /** The conditions and the number of rows, above the table. */
  notes: readonly string[]
  /** The column whose equal values are one group with a sub-total; it may be hidden. */
  group?: Column | undefined
}

/** A list as blocks: its title, its conditions and its rows with totals. */
export function listBlocks(list: PrintedList, lookup: Lookup): PrintedBlock[] {
  const { title, columns, rows, notes, group } = list
  const totals = sums(columns, rows)
  return [
    { type: 'title', title },
    ...(notes.length > 0 ? [{ type: 'text', text: notes.join('　'), size: 'small' } as const] : []),
    {
      type: 'table',
      columns: columns.map(({ key, title: name, group: head, align, width = DEFAULT_WIDTH }) => ({
        key,
        title: head === undefined ? name : `${head} ${name}`,
        align,
        width,
      })),
      rows:
        group === undefined ? printRows(columns, rows, lookup) : groupedRows(columns, rows, group, lookup),
      ...(totals.some(Boolean) ? { totals } : {}),
    },
  ]
}

const printRows = (columns: readonly Column[], rows: readonly ListRow[], lookup: Lookup): PrintedRow[] =>
  rows.map((row) => ({ key: row.id, cells: columns.map((column) => printValue(column, row, lookup)) }))

/** Each group of adjacent rows, followed by its sub-total; by the number of its rows where no column has a sum. */
const groupedRows = (
  columns: readonly Column[],
  rows: readonly ListRow[],
  group: Column,
  lookup: Lookup,
): PrintedRow[] =>
  rowGroups(rows, group.key).flatMap((part) => {
    const place = Math.max(0, columns.indexOf(group))
    const totals = sums(columns, part.rows)
    const end = totals.some(Boolean) ? '小计' : ` 共 ${part.rows.length} 条`
    const label = `${textOfGroup(part, group, lookup) || '未填'}${end}`
    const cells = totals.map((text, at) => (at === place ? label : text))
    const key = `subtotal ${part.rows[0]?.id}`
    return [...printRows(columns, part.rows, lookup), { key, cells, isTotal: true }]
  })

/** The sum of each column that declares one, of a computed one with the rows that lack a value; '' for the others. */
const sums = (columns: readonly Column[], rows: readonly ListRow[]): string[] =>
  columns.map((column) => {
    const sum = totalsOfRows(column, rows).find(({ kind }) => kind === 'sum')
    return sum ? writeTotal(column, sum) : ''
  })
