import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { PendingValue, ValueBinding } from '#runtime/record/changes/pending-values.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { bindCellValue, bindHeadValue } from '#runtime/record/rows/value-binding.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'

const RecordModelContext = createContext<RecordModel | null>(null)
/** Set by the form around its fields; a detail table gets its rows from here. */
export const RecordModelProvider = RecordModelContext.Provider

const RowsContext = createContext<RowStore | null>(null)
/** Set by a detail table around its rows: fields inside belong to a row, not to the head. */
export const RowsProvider = RowsContext.Provider

export function useRecordModel(): RecordModel {
  const model = useContext(RecordModelContext)
  if (!model) throw new Error('useRecordModel outside RecordModelProvider')
  return model
}

const never = () => () => {}

/** The current values of the head inside a form; otherwise the given values. */
export function useHeadValues(
  fallback: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const model = useContext(RecordModelContext)
  return useSyncExternalStore(model?.subscribeHead ?? never, () => model?.head ?? fallback)
}

/** The enclosing detail table of the nearest form: a form opened over a row has a head of its own. */
function useEnclosingRows(): RowStore | null {
  const model = useContext(RecordModelContext)
  const store = useContext(RowsContext)
  return store && model?.rows(store.detail.key) === store ? store : null
}

/** The titles of the fields of the surrounding open record; a field elsewhere has its key. */
export function useFieldTitles(): (place: 'form' | 'row', key: string) => string {
  const model = useContext(RecordModelContext)
  const store = useEnclosingRows()
  return (place, key) => {
    const fields: readonly Field[] = (place === 'form' ? model?.screen : store?.detail)?.fields ?? []
    const field = fields.find((entry) => entry.key === key)
    return field ? getTitle(field) : key
  }
}

/** The binding of a value of a control in the surrounding open record; null without a record. */
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

/** The pending value of a detail cell; null if there is none, and outside of detail tables. */
export function usePendingCell(key: string, { id }: Readonly<Record<string, unknown>>): PendingValue | null {
  const store = useEnclosingRows()
  const rowId = String(id)
  // A different text for each state, so that a change renders again.
  useSyncExternalStore(
    useMemo(
      () => (store ? (listener: () => void) => store.subscribeRow(rowId, listener) : never),
      [store, rowId],
    ),
    () => store?.pending.get(rowId, key)?.shortText,
  )
  return store?.pending.get(rowId, key) ?? null
}
