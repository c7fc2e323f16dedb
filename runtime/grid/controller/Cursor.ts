import { isEmpty } from '#runtime/kernel/json.ts'
import { wrap } from '#runtime/record/paste/fill.ts'
import { isCellEditable } from '../columns/columns.ts'
import { getHeight, getWidth, isSingle } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'

const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value))

/** Moves the active cell of a table. */
export class Cursor {
  readonly #grid: GridState

  constructor(grid: GridState) {
    this.#grid = grid
  }

  /** Ends editing: the value of the editor is stored and the grid has the focus. */
  close(): void {
    const { active, store, surface } = this.#grid
    const now = active.get()
    if (now?.step == null) return
    surface?.blurEditor()
    store.leave(now.rowId, now.key)
    active.set(now.rowId, now.key, false)
    surface?.focus()
  }

  /**
   * Sets the cursor on a cell, scrolls to it and, if requested and allowed, opens its editor: with the text selected,
   * so that typing replaces it, or with the caret at its end.
   */
  go(rowId: string, key: string, isEditing: boolean | 'end' = false): void {
    this.#go(rowId, key, isEditing, false)
  }

  /** Moves by rows and columns within the table. Returns whether the cursor moved. */
  step(rows: number, across: number): boolean {
    const { visibleRows, columns } = this.#grid
    const [row, column] = [this.#row(), this.#column()]
    const target = this.#cellAt(row + rows, column + across)
    if (!target) return false
    const isMoved = visibleRows.indexOf(target.rowId) !== row || target.key !== columns[column]?.key
    this.go(target.rowId, target.key)
    return isMoved
  }

  /** Moves to the edge of the filled cells in a direction, as Ctrl and an arrow key do. */
  jump(rows: number, across: number): void {
    const target = this.#cellAt(...this.#edge(this.#row(), this.#column(), rows, across))
    if (target) this.go(target.rowId, target.key)
  }

  /** Moves the other corner of the range by rows and columns, or to the edge of the filled cells. */
  extend(rows: number, across: number, isJump = false): void {
    const { range, visibleRows } = this.#grid
    const { corner } = range
    if (!corner) return
    const [row, column] = [visibleRows.indexOf(corner.rowId), this.#columnOf(corner.key)]
    const target = isJump
      ? this.#cellAt(...this.#edge(row, column, rows, across))
      : this.#cellAt(row + rows, column + across)
    if (target) this.extendTo(target.rowId, target.key)
  }

  /** Moves the other corner of the range to a cell. */
  extendTo(rowId: string, key: string): void {
    const { active, range, visibleRows } = this.#grid
    if (active.get()) {
      this.close()
      this.#show(visibleRows.indexOf(rowId))
      range.extend(rowId, key)
    } else this.go(rowId, key)
  }

  /** Moves a row down, into the column where a run of Tabs began. Returns whether the cursor moved. */
  down(): boolean {
    const from = this.#grid.active.tabbedFrom
    return from === null ? this.step(1, 0) : this.step(1, this.#columnOf(from) - this.#column())
  }

  /**
   * Moves inside a selected block, down its columns or along its rows, and wraps at its ends; the block stays
   * selected. Cells that are not editable are skipped unless there are no others. False when only one cell is
   * selected.
   */
  within(rows: 1 | 0 | -1, across: 1 | 0 | -1): boolean {
    const { range, columns, visibleRows, store } = this.#grid
    const block = range.get()
    if (!block || isSingle(block)) return false
    const { top, left } = block
    const [height, width] = [getHeight(block), getWidth(block)]
    const size = height * width
    const isAnyOpen = columns.slice(left, block.right + 1).some((column) => !column.isReadOnly)
    // Position in the traversal order: down the columns or along the rows.
    const isDown = rows !== 0
    let at = isDown
      ? (this.#column() - left) * height + this.#row() - top
      : (this.#row() - top) * width + this.#column() - left
    for (let turn = 0; turn < size; turn += 1) {
      at = wrap(at + rows + across, size)
      const [row, column] = isDown
        ? [at % height, Math.floor(at / height)]
        : [Math.floor(at / width), at % width]
      const [target, place] = [visibleRows.at(top + row), columns[left + column]]
      if (!target || !place || (isAnyOpen && !isCellEditable(store, target, place))) continue
      range.hold()
      this.#go(target.id, place.key, false, true)
      break
    }
    return true
  }

  /** Moves to the next or previous editable cell, across rows. */
  next(direction: 1 | -1): boolean {
    const { active, columns, visibleRows, store } = this.#grid
    const from = active.tabbedFrom ?? active.get()?.key ?? null
    let [row, column] = [this.#row(), this.#column() + direction]
    while (row >= 0 && row < visibleRows.count) {
      for (; column >= 0 && column < columns.length; column += direction) {
        const target = visibleRows.at(row)
        const place = columns[column]
        if (!target || !place || !isCellEditable(store, target, place)) continue
        this.go(target.id, place.key)
        active.tabbedFrom = from
        return true
      }
      row += direction
      column = direction === 1 ? 0 : columns.length - 1
    }
    return false
  }

  /**
   * Moves the cursor of a removed row to the row that takes its position; a new row that was saved has another id. Returns
   * the unsubscribe function.
   */
  followRows(): () => void {
    const { store, visibleRows, active, range } = this.#grid
    let at = -1
    const note = () => {
      const now = active.get()
      // A row id that does not exist would number all rows.
      at = now ? visibleRows.indexOf(now.rowId) : -1
    }
    const follow = () => {
      const now = active.get()
      if (!now || store.row(now.rowId)) return note()
      const storedId = store.storedIds.get(now.rowId)
      const next = visibleRows.at(clamp(at, visibleRows.count))
      range.collapse()
      if (storedId !== undefined && store.row(storedId)) return active.rename(storedId)
      if (next) active.set(next.id, now.key, false)
      else active.clear()
      this.#grid.surface?.keepFocus()
    }
    note()
    const ends = [active.subscribe(note), visibleRows.subscribeStructure(follow)]
    return () => {
      for (const end of ends) end()
    }
  }

  #go(rowId: string, key: string, isEditing: boolean | 'end', keepsBlock: boolean): void {
    const grid = this.#grid
    const { visibleRows, store, active, range, surface } = grid
    this.close()
    visibleRows.reveal(rowId)
    const index = visibleRows.indexOf(rowId)
    if (index < 0) return
    this.#show(index)
    const isOpened =
      (isEditing !== false || grid.alwaysEdit) &&
      isCellEditable(store, store.row(rowId), grid.findColumn(key))
    if (!isOpened) surface?.focus()
    const now = active.get()
    const isOpening = isEditing !== false && now?.rowId === rowId && now.key === key
    const change = () => {
      if (!keepsBlock && !isOpening) range.collapse()
      active.set(rowId, key, isOpened)
    }
    if (surface) surface.draw(change)
    else change()
    surface?.showCell(rowId, key, isOpened ? (isEditing === 'end' ? 'end' : 'all') : null)
  }

  /** Turns to the page of the row and scrolls to it. */
  #show(index: number): void {
    const { store, surface } = this.#grid
    store.paging.show(index)
    surface?.showRow(index - store.paging.window.first)
  }

  #columnOf(key: string | undefined): number {
    return this.#grid.columns.findIndex((column) => column.key === key)
  }
  #column(): number {
    return this.#columnOf(this.#grid.active.get()?.key)
  }
  #row(): number {
    return this.#grid.visibleRows.indexOf(this.#grid.active.get()?.rowId ?? '')
  }

  /** Clamps a position to the table; null while there are no rows. */
  #cellAt(row: number, column: number): { rowId: string; key: string } | null {
    const { visibleRows, columns } = this.#grid
    const target = visibleRows.at(clamp(row, visibleRows.count))
    const place = columns[clamp(column, columns.length)]
    return target && place ? { rowId: target.id, key: place.key } : null
  }

  /** From a filled cell to the last filled cell of its run; from an empty cell to the next filled cell or the end. */
  #edge(row: number, column: number, rows: number, across: number): [number, number] {
    const { visibleRows, columns } = this.#grid
    const isFilled = (r: number, c: number) => !isEmpty(visibleRows.at(r)?.[columns[c]?.key ?? ''])
    const isInside = (r: number, c: number) => r >= 0 && c >= 0 && r < visibleRows.count && c < columns.length
    let [r, c] = [row + rows, column + across]
    if (!isInside(r, c)) return [row, column]
    const runs = isFilled(row, column) && isFilled(r, c)
    while (isInside(r + rows, c + across) && isFilled(runs ? r + rows : r, runs ? c + across : c) === runs) {
      r += rows
      c += across
    }
    return [r, c]
  }
}
