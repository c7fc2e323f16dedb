import { useTableOutputs } from '#runtime/contract/useTableOutputs.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import { ColumnTotal } from '#runtime/record/formulas/column-total.ts'
import type { RowOutputs } from '#runtime/record/rows/row-outputs.ts'
import type { Column } from '../columns/columns.ts'
import type { GridState } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'

function formatSum({ selectedRows }: RowOutputs, { key, title, field }: Column): string {
  const total = new ColumnTotal()
  for (const row of selectedRows) total.add(row[key])
  return `${title} ${formatNumber(total.sum, field.scale)}`
}

/** How many rows are selected, and the sums of their columns that have one. */
export function SelectedRows({ grid }: { grid: GridState }) {
  const { columns } = useGridView(grid)
  const outputs = useTableOutputs(grid.store.detail.key)
  if (!outputs || outputs.selectedRows.length === 0) return null
  const summed = columns.filter(({ statistics }) => statistics.includes('sum'))
  const sums = summed.length > 0 ? `：${summed.map((column) => formatSum(outputs, column)).join('　')}` : ''
  return (
    <span className="detail-figures">
      已选 {outputs.selectedRows.length} 行{sums}
    </span>
  )
}
