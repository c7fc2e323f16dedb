import type { RowStore } from '../../record/rows/row-store.ts'
import type { Values } from '../../record/scope.ts'
import { findParent, placeBehind } from '../../record/tree.ts'
import { remainingRows } from '../range/cells.ts'

/** Position and parent of a new row: after another row and its descendants, or as its child. */
export function newRowPosition(
  store: RowStore,
  rowId: string,
  where: 'behind' | 'under',
): { at: number; hangs: Values } {
  const parent = store.detail.tree?.parent
  if (parent === undefined) return { at: store.indexOf(rowId) + 1, hangs: {} }
  const row = store.row(rowId)
  const above = where === 'under' ? rowId : row ? findParent(row, parent) : null
  return { at: placeBehind(store.rows, parent, rowId), hangs: { [parent]: above } }
}

/** For several picked records: adds the others as rows after this row, up to the maximum number of rows. */
export const addRowsAfter =
  (store: RowStore, rowId: string, step?: string) =>
  (newRows: Values[]): void => {
    const { at, hangs } = newRowPosition(store, rowId, 'behind')
    const rows = newRows.slice(0, remainingRows(store)).map((values) => ({ ...values, ...hangs }))
    store.insert(at, rows, step)
  }
