import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { isEmpty } from '#runtime/kernel/json.ts'
import type { Row } from '#runtime/record/changes/command-log.ts'
import { temporaryId } from '#runtime/record/changes/delta.ts'
import { isEditable } from '#runtime/record/checks/conditions.ts'
import { newRow } from '#runtime/record/formulas/defaults.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { getTitle, isReadOnly } from '#runtime/schema/derive.ts'
import type { TableRows, TableSettings } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useRowStore } from '../rows/useRowStore.ts'
import { RowForm } from './RowForm.tsx'

/**
 * A detail table of one row, drawn as a form inside the form of the head. The row is created with the first typed
 * value and removed with the last cleared value.
 */
export function DetailForm(props: ControlProps<TableRows, TableSettings>) {
  const { id, field } = props
  const { store, isFrozen } = useRowStore(props)
  const { mode } = useRecordModel().env
  const { can } = useServices()
  const { row, exists } = useOneRow(store)
  const prefix = id ?? `field-${field.key}`
  useReveal(store, prefix)

  const fields = useMemo(
    () =>
      store.detail.fields
        .filter(
          (field) =>
            field.type !== 'hidden' &&
            field.form !== false &&
            (!field.access?.read || can(field.access.read)) &&
            (!field.modes || field.modes.includes(mode)),
        )
        .map((field) => ({ field, isReadOnly: isFrozen || isReadOnly(field) || !isEditable(field, can) })),
    [store, can, mode, isFrozen],
  )
  const put = (values: Values) => {
    if (!exists) store.insert(0, [{ ...values, id: row.id }])
    else if (
      store.detail.fields.every(
        (field) => field.compute !== undefined || isEmpty({ ...row, ...values }[field.key]),
      )
    )
      store.remove([row.id])
    else store.setCells([{ id: row.id, values }])
  }
  return (
    <RowForm
      store={store}
      row={row}
      label={getTitle(field)}
      fields={fields}
      errors={exists ? store.findErrors(row.id) : undefined}
      columns={field.columnCount ?? 1}
      getId={(key) => `${prefix}-${key}`}
      put={put}
    />
  )
}

/** The row of the detail table; its initial values while there is none. */
function useOneRow(store: RowStore): { row: Row; exists: boolean } {
  const { env, head, screen } = useRecordModel()
  const types = useFieldTypes()
  useSyncExternalStore(store.subscribeStructure, () => store.structure)
  const id = store.rows[0]?.id
  const row = useSyncExternalStore(
    useMemo(
      () => (id ? (changed: () => void) => store.subscribeRow(id, changed) : () => () => {}),
      [store, id],
    ),
    () => (id ? store.row(id) : undefined),
  )
  useSyncExternalStore(store.subscribeErrors, () => (id ? store.findErrors(id) : undefined))
  const blank = useMemo<Row>(
    () => ({ ...newRow(screen, store.detail, env, { head, types }), id: temporaryId() }),
    [store, env, head, screen, types],
  )
  return row ? { row, exists: true } : { row: blank, exists: false }
}

/** The walk through problems reveals a cell: its control gets the caret. */
function useReveal(store: RowStore, prefix: string): void {
  useEffect(() => {
    return store.subscribeReveal(() => {
      if (store.revealed) document.getElementById(`${prefix}-${store.revealed.key}`)?.focus()
    })
  }, [store, prefix])
}
