import type { KeyboardEvent } from 'react'
import { isCellEditable } from './columns/columns.ts'
import type { Active } from './range/active-cell.ts'
import { isSingle } from './range/cell-range.ts'
import { clearBlock } from './range/cells.ts'
import { fillDown, fillRight } from './range/fill.ts'
import { takeBack } from './range/take-back.ts'
import { fold } from './rows/fold.ts'
import { moveRows } from './rows/row-moves.ts'
import type { TableView } from './table-view.ts'
import type { Cursor } from './use-cursor.ts'

export interface KeySetup {
  table: TableView
  cursor: Cursor
  /** Rows that fit into the window: what a page is. */
  page: number
  /** A row after the last one, the cursor in the same column or where a run of Tabs began; absent where rows may not be added. */
  append?(): void
  openFind(isReplacing: boolean): void
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Keys while a cell is being typed in; a list that is open inside the cell keeps its own. */
export function editingKey(event: KeyboardEvent, now: Active, { table, cursor, append }: KeySetup): void {
  const { store, shown } = table
  const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
  // In a box of several lines Enter makes a line, and Ctrl+Enter is done with it.
  const isBox = event.target instanceof HTMLTextAreaElement
  const isDone = event.key === 'Enter' && (isBox ? event.ctrlKey && !event.shiftKey : !event.ctrlKey)
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
  if (isDone) {
    cursor.close()
    const isLast = shown.indexOf(now.rowId) === shown.count - 1
    if (event.shiftKey) cursor.step(-1, 0)
    else if (isLast) append?.()
    else cursor.down()
  } else if (event.key === 'Tab') {
    cursor.close()
    cursor.next(event.shiftKey ? -1 : 1)
  } else if (event.key === 'Escape') {
    cursor.close()
    if (now.step !== null) store.cancel(now.step)
  } else if (arrow) {
    cursor.close()
    cursor.step(...arrow)
  } else if (event.key === 'F2') table.active.isEntering = !table.active.isEntering
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** The list takes its entry first, then the cursor goes on: one Tab for both. */
function tabFromList(event: KeyboardEvent, now: Active, { active }: TableView, cursor: Cursor): void {
  event.preventDefault()
  const direction = event.shiftKey ? -1 : 1
  setTimeout(() => {
    if (active.get()?.step !== now.step) return
    cursor.close()
    cursor.next(direction)
  })
}

/** Up and down leave a line of text; left and right one that typing opened, whose caret would have nowhere to go. */
function leavingArrow(event: KeyboardEvent, { active }: TableView): readonly [number, number] | undefined {
  const { target } = event
  const isLine = target instanceof HTMLInputElement && target.type === 'text'
  if (!isLine || target.getAttribute('role') === 'combobox' || event.shiftKey) return undefined
  const arrow = arrows[event.key]
  return arrow?.[0] !== 0 || active.isEntering ? arrow : undefined
}

/** Keys while the cursor only stands on a cell. */
export function browsingKey(event: KeyboardEvent, now: Active, setup: KeySetup): void {
  const isDone =
    event.ctrlKey && event.altKey
      ? columnKey(event, now, setup)
      : event.ctrlKey || event.metaKey
        ? commandKey(event, setup)
        : event.altKey
          ? movingKey(event, now, setup)
          : event.shiftKey
            ? rangeKey(event, now, setup)
            : plainKey(event, now, setup)
  if (isDone) event.preventDefault()
}

/** Alt and an arrow carry the row along, or open and fold it; with Shift all rows are opened or folded. */
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

/** Ctrl, Alt and an arrow: the active column's width, or the rows in its order; 0 gives the width back. */
function columnKey(event: KeyboardEvent, now: Active, { table }: KeySetup): boolean {
  const [rows, across] = arrows[event.key] ?? [0, 0]
  const column = table.columns.find((one) => one.key === now.key)
  const isBack = event.key === '0'
  if (!column || (rows === 0 && across === 0 && !isBack)) return false
  if (isBack) table.setWidth(now.key, null)
  else if (across !== 0) table.setWidth(now.key, column.width + across * widthStep)
  else if (column.isSortable && table.canSort) table.sortBy(now.key, rows > 0)
  return true
}

/** With Ctrl, or the command key. Copying, cutting and pasting come by the clipboard's own events. */
function commandKey(event: KeyboardEvent, { table, cursor, openFind }: KeySetup): boolean {
  const { shown, range, isFrozen, columns } = table
  const arrow = arrows[event.key]
  const key = event.key.toLowerCase()
  const block = range.get()
  if (arrow) event.shiftKey ? cursor.extend(arrow[0], arrow[1], true) : cursor.jump(arrow[0], arrow[1])
  else if (key === 'home' || key === 'end') {
    const far = key === 'home' ? -1 : 1
    const [rows, across] = [far * shown.count, far * columns.length]
    event.shiftKey ? cursor.extend(rows, across) : cursor.step(rows, across)
  } else if (key === 'a') selectAll(table)
  else if (key === 'f' || (key === 'h' && !isFrozen)) openFind(key === 'h')
  else if (isFrozen) return false
  else if (key === 'z' && !event.shiftKey) takeBack(table, cursor)
  else if (key === 'y' || key === 'z') takeBack(table, cursor, 'redo')
  else if (key === 'd' && block) fillDown(table, block)
  else if (key === 'r' && block) fillRight(table, block)
  else return false
  return true
}

function selectAll({ shown, columns, active, range }: TableView): void {
  const [first, last] = [shown.at(0), shown.at(shown.count - 1)]
  const [left, right] = [columns[0], columns.at(-1)]
  if (!first || !last || !left || !right) return
  // The rows stay in sight as they are.
  active.set(first.id, left.key, false)
  range.extend(last.id, right.key)
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
    const { store, shown, range } = table
    const block = range.get()
    const rows = block ? shown.slice(block.top, block.bottom + 1) : []
    store.selection.set(
      rows.map((row) => row.id),
      !store.selection.has(now.rowId),
    )
  } else return plainKey(event, now, setup)
  return true
}

/** A chosen block is given up; otherwise the key belongs to whatever the table stands in. */
function leaveRange(event: KeyboardEvent, range: TableView['range']): boolean {
  const block = range.get()
  if (!block || isSingle(block)) return false
  range.collapse()
  event.stopPropagation()
  return true
}

/**
 * An editor that comes a moment later (its code loads, its box opens) would miss what is typed meanwhile: while the
 * grid still has the focus, a letter goes straight into the cell, the first one in place of what was there.
 */
function typeAhead(
  event: KeyboardEvent,
  now: Active,
  { store, columns }: TableView,
  isFirst: boolean,
): boolean {
  const column = columns.find((one) => one.key === now.key)
  const isLate = event.key.length === 1 && event.target === document.activeElement && now.step !== null
  if (!column || !isLate || (event.target as Element).getAttribute('role') !== 'grid') return false
  const { type, field, key } = column
  const before = isFirst ? '' : String(store.row(now.rowId)?.[key] ?? '')
  const read = type.fromText(before + event.key, field, noLookup)
  if (read.ok && now.step !== null) store.setCell(now.rowId, key, type.toWire(read.value, field), now.step)
  return read.ok
}

/** Letters are text here, never the name of a dictionary's entry. */
export const noLookup = { text: () => undefined, value: () => undefined, items: () => [] }

/** Answers whether the key is done with; one that types must go on into the editor it opened. */
function plainKey(event: KeyboardEvent, now: Active, { table, cursor, append, page }: KeySetup): boolean {
  const { store, columns, range, isFrozen } = table
  const arrow = arrows[event.key]
  const column = columns.find((one) => one.key === now.key)
  const isOpenable = isCellEditable(store, store.row(now.rowId), column)
  if (arrow) cursor.step(arrow[0], arrow[1])
  else if (event.key === 'Home') cursor.step(0, -columns.length)
  else if (event.key === 'End') cursor.step(0, columns.length)
  else if (event.key === 'PageUp') cursor.step(-page, 0)
  else if (event.key === 'PageDown') cursor.step(page, 0)
  else if (event.key === 'Tab') return cursor.next(event.shiftKey ? -1 : 1)
  else if (event.key === 'Escape') return leaveRange(event, range)
  else if (event.key === 'F2' || event.key === 'Enter') {
    if (isOpenable) cursor.go(now.rowId, now.key, event.key === 'F2' ? 'end' : true)
    else if (event.key === 'Enter' && !cursor.down()) append?.()
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    const block = range.get()
    if (block && !isFrozen) clearBlock(table, block)
  } else {
    const isTyping = event.key.length === 1 || event.key === 'Process'
    if (isTyping && isOpenable) {
      cursor.go(now.rowId, now.key, true)
      table.active.isEntering = true
      const opened = table.active.get()
      if (opened && typeAhead(event, opened, table, true)) return true
    }
    // A space that opens nothing would scroll the page.
    return event.key === ' ' && !isOpenable
  }
  return true
}
