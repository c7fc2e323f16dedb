import type { ControlProps } from '#runtime/contract/contract.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { TableRows, TableSettings } from '#runtime/schema/types.ts'

/** The row store of a detail field, and whether it is read-only. */
export function useRowStore({
  field,
  disabled,
  readOnly,
}: Pick<ControlProps<TableRows, TableSettings>, 'field' | 'disabled' | 'readOnly'>): {
  store: RowStore
  isFrozen: boolean
} {
  const model = useRecordModel()
  const store = model.rows(field.key)
  if (!store) throw new Error(`no rows under ${field.key}`)
  return { store, isFrozen: disabled === true || readOnly === true || model.env.mode === 'detail' }
}
