import { type RefObject, useMemo } from 'react'
import { flushSync } from 'react-dom'
import type { RowStore } from '../../record/row-store.ts'
import type { ActiveCell } from './active-cell.ts'
import { type Column, isCellEditable } from './columns.ts'
import { showRow } from './row-window.ts'
import { cellId } from './table-view.ts'

export interface Cursor {
  /** Puts the cursor on a cell, brings it into sight, opens its editor if asked and allowed. */
  go(rowId: string, key: string, isEditing?: boolean): void
  /** Moves by rows and columns; stays inside. Answers whether it moved. */
  step(rows: number, columns: number): boolean
  /** To the next or previous cell that can be typed in, across rows. */
  next(direction: 1 | -1): boolean
  /** Ends editing: what the editor holds is in the store, the grid has the focus. */
  close(): void
}

interface CursorSetup {
  store: RowStore
  active: ActiveCell
  columns: readonly Column[]
  rowHeight: number
  id: string
  grid: RefObject<HTMLDivElement | null>
}

export function useCursor({ store, active, columns, rowHeight, id, grid }: CursorSetup): Cursor {
  return useMemo(() => {
    const columnAt = () => columns.findIndex((column) => column.key === active.get()?.key)
    const rowAt = () => store.indexOf(active.get()?.rowId ?? '')

    const close = () => {
      const now = active.get()
      if (now?.step == null) return
      const focused = document.activeElement
      // Editors finish on blur (a number half typed), and an unmounted one never hears of it.
      if (focused instanceof HTMLElement && focused !== grid.current && grid.current?.contains(focused))
        focused.blur()
      active.set(now.rowId, now.key, false)
      grid.current?.focus({ preventScroll: true })
    }

    const go = (rowId: string, key: string, isEditing = false) => {
      close()
      const index = store.indexOf(rowId)
      if (index < 0) return
      if (grid.current) showRow(grid.current, index, rowHeight)
      const column = columns.find((one) => one.key === key)
      const opens = isEditing && isCellEditable(store, store.row(rowId), column)
      if (!opens) grid.current?.focus({ preventScroll: true })
      // The editor must be there when the key or click that opened it goes on to do its own work.
      flushSync(() => active.set(rowId, key, opens))
      const cell = document.getElementById(cellId({ id }, rowId, key))
      cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
      if (opens)
        cell?.querySelector<HTMLInputElement>('input:not([type=checkbox]):not([type=file])')?.select()
    }

    const step = (rows: number, across: number): boolean => {
      const [row, column] = [rowAt(), columnAt()]
      const target = store.rows[Math.min(store.rows.length - 1, Math.max(0, row + rows))]
      const place = columns[Math.min(columns.length - 1, Math.max(0, column + across))]
      if (!target || !place) return false
      const isMoved = store.indexOf(target.id) !== row || place.key !== columns[column]?.key
      go(target.id, place.key)
      return isMoved
    }

    const next = (direction: 1 | -1): boolean => {
      let [row, column] = [rowAt(), columnAt() + direction]
      while (row >= 0 && row < store.rows.length) {
        for (; column >= 0 && column < columns.length; column += direction) {
          const target = store.rows[row]
          const place = columns[column]
          if (!target || !place || !isCellEditable(store, target, place)) continue
          go(target.id, place.key)
          return true
        }
        row += direction
        column = direction === 1 ? 0 : columns.length - 1
      }
      return false
    }

    return { go, step, next, close }
  }, [store, active, columns, rowHeight, id, grid])
}
