import type { KeyboardEvent } from 'react'
import { formatDate, formatDateTime } from '#runtime/kernel/time.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { bufferKeystrokes, isTextInput } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { acceptsText } from '../cells/accepts-text.ts'
import { type Column, isCellEditable } from '../columns/columns.ts'
import type { TableView } from '../controller/table-view.ts'
import type { Cursor } from '../controller/useCursor.ts'
import type { Active } from '../range/active-cell.ts'
import { type Block, isSingle } from '../range/cell-range.ts'
import { clearBlock, clearedValues } from '../range/cells.ts'
import { fillDown, fillRight, fillTyped } from '../range/fill.ts'
import { undoAndReveal } from '../range/undo-and-reveal.ts'
import { fold } from '../rows/fold.ts'
import { moveRows } from '../rows/row-moves.ts'

export interface KeySetup {
  table: TableView
  cursor: Cursor
  /** Number of rows that fit into the window: the size of a page step. */
  page: number
  /**
   * Adds a row after the last one, with the cursor in the same column or where a run of Tabs began; absent if rows
   * cannot be added.
   */
  append?(): void
  openFind(isReplacing: boolean): void
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Keys while a cell is edited; an open list inside the cell handles its own keys. */
export function editingKey(event: KeyboardEvent, now: Active, setup: KeySetup): void {
  const { table, cursor } = setup
  const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
  // In a textarea Enter inserts a line break, and Ctrl+Enter commits.
  const isBox = event.target instanceof HTMLTextAreaElement
  const isDone = event.key === 'Enter' && (!isBox || (event.ctrlKey && !event.shiftKey))
  if (event.nativeEvent.isComposing || event.metaKey || event.altKey) return
  if (isListOpen) {
    if (event.key === 'Tab') tabFromList(event, now, table, cursor)
    return
  }
  if (event.ctrlKey && !isDone) return
  if (typeAhead(event, now, table, false)) {
    event.preventDefault()
    return
  }
  const arrow = leavingArrow(event, table)
  if (isDone) finish(event, now, isBox, setup)
  else if (event.key === 'Tab') {
    cursor.close()
    tab(event, cursor)
  } else if (event.key === 'Escape') {
    const { pending } = table.store
    const before = pending.get(now.rowId, now.key) ?? null
    cursor.close()
    if (now.step !== null) table.store.cancel(now.step)
    // The editor may have stored its unreadable text when it closed.
    if (pending.get(now.rowId, now.key)?.endsWithChange) pending.set(now.rowId, now.key, before)
  } else if (arrow) {
    cursor.close()
    cursor.step(...arrow)
  } else if (event.key === 'F2') table.active.isEntering = !table.active.isEntering
  else return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Enter while editing: moves on in the selected block, or a row down. With Ctrl the typed value fills the whole
 * block.
 */
function finish(
  event: KeyboardEvent,
  now: Active,
  isBox: boolean,
  { table, cursor, append }: KeySetup,
): void {
  const { visibleRows, range } = table
  const isLast = visibleRows.indexOf(now.rowId) === visibleRows.count - 1
  const block = event.ctrlKey ? severalOf(range) : null
  cursor.close()
  if (block) fillTyped(table, block, now)
  else if (event.ctrlKey && !isBox) return
  else if (cursor.within(event.shiftKey ? -1 : 1, 0)) return
  else if (event.shiftKey) cursor.step(-1, 0)
  else if (isLast) append?.()
  else cursor.down()
}

/** Moves to the next cell of the selected block, or to the next editable cell. Returns whether the cursor moved. */
function tab({ shiftKey }: KeyboardEvent, cursor: Cursor): boolean {
  const way = shiftKey ? -1 : 1
  return cursor.within(0, way) || cursor.next(way)
}

/** The list accepts its entry first, then the cursor moves on: one Tab for both. */
function tabFromList(event: KeyboardEvent, now: Active, { active }: TableView, cursor: Cursor): void {
  event.preventDefault()
  // After the key has reached the list, and before the next key: that one belongs to the next cell.
  const leave = () => {
    window.removeEventListener('keydown', leave)
    if (active.get()?.step !== now.step) return
    cursor.close()
    tab(event, cursor)
  }
  window.addEventListener('keydown', leave)
  // A list may keep the key to itself.
  setTimeout(leave)
}

/** Up and down leave a single-line text; left and right leave only an editor that was opened by typing. */
function leavingArrow(event: KeyboardEvent, { active }: TableView): readonly [number, number] | undefined {
  const { target } = event
  const isLine = target instanceof HTMLInputElement && target.type === 'text'
  if (!isLine || target.getAttribute('role') === 'combobox' || event.shiftKey) return undefined
  const arrow = arrows[event.key]
  return arrow?.[0] !== 0 || active.isEntering ? arrow : undefined
}

/** Keys while no cell is edited. */
export function browsingKey(event: KeyboardEvent, now: Active, setup: KeySetup): void {
  const isDone =
    event.ctrlKey && event.altKey
      ? columnKey(event, now, setup)
      : event.ctrlKey || event.metaKey
        ? commandKey(event, now, setup)
        : event.altKey
          ? movingKey(event, now, setup)
          : event.shiftKey
            ? rangeKey(event, now, setup)
            : plainKey(event, now, setup)
  if (isDone) event.preventDefault()
}

/** Alt and an arrow moves the row, or expands and collapses it; with Shift all rows are expanded or collapsed. */
function movingKey(event: KeyboardEvent, now: Active, { table, cursor }: KeySetup): boolean {
  const { tree } = table
  const [rows, across] = arrows[event.key] ?? [0, 0]
  if (rows !== 0 && table.canMove) moveRows(table, [now.rowId], rows > 0 ? 1 : -1)
  else if (across !== 0 && tree) {
    const place = tree.placeOf(now.rowId)
    const isFoldable = event.shiftKey || (place?.hasChildren === true && tree.isOpen(now.rowId))
    if (across > 0 || isFoldable) fold(table, event.shiftKey ? 'all' : now.rowId, across > 0)
    else if (place?.above) cursor.go(place.above, now.key)
  } else return false
  return true
}

const widthStep = 10

/** Ctrl, Alt and an arrow: width of the active column, or sort order of the rows; 0 resets the width. */
function columnKey(event: KeyboardEvent, now: Active, { table }: KeySetup): boolean {
  const [rows, across] = arrows[event.key] ?? [0, 0]
  const column = table.columns.find((item) => item.key === now.key)
  const isBack = event.key === '0'
  if (!column || (rows === 0 && across === 0 && !isBack)) return false
  if (isBack) table.setWidth(now.key, null)
  else if (across !== 0) table.setWidth(now.key, column.width + across * widthStep)
  else if (column.isSortable && table.canSort) table.sortBy(now.key, rows > 0)
  return true
}

/** Keys with Ctrl or the command key. Copy, cut and paste are handled by clipboard events. */
function commandKey(event: KeyboardEvent, now: Active, { table, cursor, openFind }: KeySetup): boolean {
  const { visibleRows, range, isFrozen, columns } = table
  const arrow = arrows[event.key]
  const key = event.key.toLowerCase()
  const block = range.get()
  if (arrow) event.shiftKey ? cursor.extend(arrow[0], arrow[1], true) : cursor.jump(arrow[0], arrow[1])
  else if (key === 'home' || key === 'end') {
    const far = key === 'home' ? -1 : 1
    const [rows, across] = [far * visibleRows.count, far * columns.length]
    event.shiftKey ? cursor.extend(rows, across) : cursor.step(rows, across)
  } else if (key === 'a') selectRows(table, null)
  else if (key === ' ') selectRows(table, block)
  else if (key === 'f' || (key === 'h' && !isFrozen)) openFind(key === 'h')
  else if (isFrozen) return false
  else if (undoKey(event, table, cursor)) return true
  else if (key === 'd' && block) fillDown(table, block)
  else if (key === 'r' && block) fillRight(table, block)
  else if (key === ';' || key === '；') insertToday(table, now)
  else return false
  return true
}

/** Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z redo. Returns whether the key is one of them. */
function undoKey(event: KeyboardEvent, table: TableView, cursor: Cursor): boolean {
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return false
  undoAndReveal(table, cursor, key === 'y' || event.shiftKey ? 'redo' : 'undo')
  return true
}

/**
 * Keys in a table without rows: Enter makes the first one, a letter is typed into its first cell, and a step that removed
 * or made them can be undone or redone.
 */
export function emptyTableKey(event: KeyboardEvent, setup: KeySetup): void {
  const { table, cursor, append } = setup
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (event.key === 'Enter' || isLetter) append?.()
  const first = table.active.get()
  if (isLetter && first) browsingKey(event, first, setup)
  if (isCommand && !table.isFrozen && undoKey(event, table, cursor)) event.preventDefault()
}

/** Selects all rows, limited to the columns of a given block. Cursor and scroll position stay. */
function selectRows({ visibleRows, columns, range }: TableView, block: Block | null): void {
  const [first, last] = [visibleRows.at(0), visibleRows.at(visibleRows.count - 1)]
  const [left, right] = block ? [columns[block.left], columns[block.right]] : [columns[0], columns.at(-1)]
  if (!first || !last || !left || !right) return
  range.select({ rowId: first.id, key: left.key }, { rowId: last.id, key: right.key })
}

/** Inserts today into the cell in the format of its column; a datetime column also gets the time of day. */
function insertToday({ store, columns }: TableView, { rowId, key }: Active): void {
  const column = columns.find((item) => item.key === key)
  if (!column || !isCellEditable(store, store.row(rowId), column)) return
  const { type, field } = column
  const now = new Date()
  const text = type.column?.(field)?.type === 'timestamp' ? formatDateTime(now) : formatDate(now)
  const read = type.fromText(text, field, noLookup)
  if (read.ok) store.setCell(rowId, key, type.toWire(read.value, field))
}

function rangeKey(event: KeyboardEvent, now: Active, setup: KeySetup): boolean {
  const { table, cursor, page } = setup
  const arrow = arrows[event.key]
  if (arrow) cursor.extend(arrow[0], arrow[1])
  else if (event.key === 'Home') cursor.extend(0, -table.columns.length)
  else if (event.key === 'End') cursor.extend(0, table.columns.length)
  else if (event.key === 'PageUp') cursor.extend(-page, 0)
  else if (event.key === 'PageDown') cursor.extend(page, 0)
  else if (event.key === ' ' && !table.isFrozen) {
    const { store, visibleRows, range } = table
    const block = range.get()
    const rows = block ? visibleRows.slice(block.top, block.bottom + 1) : []
    store.selection.set(
      rows.map((row) => row.id),
      !store.selection.has(now.rowId),
    )
  } else if (event.key === 'Delete')
    return false // Shift+Delete cuts, as the browser does by itself.
  else return plainKey(event, now, setup)
  return true
}

/** Backspace clears the single cell and opens it; a reference column is only cleared. */
function typeOver(now: Active, column: Column, { table, cursor }: KeySetup): void {
  const { store, active } = table
  if (!column.type.findByText) {
    cursor.go(now.rowId, now.key, true)
    active.isEntering = true
  }
  store.setCells([{ id: now.rowId, values: clearedValues(column) }], active.get()?.step ?? undefined)
}

/** The selected block if it has more than one cell. */
function severalOf(range: TableView['range']): Block | null {
  const block = range.get()
  return block && !isSingle(block) ? block : null
}

/** Collapses a selected block; otherwise the key is left to the surroundings of the table. */
function collapseRange(event: KeyboardEvent, range: TableView['range']): boolean {
  if (!severalOf(range)) return false
  range.collapse()
  event.stopPropagation()
  return true
}

/**
 * An editor that appears late (its code loads, its popover opens) would miss the keys typed until then: while the grid
 * still has the focus, letters for a text column go directly into the cell; the first letter replaces the old value.
 */
function typeAhead(
  event: KeyboardEvent,
  now: Active,
  { store, columns }: TableView,
  isFirst: boolean,
): boolean {
  const column = columns.find((item) => item.key === now.key)
  const isLate = event.key.length === 1 && event.target === document.activeElement && now.step !== null
  if (!column || !isLate || (event.target as Element).getAttribute('role') !== 'grid') return false
  if (!acceptsText(column)) return false
  const { type, field, key } = column
  const before = isFirst ? '' : String(store.row(now.rowId)?.[key] ?? '')
  const read = type.fromText(before + event.key, field, noLookup)
  if (read.ok && now.step !== null) store.setCell(now.rowId, key, type.toWire(read.value, field), now.step)
  return read.ok
}

/** Returns whether the key is consumed; a typed letter must reach the editor that it opened. */
function plainKey(event: KeyboardEvent, now: Active, setup: KeySetup): boolean {
  const { table, cursor, append, page } = setup
  const { store, columns, range, isFrozen } = table
  const arrow = arrows[event.key]
  const column = columns.find((item) => item.key === now.key)
  const isOpenable = isCellEditable(store, store.row(now.rowId), column)
  if (arrow) cursor.step(arrow[0], arrow[1])
  else if (event.key === 'Home') cursor.step(0, -columns.length)
  else if (event.key === 'End') cursor.step(0, columns.length)
  else if (event.key === 'PageUp') cursor.step(-page, 0)
  else if (event.key === 'PageDown') cursor.step(page, 0)
  else if (event.key === 'Tab') return tab(event, cursor)
  else if (event.key === 'Escape') return collapseRange(event, range)
  else if (event.key === 'Enter' && cursor.within(event.shiftKey ? -1 : 1, 0)) return true
  else if (event.key === 'F4') {
    table.active.willBrowse = isOpenable
    if (isOpenable) cursor.go(now.rowId, now.key, true)
  } else if (event.key === 'F2' || event.key === 'Enter') {
    if (isOpenable) cursor.go(now.rowId, now.key, event.key === 'F2' ? 'end' : true)
    else if (event.key === 'Enter' && !cursor.down()) append?.()
  } else if (event.key === 'Delete') {
    const block = range.get()
    if (block && !isFrozen) clearBlock(table, block)
  } else if (event.key === 'Backspace') {
    if (column && isOpenable) typeOver(now, column, setup)
  } else {
    const isTyping = event.key.length === 1 || event.key === 'Process'
    if (isTyping && isOpenable) {
      cursor.go(now.rowId, now.key, true)
      table.active.isEntering = true
      const opened = table.active.get()
      if (opened && typeAhead(event, opened, table, true)) return true
      const isFocusReady = isTextInput(document.activeElement) || event.key === ' '
      if (opened && event.key.length === 1 && !isFocusReady) {
        bufferKeystrokes(event.key, () => table.active.get()?.step === opened.step)
        return true
      }
    }
    // Otherwise the space key would scroll the page.
    return event.key === ' ' && !isOpenable
  }
  return true
}
