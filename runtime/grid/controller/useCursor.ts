import { createContext, type RefObject, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { wrap } from '#runtime/record/paste/fill.ts'
import { isEmpty } from '#runtime/record/scope.ts'
import { isCellEditable } from '../columns/columns.ts'
import { heightOf, isSingle, widthOf } from '../range/cell-range.ts'
import { showRow } from '../viewport/row-window.ts'
import { cellId, type TableView } from './table-view.ts'

export interface Cursor {
  /**
   * Sets the cursor on a cell, scrolls to it and, if requested and allowed, opens its editor: with the text selected,
   * so that typing replaces it, or with the caret at its end.
   */
  go(rowId: string, key: string, isEditing?: boolean | 'end'): void
  /** Moves by rows and columns within the table. Returns whether the cursor moved. */
  step(rows: number, columns: number): boolean
  /** Moves to the edge of the filled cells in a direction, as Ctrl and an arrow key do. */
  jump(rows: number, columns: number): void
  /** Moves the other corner of the range by rows and columns, or to the edge of the filled cells. */
  extend(rows: number, columns: number, isJump?: boolean): void
  /** Moves the other corner of the range to a cell. */
  extendTo(rowId: string, key: string): void
  /** Moves a row down, into the column where a run of Tabs began. Returns whether the cursor moved. */
  down(): boolean
  /**
   * Moves inside a selected block, down its columns or along its rows, and wraps at its ends; the block stays
   * selected. Cells that are not editable are skipped unless there are no others. False when only one cell is
   * selected.
   */
  within(rows: 1 | 0 | -1, columns: 1 | 0 | -1): boolean
  /** Moves to the next or previous editable cell, across rows. */
  next(direction: 1 | -1): boolean
  /** Ends editing: the value of the editor is stored and the grid has the focus. */
  close(): void
}

/** The cursor of an editor, which may end behind the last row. */
export interface EditorCursor extends Cursor {
  /** Adds a row at the end, if the table may have another one, and moves into it. */
  append(): void
}

/** The cursor of the table around an editor. */
export const CursorContext = createContext<EditorCursor | null>(null)

type CursorSetup = TableView & { grid: RefObject<HTMLDivElement | null> }

const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value))

export function useCursor({
  store,
  visibleRows,
  active,
  range,
  columns,
  rowHeight,
  id,
  alwaysEdit,
  grid,
}: CursorSetup): Cursor {
  return useMemo(() => {
    const columnOf = (key: string | undefined) => columns.findIndex((column) => column.key === key)
    const columnAt = () => columnOf(active.get()?.key)
    const rowAt = () => visibleRows.indexOf(active.get()?.rowId ?? '')

    const close = () => {
      const now = active.get()
      if (now?.step == null) return
      const focused = document.activeElement
      // Editors commit on blur (a partly typed number), and an unmounted editor gets no blur event.
      if (focused instanceof HTMLElement && focused !== grid.current && grid.current?.contains(focused))
        focused.blur()
      store.leave(now.rowId, now.key)
      active.set(now.rowId, now.key, false)
      grid.current?.focus({ preventScroll: true })
    }

    /** Turns to the page of the row and scrolls to it. */
    const show = (index: number) => {
      store.paging.show(index)
      if (grid.current) showRow(grid.current, index - store.paging.window.first, rowHeight)
    }

    const go = (rowId: string, key: string, isEditing: boolean | 'end' = false, keepsBlock = false) => {
      close()
      visibleRows.reveal(rowId)
      const index = visibleRows.indexOf(rowId)
      if (index < 0) return
      show(index)
      const column = columns.find((item) => item.key === key)
      const opens = (isEditing !== false || alwaysEdit) && isCellEditable(store, store.row(rowId), column)
      if (!opens) grid.current?.focus({ preventScroll: true })
      const now = active.get()
      const isOpening = isEditing !== false && now?.rowId === rowId && now.key === key
      // The editor must exist when the key or click that opened it is processed further.
      flushSync(() => {
        if (!keepsBlock && !isOpening) range.collapse()
        active.set(rowId, key, opens)
      })
      const cell = document.getElementById(cellId({ id }, rowId, key))
      cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
      if (!opens) return
      const input = cell?.querySelector<HTMLInputElement>('input:not([type=file])')
      // An editor that is always drawn does not focus itself.
      if (alwaysEdit) input?.focus()
      if (input?.type !== 'text') return
      if (isEditing === 'end') input.setSelectionRange(input.value.length, input.value.length)
      else input.select()
    }

    /** Clamps a position to the table; null while there are no rows. */
    const cellAt = (row: number, column: number) => {
      const target = visibleRows.at(clamp(row, visibleRows.count))
      const place = columns[clamp(column, columns.length)]
      return target && place ? { rowId: target.id, key: place.key } : null
    }

    const step = (rows: number, across: number): boolean => {
      const [row, column] = [rowAt(), columnAt()]
      const target = cellAt(row + rows, column + across)
      if (!target) return false
      const isMoved = visibleRows.indexOf(target.rowId) !== row || target.key !== columns[column]?.key
      go(target.rowId, target.key)
      return isMoved
    }

    /** From a filled cell to the last filled cell of its run; from an empty cell to the next filled cell or the end. */
    const edge = (row: number, column: number, rows: number, across: number): [number, number] => {
      const isFilled = (r: number, c: number) => !isEmpty(visibleRows.at(r)?.[columns[c]?.key ?? ''])
      const isInside = (r: number, c: number) =>
        r >= 0 && c >= 0 && r < visibleRows.count && c < columns.length
      let [r, c] = [row + rows, column + across]
      if (!isInside(r, c)) return [row, column]
      const runs = isFilled(row, column) && isFilled(r, c)
      while (
        isInside(r + rows, c + across) &&
        isFilled(runs ? r + rows : r, runs ? c + across : c) === runs
      ) {
        r += rows
        c += across
      }
      return [r, c]
    }

    const jump = (rows: number, across: number) => {
      const target = cellAt(...edge(rowAt(), columnAt(), rows, across))
      if (target) go(target.rowId, target.key)
    }

    const extendTo = (rowId: string, key: string) => {
      if (!active.get()) return go(rowId, key)
      close()
      show(visibleRows.indexOf(rowId))
      range.extend(rowId, key)
    }

    const extend = (rows: number, across: number, isJump = false) => {
      const { corner } = range
      if (!corner) return
      const [row, column] = [visibleRows.indexOf(corner.rowId), columnOf(corner.key)]
      const target = isJump ? cellAt(...edge(row, column, rows, across)) : cellAt(row + rows, column + across)
      if (target) extendTo(target.rowId, target.key)
    }

    const down = (): boolean => {
      const from = active.tabbedFrom
      return from === null ? step(1, 0) : step(1, columnOf(from) - columnAt())
    }

    const within = (rows: 1 | 0 | -1, across: 1 | 0 | -1): boolean => {
      const block = range.get()
      if (!block || isSingle(block)) return false
      const { top, left } = block
      const [height, width] = [heightOf(block), widthOf(block)]
      const size = height * width
      const isAnyOpen = columns.slice(left, block.right + 1).some((column) => !column.isReadOnly)
      // Position in the traversal order: down the columns or along the rows.
      const isDown = rows !== 0
      let at = isDown
        ? (columnAt() - left) * height + rowAt() - top
        : (rowAt() - top) * width + columnAt() - left
      for (let turn = 0; turn < size; turn += 1) {
        at = wrap(at + rows + across, size)
        const [row, column] = isDown
          ? [at % height, Math.floor(at / height)]
          : [Math.floor(at / width), at % width]
        const [target, place] = [visibleRows.at(top + row), columns[left + column]]
        if (!target || !place || (isAnyOpen && !isCellEditable(store, target, place))) continue
        range.hold()
        go(target.id, place.key, false, true)
        break
      }
      return true
    }

    const next = (direction: 1 | -1): boolean => {
      const from = active.tabbedFrom ?? active.get()?.key ?? null
      let [row, column] = [rowAt(), columnAt() + direction]
      while (row >= 0 && row < visibleRows.count) {
        for (; column >= 0 && column < columns.length; column += direction) {
          const target = visibleRows.at(row)
          const place = columns[column]
          if (!target || !place || !isCellEditable(store, target, place)) continue
          go(target.id, place.key)
          active.tabbedFrom = from
          return true
        }
        row += direction
        column = direction === 1 ? 0 : columns.length - 1
      }
      return false
    }

    return { go, step, jump, extend, extendTo, down, within, next, close }
  }, [store, visibleRows, active, range, columns, rowHeight, id, alwaysEdit, grid])
}

/** Moves the cursor of a removed row to the row that takes its position. Returns the unsubscribe function. */
export function keepCursor(
  { store, visibleRows, active, range }: TableView,
  grid: RefObject<HTMLDivElement | null>,
): () => void {
  let at = -1
  const note = () => {
    const now = active.get()
    // A row id that does not exist would number all rows.
    at = now ? visibleRows.indexOf(now.rowId) : -1
  }
  const follow = () => {
    const now = active.get()
    if (!now || store.row(now.rowId)) return note()
    const next = visibleRows.at(clamp(at, visibleRows.count))
    range.collapse()
    if (next) active.set(next.id, now.key, false)
    else active.clear()
    // The focus was lost together with the editor in the row.
    if (grid.current?.contains(document.activeElement)) grid.current.focus({ preventScroll: true })
  }
  note()
  const ends = [active.subscribe(note), visibleRows.subscribeStructure(follow)]
  return () => {
    for (const end of ends) end()
  }
}
