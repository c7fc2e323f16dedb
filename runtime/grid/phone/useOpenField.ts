import { type RefObject, useEffect, useMemo } from 'react'
import { isCellEditable } from '../columns/columns.ts'
import type { GridState } from '../state/GridState.ts'

/**
 * Makes the focused field of the open row the active cell of the table: its typing is one undo step, changes of other
 * users wait, and it is validated when the focus leaves it.
 */
export function useOpenField(grid: GridState, rowId: string, body: RefObject<HTMLElement | null>) {
  const { store, active } = grid
  const field = useMemo(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(soon)
      const now = active.get()
      if (now?.step == null) return
      store.leave(now.rowId, now.key)
      active.set(now.rowId, now.key, false)
    }
    return {
      enter: (key: string) => {
        clearTimeout(soon)
        const now = active.get()
        if (now?.rowId === rowId && now.key === key && now.step !== null) return
        end()
        active.set(rowId, key, isCellEditable(store, store.row(rowId), grid.findColumn(key)))
      },
      /** The focus may have moved to a list or a dialog of the field: those return it at once. */
      scheduleLeave: () => {
        clearTimeout(soon)
        soon = setTimeout(end)
      },
      leave: () => {
        const focused = document.activeElement
        // Controls commit on blur (a partly typed number), and an unmounted control gets no blur event.
        if (focused instanceof HTMLElement && body.current?.contains(focused)) focused.blur()
        end()
      },
      end,
      findStep: (key: string): string | undefined => {
        const now = active.inRow(rowId)
        return now?.key === key && now.step !== null ? now.step : undefined
      },
    }
  }, [grid, store, active, rowId, body])
  useEffect(() => {
    return field.end
  }, [field])
  return field
}
