import { type RefObject, useEffect, useMemo } from 'react'
import { isCellEditable } from '../columns/columns.ts'
import type { PhoneView } from './Entries.tsx'

/**
 * The field of the open row that has the caret is the table's active cell: what is typed there is one step to undo,
 * others' changes of it wait, and it is judged when it is left.
 */
export function useOpenField(table: PhoneView, rowId: string, body: RefObject<HTMLElement | null>) {
  const { store, active, columns } = table
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
        const column = columns.find((one) => one.key === key)
        active.set(rowId, key, isCellEditable(store, store.row(rowId), column))
      },
      /** The focus may only have gone to a list or a dialog of the field's own: that brings it back at once. */
      scheduleLeave: () => {
        clearTimeout(soon)
        soon = setTimeout(end)
      },
      leave: () => {
        const focused = document.activeElement
        // Controls finish on blur (a number half typed), and one that is gone never hears of it.
        if (focused instanceof HTMLElement && body.current?.contains(focused)) focused.blur()
        end()
      },
      end,
      stepOf: (key: string): string | undefined => {
        const now = active.inRow(rowId)
        return now?.key === key && now.step !== null ? now.step : undefined
      },
    }
  }, [store, active, columns, rowId, body])
  useEffect(() => field.end, [field])
  return field
}
