import type { Row } from '../changes/command-log.ts'
import type { Pagination } from './row-paging.ts'
import type { RowStore } from './row-store.ts'

/** The outputs of a detail table for surrounding code: the visible page, and the selected rows in order. */
export interface RowOutputs {
  readonly pagination: Pagination | null
  readonly selectedRows: readonly Row[]
  readonly selectedRowIds: readonly string[]
}

const cache = new WeakMap<RowStore, RowOutputs>()

/** The current outputs of a detail table; the same object while they are unchanged. */
export function buildOutputs(store: RowStore): RowOutputs {
  const pagination = store.paging.now
  const rows = [...store.selection.ids].flatMap((id) => store.row(id) ?? [])
  rows.sort((a, b) => store.indexOf(a.id) - store.indexOf(b.id))
  const last = cache.get(store)
  const isSame =
    last?.pagination === pagination &&
    last.selectedRows.length === rows.length &&
    rows.every((row, at) => row === last.selectedRows[at])
  if (last && isSame) return last
  const next = { pagination, selectedRows: rows, selectedRowIds: rows.map((row) => row.id) }
  cache.set(store, next)
  return next
}

/** Notifies of every change of the outputs (and some other changes); returns the unsubscribe function. */
export function subscribeOutputs(store: RowStore, listener: () => void): () => void {
  const ends = [
    store.subscribeSelection(listener),
    store.subscribeStructure(listener),
    store.subscribeLog(listener),
    store.subscribePaging(listener),
  ]
  return () => {
    for (const end of ends) end()
  }
}
