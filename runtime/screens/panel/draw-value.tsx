import type { ReactNode } from 'react'
import type { ShownKey } from '#runtime/compile/panel/panel.ts'
import { formatNumber, toBig } from '#runtime/kernel/decimal.ts'
import { isBlank, type JsonObject } from '#runtime/kernel/json.ts'
import { NoValue, renderCell } from '../list-kit/table/CellView.tsx'

export const isFigure = ({ column }: ShownKey, value: unknown): boolean =>
  column ? column.align === 'right' : typeof value === 'number'

/** One value: by its column if a document declares one, else as it is, numbers with separators. */
export function drawValue({ key, column }: ShownKey, record: Readonly<JsonObject>): ReactNode {
  const value = record[key]
  if (column) return renderCell(column, { ...record, id: String(record.id ?? '') })
  if (isBlank(value)) return <NoValue />
  return typeof value === 'number' && toBig(value) ? formatNumber(value) : String(value)
}
