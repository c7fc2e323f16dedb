import type { KeyboardEvent } from 'react'
import type { RowStore } from '../../record/row-store.ts'
import type { Active, ActiveCell } from './active-cell.ts'
import { type Column, isCellEditable } from './columns.ts'
import type { Cursor } from './use-cursor.ts'

export interface KeySetup {
  store: RowStore
  active: ActiveCell
  columns: readonly Column[]
  cursor: Cursor
  /** A row after the last one, the cursor in the same column; absent where rows may not be added. */
  append?(): void
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Keys while a cell is being typed in; a list that is open inside the cell keeps its own. */
export function editingKey(event: KeyboardEvent, now: Active, { store, cursor, append }: KeySetup): void {
  const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
  if (event.nativeEvent.isComposing || isListOpen || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter' && !event.shiftKey) {
    cursor.close()
    const isLast = store.indexOf(now.rowId) === store.rows.length - 1
    if (isLast) append?.()
    else cursor.step(1, 0)
  } else if (event.key === 'Tab') {
    cursor.close()
    cursor.next(event.shiftKey ? -1 : 1)
  } else if (event.key === 'Escape') {
    cursor.close()
    if (now.step !== null) store.cancel(now.step)
  } else return
  event.preventDefault()
  event.stopPropagation()
}

/** Keys while the cursor only stands on a cell. */
export function browsingKey(event: KeyboardEvent, now: Active, setup: KeySetup): void {
  if (event.ctrlKey || event.metaKey) commandKey(event, setup)
  else if (!event.altKey && plainKey(event, now, setup)) event.preventDefault()
}

function commandKey(event: KeyboardEvent, { store }: KeySetup): void {
  const key = event.key.toLowerCase()
  if (key === 'z' && !event.shiftKey) store.undo()
  else if (key === 'y' || key === 'z') store.redo()
  else return
  event.preventDefault()
}

/** Answers whether the key is done with; one that types must go on into the editor it opened. */
function plainKey(event: KeyboardEvent, now: Active, { store, columns, cursor, append }: KeySetup): boolean {
  const arrow = arrows[event.key]
  const column = columns.find((one) => one.key === now.key)
  const isOpenable = isCellEditable(store, store.row(now.rowId), column)
  if (arrow) cursor.step(arrow[0], arrow[1])
  else if (event.key === 'Home') cursor.step(0, -columns.length)
  else if (event.key === 'End') cursor.step(0, columns.length)
  else if (event.key === 'Tab') return cursor.next(event.shiftKey ? -1 : 1)
  else if (event.key === 'F2' || event.key === 'Enter') {
    if (isOpenable) cursor.go(now.rowId, now.key, true)
    else if (event.key === 'Enter' && !cursor.step(1, 0)) append?.()
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    if (isOpenable) store.setCell(now.rowId, now.key, null)
  } else {
    const isTyping = event.key.length === 1 || event.key === 'Process'
    if (isTyping && isOpenable) cursor.go(now.rowId, now.key, true)
    // A space that opens nothing would scroll the page.
    return event.key === ' ' && !isOpenable
  }
  return true
}
