import type { TableView } from '../controller/table-view.ts'

/** Expands or collapses one row or all rows; a cursor in a collapsed branch moves to the visible ancestor. */
export function fold({ tree, active, range }: TableView, which: string | 'all', isOpen: boolean): void {
  if (!tree) return
  if (which === 'all') tree.foldAll(isOpen)
  else tree.fold([which], isOpen)
  const now = active.get()
  const seen = now && tree.visibleAncestor(now.rowId)
  if (!now || !seen || seen === now.rowId) return
  range.collapse()
  active.set(seen, now.key, false)
}
