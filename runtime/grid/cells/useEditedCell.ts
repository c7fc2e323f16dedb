import { useMemo } from 'react'
import type { EditedCell } from '#runtime/contract/contract.ts'
import type { GridController } from '../controller/GridController.ts'
import { addRowsAfter } from '../controller/new-row.ts'
import { newStep } from '../state/active-cell.ts'
import { addToCount, goOnAfterPick } from './after-pick.ts'

/** The cell that an editor edits. */
export function useEditedCell(grid: GridController, rowId: string, key: string): EditedCell {
  return useMemo(() => {
    const { store, active, cursor } = grid
    const isActive = active.inRow(rowId)?.key === key
    /** The editing in which the picked record was added to the count of another row. */
    let countedIn: string | null = null
    return {
      isBrowsing: isActive && active.isBrowsing,
      scannedCode: isActive ? active.scannedCode : null,
      next() {
        cursor.close()
        cursor.next(1)
      },
      goOn() {
        const editing = active.get()?.step ?? null
        cursor.close()
        const isCounted = editing !== null && editing === countedIn
        if (!isCounted) goOnAfterPick(grid, rowId, key)
      },
      newStep() {
        const step = newStep('pick')
        /** The values of the row when the step began, and those that it set. */
        const last: Record<string, unknown> = { ...store.row(rowId) }
        return {
          patch(values) {
            const now = store.row(rowId)
            const due = Object.entries(values).filter(([name]) => now?.[name] === last[name])
            store.setCells([{ id: rowId, values: Object.fromEntries(due) }], step)
            for (const [name] of due) last[name] = store.row(rowId)?.[name]
          },
          addRows: grid.canAdd ? addRowsAfter(store, rowId, step) : undefined,
          addToCount(values) {
            const isCounted = addToCount(grid, { rowId, key, step }, values)
            if (isCounted && active.inRow(rowId)?.key === key) countedIn = active.get()?.step ?? null
            return isCounted
          },
        }
      },
    }
  }, [grid, rowId, key])
}
