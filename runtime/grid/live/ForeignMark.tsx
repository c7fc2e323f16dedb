import { useCallback, useSyncExternalStore } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { Row } from '#runtime/record/changes/command-log.ts'
import { type ForeignCell, unsavedByOthers } from '#runtime/record/paste/foreign-cells.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Field } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type Column, cellText } from '../columns/columns.ts'
import type { GridState } from '../state/GridState.ts'
import './foreign.css'

/** The text of an unsaved value of another page. */
export const foreignText = (
  { store, lookup }: Pick<GridState, 'store' | 'lookup'>,
  row: Row,
  column: Column,
  value: unknown,
): string =>
  cellText(store, { ...row, [column.key]: value, [`${column.key}_dictText`]: null }, column, lookup)

/** The name of the user whose unsaved value is in a cell; the value too where the cell shows the local one. */
export const ForeignMark = ({ cell, text }: { cell: ForeignCell; text: string }) => (
  <span className="detail-foreign" title={`${cell.name}改为 ${text || '（空）'}，未保存`}>
    {cell.name}
  </span>
)

/** The unsaved value of another page below the control of a field, which keeps the local value. */
export function ForeignValue({ store, row, field }: { store: RowStore; row: Row; field: Field }) {
  const types = useFieldTypes()
  const { lookup } = useServices()
  const subscribe = useCallback((changed: () => void) => store.subscribeRow(row.id, changed), [store, row.id])
  const cell = useSyncExternalStore(subscribe, () => store.foreign.of(row.id)?.get(field.key))
  const type = types.get(field.type)
  if (!cell || !type) return null
  const text = type.toText(type.fromWire(cell.value, field), field, lookup, 'cell') || '（空）'
  return <div className="detail-foreign">{`${cell.name}改为 ${text}，未保存`}</div>
}

/** The number of unsaved cells of other users, by name. */
export const ForeignSummary = ({ store }: { store: RowStore }) => {
  const text = unsavedByOthers([store.foreign])
  return text === null ? null : <span className="detail-foreign-summary">{text}</span>
}

/** The hint of a sum that unsaved cells of other users would change; undefined if they would not. */
export function differenceHint(store: RowStore, { key, field }: Column): string | undefined {
  const difference = store.foreign.difference(key)
  if (!difference) return undefined
  return `他人未保存的修改 ${difference.gt(0) ? '+' : ''}${formatNumber(difference, field.scale)}，未计入`
}
