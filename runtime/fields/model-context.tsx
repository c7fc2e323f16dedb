import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { RecordModel } from '#runtime/record/model.ts'
import type { PendingValue, ValueBinding } from '#runtime/record/pending-values.ts'
import type { RowStore } from '#runtime/record/row-store.ts'
import { bindCellValue, bindHeadValue } from '#runtime/record/value-binding.ts'

const RecordModelContext = createContext<RecordModel | null>(null)
/** Set by the form around its fields; a detail table finds its rows here. */
export const RecordModelProvider = RecordModelContext.Provider

const RowsContext = createContext<RowStore | null>(null)
/** Set by a detail around its rows: what is drawn in them belongs to a row, not to the head. */
export const RowsProvider = RowsContext.Provider

export function useRecordModel(): RecordModel {
  const model = useContext(RecordModelContext)
  if (!model) throw new Error('useRecordModel outside RecordModelProvider')
  return model
}

const never = () => () => {}

/** The head's values as they are now, where a form is around; else those given. */
export function useHeadValues(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const model = useContext(RecordModelContext)
  return useSyncExternalStore(model?.subscribeHead ?? never, () => model?.head ?? given)
}

/** The detail whose rows stand around, of the form that is nearest: a form opened over a row has a head of its own. */
function useEnclosingRows(): RowStore | null {
  const model = useContext(RecordModelContext)
  const store = useContext(RowsContext)
  return store && model?.rows(store.detail.key) === store ? store : null
}

/** Where the value of a control stands in the open record around; null where there is none. */
export function useValueBinding(
  key: string,
  { id }: Readonly<Record<string, unknown>>,
): { binding: ValueBinding; exists(): boolean } | null {
  const model = useContext(RecordModelContext)
  const store = useEnclosingRows()
  return useMemo(() => {
    if (!model) return null
    if (!store) return { binding: bindHeadValue(model, key), exists: () => true }
    const rowId = String(id)
    return { binding: bindCellValue(store, rowId, key), exists: () => store.row(rowId) !== undefined }
  }, [model, store, key, id])
}

/** What of a detail's cell is not done; null where all is, and outside of details. */
export function usePendingCell(key: string, { id }: Readonly<Record<string, unknown>>): PendingValue | null {
  const store = useEnclosingRows()
  const rowId = String(id)
  // Another word each time that something is new, so that it is drawn anew.
  useSyncExternalStore(
    useMemo(
      () => (store ? (listener: () => void) => store.subscribeRow(rowId, listener) : never),
      [store, rowId],
    ),
    () => store?.pending.get(rowId, key)?.shortText,
  )
  return store?.pending.get(rowId, key) ?? null
}
