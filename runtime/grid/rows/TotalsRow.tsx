import { memo, useSyncExternalStore } from 'react'
import { formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import { lackText } from '#runtime/record/formulas/lack-text.ts'
import type { Column } from '../columns/columns.ts'
import { fixedClassNames } from '../columns/layout.ts'
import { differenceHint } from '../live/ForeignMark.tsx'
import type { GridState } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'

const words = { sum: '合计', average: '平均' }
const averagePlaces = 2

function figure(
  { store }: Pick<GridState, 'store'>,
  { key, field }: Column,
  kind: 'sum' | 'average',
): string {
  const total = store.total(key)
  const divisor = kind === 'sum' ? toBig(1) : toBig(total?.count ?? 0)
  if (!total || !divisor || divisor.eq(0)) return '—'
  return formatNumber(total.sum.div(divisor), kind === 'sum' ? field.scale : averagePlaces)
}

/** How many of the rows that are summed lack a value in the column; undefined if none does. */
const lackHint = ({ store }: Pick<GridState, 'store'>, { key }: Column): string | undefined =>
  lackText(store.filledRows.length - (store.total(key)?.count ?? 0))

/** The sum or average of a column with its label; unsaved cells of other users are a hint, not in the sum. */
export const Totals = ({ table, column }: { table: Pick<GridState, 'store'>; column: Column }) =>
  column.statistics.map((kind) => {
    const hint = kind === 'sum' ? differenceHint(table.store, column) : undefined
    const title = [hint, lackHint(table, column)].filter(Boolean).join('，') || undefined
    return (
      <span key={kind} className={hint ? 'detail-figure is-foreign' : 'detail-figure'} title={title}>
        <span className="detail-word">{words[kind]}</span> {figure(table, column, kind)}
      </span>
    )
  })

/** The number of rows, and under each column with statistics its sum or average with a label. */
export const TotalsRow = memo(function TotalsRow({ table }: { table: GridState }) {
  const { store } = table
  const { columns, isFrozen } = useGridView(table)
  useSyncExternalStore(store.subscribeTotals, () => store.totalsVersion)
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  // The count also uses the first column, unless that column has statistics.
  const span = (isFrozen ? 1 : 2) + (columns[0]?.statistics.length ? 0 : 1)
  const rest = columns.slice(columns[0]?.statistics.length ? 0 : 1)
  return (
    <div className="detail-totals">
      <div className="detail-cell" style={{ gridColumn: `span ${span}` }}>
        共 {store.filledRows.length} 行
      </div>
      {rest.map((column) => (
        <div
          key={column.key}
          className={`detail-cell is-${column.align}${fixedClassNames(column)}`}
          style={column.style}
          data-total={column.key}
        >
          <Totals table={table} column={column} />
        </div>
      ))}
    </div>
  )
})
