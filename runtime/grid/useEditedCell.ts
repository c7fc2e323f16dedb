import { use, useMemo } from 'react'
import type { EditedCell } from '#runtime/fields/contract.ts'
import { newStep } from './range/active-cell.ts'
import { addRowsAfter } from './rows/new-row.ts'
import type { TableView } from './table-view.ts'
import { CursorContext } from './useCursor.ts'

/** The cell that an editor edits. */
export function useEditedCell(table: TableView, rowId: string, key: string): EditedCell {
  const cursor = use(CursorContext)
  return useMemo(() => {
    const { store, active, canAdd } = table
    return {
      isBrowsing: active.inRow(rowId)?.key === key && active.isBrowsing,
      next() {
        cursor?.close()
        cursor?.next(1)
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
          addRows: canAdd ? addRowsAfter(store, rowId, step) : undefined,
        }
      },
    }
  }, [table, rowId, key, cursor])
}
