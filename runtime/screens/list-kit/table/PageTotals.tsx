import { Table } from 'antd'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import type { List } from '../useList.ts'
import { hasWord, type TotalsOf, totalWords, writeTotal } from './column-totals.ts'

interface Props {
  plan: Pick<ListPlan, 'row'>
  columns: readonly Column[]
  /** Number of table columns before them. */
  offset: number
  /** 本页合计, 总计: names the rows that are summed. */
  label: string
  getTotals: TotalsOf
  /** A text over the columns behind the last one with statistics. */
  note?: string
}

const lastTotalled = (columns: readonly Column[]): number =>
  columns.findLastIndex((column) => column.statistics.length > 0)

/** Whether the totals of all pages fit beside those of the page: one column has totals, and others follow it. */
export const hasRoomBeside = (columns: readonly Column[]): boolean =>
  columns.filter((column) => column.statistics.length > 0).length === 1 &&
  lastTotalled(columns) < columns.length - 1

/** 卷数合计 38,214，合计金额 5,012.00: a title that has the word already is not followed by it. */
export const totalsText = ({ plan }: Pick<List, 'plan'>, getTotals: TotalsOf): string =>
  plan.columns
    .flatMap((column) =>
      getTotals(column).map((total) => {
        const word = totalWords[total.kind]
        return `${column.title}${column.title.includes(word) ? '' : word} ${writeTotal(column, total)}`
      }),
    )
    .join('，')

/** Sums and averages below their columns, with a label that names their rows. */
export function PageTotals({ plan, columns, offset, label, getTotals, note }: Props) {
  const actions = plan.row.length > 0 ? 1 : 0
  const isLabelled = columns[0]?.statistics.length === 0
  const labelledColumns = note === undefined ? columns : columns.slice(0, lastTotalled(columns) + 1)
  return (
    <Table.Summary.Row className="pro-totals">
      {offset > 0 && <Table.Summary.Cell index={0} colSpan={offset} />}
      {labelledColumns.map((column, index) => (
        <Table.Summary.Cell key={column.key} index={index + offset} align={column.align}>
          {index === 0 && isLabelled ? (
            label
          ) : (
            <ColumnTotals column={column} getTotals={getTotals} isLabelled={isLabelled} />
          )}
        </Table.Summary.Cell>
      ))}
      {note !== undefined && (
        <Table.Summary.Cell
          index={labelledColumns.length + offset}
          colSpan={columns.length - labelledColumns.length + actions}
        >
          <span className="pro-total-note" title={note}>
            {note}
          </span>
        </Table.Summary.Cell>
      )}
      {note === undefined && actions > 0 && <Table.Summary.Cell index={columns.length + offset} />}
    </Table.Summary.Row>
  )
}

/** The totals of one column, each with its word unless the label of the row says it. */
export function ColumnTotals({
  column,
  getTotals,
  isLabelled,
}: {
  column: Column
  getTotals: TotalsOf
  isLabelled: boolean
}) {
  const totals = getTotals(column)
  return totals.map((total) => (
    <span key={total.kind} className="pro-total" title={total.lack}>
      {hasWord(total, totals, isLabelled) && <small>{totalWords[total.kind]}</small>}
      {total.text}
    </span>
  ))
}
