import type { TableView } from '../table-view.ts'

/** Opens or folds a row, or all of them; a cursor that would be out of sight goes to the row above that still shows. */
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
