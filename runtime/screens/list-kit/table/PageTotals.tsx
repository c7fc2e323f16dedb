import { Table } from 'antd'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import type { List } from '../useList.ts'

interface Props {
  list: List
  columns: readonly Column[]
  /** Number of table columns before them. */
  offset: number
  /** The total of a column; by default over the visible rows. */
  label?: string
  totalText?(column: Column): string
}

/** Sums and averages with a label that names their rows. */
export function PageTotals({ list, columns, offset, totalText, ...labels }: Props) {
  const label = labels.label ?? (list.plan.paging ? '本页合计' : '合计')
  const text = totalText ?? ((column: Column) => totalOf(column, list.rows))
  return (
    <Table.Summary.Row className="pro-totals">
      {offset > 0 && <Table.Summary.Cell index={0} colSpan={offset} />}
      {columns.map((column, index) => (
        <Table.Summary.Cell key={column.key} index={index + offset} align={column.align}>
          {index === 0 && column.statistics.length === 0 ? label : text(column)}
        </Table.Summary.Cell>
      ))}
      {list.plan.row.length > 0 && <Table.Summary.Cell index={columns.length + offset} />}
    </Table.Summary.Row>
  )
}

const averagePlaces = 2

/** A sum with the decimals of the column, else an average. */
export function totalOf(column: Column, rows: readonly ListRow[]): string {
  const { key, field, statistics } = column
  if (statistics.length === 0) return ''
  const numbers = rows.map((row) => toBig(row[key])).filter((figure) => figure !== null)
  const [first, ...rest] = numbers
  if (!first) return ''
  const sum = rest.reduce((total, figure) => total.plus(figure), first)
  if (!statistics.includes('sum')) return formatNumber(sum.div(numbers.length), averagePlaces)
  return formatNumber(
    sum,
    field.scale ?? Math.max(...numbers.map((figure) => Math.max(0, figure.c.length - figure.e - 1))),
  )
}
