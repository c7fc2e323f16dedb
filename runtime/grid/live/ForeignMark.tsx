import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { Row } from '#runtime/record/command-log.ts'
import { type ForeignCell, unsavedByOthers } from '#runtime/record/foreign-cells.ts'
import type { RowStore } from '#runtime/record/row-store.ts'
import { type Column, cellText } from '../columns/columns.ts'
import type { TableView } from '../table-view.ts'
import './foreign.css'

/** The text of an unsaved value of another page. */
export const foreignText = (
  { store, lookup }: Pick<TableView, 'store' | 'lookup'>,
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

interface ChangesProps {
  table: Pick<TableView, 'store' | 'lookup' | 'columns'>
  row: Row
  cells: ReadonlyMap<string, ForeignCell>
}

/** The unsaved cells of other users in a row, a line each: where the fields show the values of this page. */
export const ForeignChanges = ({ table, row, cells }: ChangesProps) => (
  <ul className="detail-foreign-changes">
    {table.columns.map((column) => {
      const cell = cells.get(column.key)
      return cell ? (
        <li key={column.key}>
          {cell.name}把「{column.title}」改为 {foreignText(table, row, column, cell.value) || '（空）'}
          ，未保存
        </li>
      ) : null
    })}
  </ul>
)

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
