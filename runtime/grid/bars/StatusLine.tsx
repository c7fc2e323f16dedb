import { type ReactNode, useSyncExternalStore } from 'react'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { CellFormula } from '../cells/CellFormula.tsx'
import type { GridClipboard } from '../clipboard/GridClipboard.ts'
import type { GridController } from '../controller/GridController.ts'
import { ForeignSummary } from '../live/ForeignMark.tsx'
import { getHeight, getWidth } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'
import { useActiveCell, useGridView } from '../state/hooks.ts'
import { SelectedRows } from './SelectedRows.tsx'
import { useSelectionStats } from './useSelectionStats.ts'

const PasteReport = lazyDialog(async () => (await import('../clipboard/PasteReport.tsx')).PasteReport)

/** Below the rows: statistics of the selected cells, problems, the last paste or import, undo. */
export function StatusLine({ grid }: { grid: GridController }) {
  const { store } = grid
  const wrong = useSyncExternalStore(store.subscribeErrors, () => store.errorCount)
  useSyncExternalStore(store.subscribeTotals, () => store.totalsVersion)
  const canUndo = useSyncExternalStore(store.subscribeLog, () => store.canUndo)
  return (
    <div className="detail-status" role="status">
      <span>
        <SelectedRows grid={grid} />
        <SelectionSummary grid={grid} />
        <CellFormula grid={grid} />
        <EditedFault grid={grid} />
        <Notice grid={grid} />
        <ForeignSummary store={store} />
        {grid.clipboard ? <ClipboardLine grid={grid} clipboard={grid.clipboard} /> : null}
      </span>
      <span>
        {wrong === 0 ? null : <span className="detail-wrong">{wrong} 格有误</span>}
        {canUndo ? (
          <button type="button" className="detail-undo" onClick={() => grid.undo()}>
            撤销 Ctrl Z
          </button>
        ) : null}
      </span>
    </div>
  )
}

/** What is pasted or imported, or was the last time. */
function ClipboardLine({ grid, clipboard }: { grid: GridController; clipboard: GridClipboard }) {
  const { busy, outcome } = useSyncExternalStore(clipboard.state.subscribe, clipboard.state.get)
  if (busy) return <span>正在{busy}…</span>
  if (!outcome) return null
  return (
    <PasteReport
      store={grid.store}
      outcome={outcome}
      reveal={(rowId, key) => grid.cursor.go(rowId, key)}
      undo={() => {
        grid.undo()
        clipboard.dismiss()
      }}
      onClose={() => clipboard.dismiss()}
    />
  )
}

/** Announced to screen readers while the caret is in an invalid cell; otherwise the cell itself shows it. */
function EditedFault({ grid }: { grid: GridState }) {
  const { store } = grid
  const { columns } = useGridView(grid)
  const now = useActiveCell(grid)
  const errors = useSyncExternalStore(store.subscribeErrors, () =>
    now ? store.findErrors(now.rowId) : undefined,
  )
  const column = now?.step == null ? undefined : columns.find(({ key }) => key === now.key)
  const text = column && errors?.[column.key]
  return text === undefined ? null : <span className="detail-hidden">{`${column?.title}：${text}`}</span>
}

/** What a command did out of sight. */
function Notice({ grid: { active } }: { grid: GridState }): ReactNode {
  const notice = useSyncExternalStore(active.subscribe, () => active.notice)
  return notice === null ? null : <span>{notice}</span>
}

/** Size, count, sum and average of several selected cells; a large block is aggregated in idle time. */
function SelectionSummary({ grid }: { grid: GridState }) {
  const chosen = useSelectionStats(grid)
  if (!chosen) return null
  const { block, stats } = chosen
  return (
    <span className="detail-figures">
      选区 {getHeight(block)} 行 × {getWidth(block)} 列　计数 {stats ? stats.count : '…'}
      {stats && stats.sum !== null ? `　求和 ${stats.sum}　平均 ${stats.average}` : null}
    </span>
  )
}
