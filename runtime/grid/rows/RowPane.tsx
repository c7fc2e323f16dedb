import { Suspense } from 'react'
import { useSubTable } from '#runtime/contract/sub-table-context.ts'
import type { GridController } from '../controller/GridController.ts'
import { useOpenPart } from '../state/hooks.ts'

/** The pane opened from a row, one at a time, as drawn by the surrounding screen. */
export function RowPane({ grid }: { grid: GridController }) {
  const SubTable = useSubTable()
  const now = useOpenPart(grid, 'pane')
  const row = now && grid.store.row(now.rowId)
  if (!now || !row || !SubTable) return null
  return (
    <Suspense>
      <SubTable
        pane={now.pane}
        row={row}
        rowName={`第 ${grid.visibleRows.getNumber(row.id)} 行`}
        onClose={() => {
          grid.close('pane')
          grid.surface?.focus()
        }}
      />
    </Suspense>
  )
}
