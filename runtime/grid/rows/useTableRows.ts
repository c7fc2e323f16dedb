import { useMemo, useSyncExternalStore } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { orderKey } from '#runtime/record/changes/delta.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { maxRowsOf } from '#runtime/schema/derive.ts'
import type { TableRows, TableSettings } from '#runtime/schema/types.ts'
import { useColumns } from '../columns/columns.ts'
import { TreeRows } from './tree-rows.ts'
import { allRows } from './visible-rows.ts'

const nothing: ReadonlySet<string> = new Set()

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

/**
 * Columns and rows of a detail table as this user sees them, with the permitted operations; shared by desktop and
 * phone.
 */
export function useTableRows(store: RowStore, isFrozen: boolean) {
  const { hiddenBy } = useRuntime()
  const { env } = useRecordModel()
  const { detail } = store
  const columns = useColumns(store, env.mode, isFrozen)
  const tree = useMemo(() => (detail.tree ? new TreeRows(store, detail.tree.parent) : null), [store, detail])
  const visibleRows = useMemo(() => tree ?? allRows(store), [tree, store])
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  /** Codes that the `authPrefix` of the detail table hides: `add`, `delete`, `move`. */
  const hidden = hiddenBy?.(detail.authPrefix ?? '') ?? nothing
  /** Positions are not stored for every detail table; without them rows are only added at the end. */
  const isOrdered = orderKey(detail) !== undefined
  return {
    columns,
    tree,
    visibleRows,
    hidden,
    isOrdered,
    isFull: store.rows.length >= maxRowsOf(detail),
    canAdd: !isFrozen && !hidden.has('add'),
    canMove: !isFrozen && isOrdered && !hidden.has('move'),
    hasMenu: (!isFrozen && detail.rowMenu !== false) || detail.panes !== undefined,
  }
}
