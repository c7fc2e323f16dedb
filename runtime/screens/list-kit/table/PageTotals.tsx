import { Table } from 'antd'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import { countText } from '#runtime/data/list-source.ts'
import type { List } from '../useList.ts'
import { hasWord, type TotalsOf, totalWords } from './column-totals.ts'

interface Props {
  plan: Pick<ListPlan, 'row'>
  columns: readonly Column[]
  /** Number of table columns before them. */
  offset: number
  /** 本页合计, 总计: names the rows that are summed. */
  label: string
  totalsOf: TotalsOf
  /** A text over the columns behind the last one with statistics. */
  note?: string
}

const lastTotalled = (columns: readonly Column[]): number =>
  columns.findLastIndex((column) => column.statistics.length > 0)

/** Whether columns without statistics follow the last one that has them. */
export const hasRoomBeside = (columns: readonly Column[]): boolean =>
  lastTotalled(columns) < columns.length - 1

/** 全部 1,126 条，卷数合计 38,214 */
export const noteOfTotals = (list: Pick<List, 'page' | 'plan'>, totalsOf: TotalsOf): string =>
  [
    `全部 ${countText(list.page)} 条`,
    ...list.plan.columns.flatMap((column) =>
      totalsOf(column).map(({ kind, text }) => `${column.title}${totalWords[kind]} ${text}`),
    ),
  ].join('，')

/** Sums and averages below their columns, with a label that names their rows. */
export function PageTotals({ plan, columns, offset, label, totalsOf, note }: Props) {
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
            <ColumnTotals column={column} totalsOf={totalsOf} isLabelled={isLabelled} />
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
  totalsOf,
  isLabelled,
}: {
  column: Column
  totalsOf: TotalsOf
  isLabelled: boolean
}) {
  const totals = totalsOf(column)
  return totals.map((total) => (
    <span key={total.kind} className="pro-total">
      {hasWord(total, totals, isLabelled) && <small>{totalWords[total.kind]}</small>}
      {total.text}
    </span>
  ))
}
