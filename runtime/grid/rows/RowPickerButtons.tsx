import { Button } from 'antd'
import { useState } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import type { Values } from '#runtime/record/scope.ts'
import { maxRowsOf } from '#runtime/schema/derive.ts'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { TableView } from '../controller/table-view.ts'
import { remainingRows } from '../range/cells.ts'

interface Props {
  table: Pick<TableView, 'store' | 'columns' | 'active'>
  isFull: boolean
  /** Focuses the grid; on a phone reveals the row that became active. */
  enterGrid(): void
}

/** Adds several rows at once: one for each picked record. */
export function RowPickerButtons({ table, isFull, enterGrid }: Props) {
  const { notify } = useRuntime()
  const { store, columns, active } = table
  const [key, setKey] = useState<string | null>(null)
  const picking = columns.filter(
    ({ type, field, isReadOnly }) => type.RowPicker && field.multi === true && !isReadOnly,
  )
  const open = picking.find((column) => column.key === key)
  const PickRows = open?.type.RowPicker
  const add = (rows: Values[]) => {
    const accepted = rows.slice(0, remainingRows(store))
    if (accepted.length < rows.length)
      notify('warning', `明细最多 ${maxRowsOf(store.detail)} 行，只加了前 ${accepted.length} 条`)
    const [first] = store.insert(store.rows.length, accepted)
    if (first === undefined || !open) return
    active.set(first, open.key, false)
    enterGrid()
  }
  return (
    <>
      {picking.map((column) => (
        <Button key={column.key} size="small" disabled={isFull} onClick={() => setKey(column.key)}>
          批量选{column.title}
        </Button>
      ))}
      {open && PickRows ? (
        <StopPropagation>
          <PickRows field={open.field} onRows={add} onClose={() => setKey(null)} />
        </StopPropagation>
      ) : null}
    </>
  )
}
