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
      markError: (text) => store.markError(rowId, key, text),
      newStep() {
        const step = newStep('pick')
        return {
          patch: (values) => store.setCells([{ id: rowId, values }], step),
          addRows: canAdd ? addRowsAfter(store, rowId, step) : undefined,
        }
      },
    }
  }, [table, rowId, key, cursor])
}
