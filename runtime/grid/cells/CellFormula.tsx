import { useSyncExternalStore } from 'react'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import type { RecordModel } from '#runtime/record/model.ts'
import type { GridState } from '../state/GridState.ts'
import { useActiveCell, useGridView } from '../state/hooks.ts'

/** In plain text brackets are ASCII, with spaces around them. */
const plainLine = (text: string): string =>
  text
    .replaceAll('（', ' (')
    .replaceAll('）', ') ')
    .replace(/ {2,}/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .trim()

/**
 * The explanation of a computed cell: its formula with titles and with the values of the row. Null for a typed cell.
 */
export function explainCell(
  model: RecordModel,
  { store, columns }: Pick<GridState, 'store' | 'columns'>,
  rowId: string,
  key: string,
): { formula: string; figures: string } | null {
  const column = columns.find((item) => item.key === key)
  const explained = column?.isComputed ? model.explain(key, store.detail.key, rowId) : null
  if (!column || !explained) return null
  return { formula: plainLine(explained.formula), figures: `${column.title} ${plainLine(explained.figures)}` }
}

/** Below the rows: the formula of the active cell. */
export function CellFormula({ grid }: { grid: GridState }) {
  const model = useRecordModel()
  const { store } = grid
  const { columns } = useGridView(grid)
  const now = useActiveCell(grid)
  const isComputed = columns.some(({ key, isComputed }) => isComputed && key === now?.key)
  // Typing into other cells renders nothing here.
  useSyncExternalStore(store.subscribeLog, () => (isComputed ? store.version : 0))
  const explained = isComputed && now && explainCell(model, grid, now.rowId, now.key)
  if (!explained) return null
  return (
    <span className="detail-formula" title={explained.formula}>
      {explained.figures}
    </span>
  )
}
