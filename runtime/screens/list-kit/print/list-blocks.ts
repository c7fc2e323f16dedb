import { DEFAULT_WIDTH } from '#runtime/compile/list.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListGroup, ListRow } from '#runtime/data/list-source.ts'
import type { PrintedBlock, PrintedRow } from '#runtime/record/print/printed-block.ts'
import { printValue } from '#runtime/record/print-value.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { type TotalsOf, totalsOfRows, totalsOfServer, writeTotal } from '../table/column-totals.ts'
import { isPartial, type RowGroup, rowGroups, textOfGroup } from '../table/row-groups.ts'

interface PrintedList {
  title: string
  columns: readonly Column[]
  rows: readonly ListRow[]
  /** The conditions and the number of rows, above the table. */
  notes: readonly string[]
  /** The column whose equal values are one group with a sub-total; it may be hidden. */
  group?: Column | undefined
  /** The rows are the first ones of more, whose totals the server may have. */
  cut?: { totals?: TotalsOf | undefined; groups?: readonly ListGroup[] | undefined } | undefined
}

/** A list as blocks: its title, its conditions and its rows with totals. */
export function listBlocks(list: PrintedList, lookup: Lookup): PrintedBlock[] {
  const { title, columns, rows, notes, group, cut } = list
  const totals = sums(columns, cut?.totals ?? sumRows(rows))
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
      rows: group === undefined ? printRows(columns, rows, lookup) : groupedRows(list, group, lookup),
      ...(totals.some(Boolean) ? { totals } : {}),
      ...(cut && !cut.totals && { totalsTitle: '以上合计' }),
    },
  ]
}

const printRows = (columns: readonly Column[], rows: readonly ListRow[], lookup: Lookup): PrintedRow[] =>
  rows.map((row) => ({ key: row.id, cells: columns.map((column) => printValue(column, row, lookup)) }))

/**
 * Each group of adjacent rows, followed by its sub-total; by the number of its rows where no column has a sum. The last group
 * of the first rows may have more rows: without totals of the server it has no sub-total.
 */
const groupedRows = ({ columns, rows, cut }: PrintedList, group: Column, lookup: Lookup): PrintedRow[] => {
  const place = Math.max(0, columns.indexOf(group))
  return rowGroups(rows, group.key, cut?.groups).flatMap((part, at, { length }) => {
    const printed = printRows(columns, part.rows, lookup)
    if (cut && at === length - 1 && !part.whole) return printed
    const totals = sums(columns, part.whole ? totalsOfServer(part.whole.totals) : sumRows(part.rows))
    const label = `${textOfGroup(part, group, lookup) || '未填'}${endLabel(part, totals.some(Boolean))}`
    const cells = totals.map((text, column) => (column === place ? label : text))
    return [...printed, { key: `subtotal ${part.rows[0]?.id}`, cells, isTotal: true }]
  })
}

function endLabel(group: RowGroup, hasSums: boolean): string {
  const count = group.whole?.total ?? group.rows.length
  if (!hasSums) return ` 共 ${count} 条`
  return isPartial(group) ? `小计（共 ${count} 条）` : '小计'
}

const sumRows =
  (rows: readonly ListRow[]): TotalsOf =>
  (column) =>
    totalsOfRows(column, rows)

/** The sum of each column that declares one, of a computed one with the rows that lack a value; '' for the others. */
const sums = (columns: readonly Column[], getTotals: TotalsOf): string[] =>
  columns.map((column) => {
    const sum = getTotals(column).find(({ kind }) => kind === 'sum')
    return sum ? writeTotal(column, sum) : ''
  })
