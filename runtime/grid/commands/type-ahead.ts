import { noLookup } from '#runtime/schema/field-value.ts'
import { bufferKeystrokes, isTextInput } from '#runtime/ui/focus/buffer-keystrokes.ts'
import { acceptsText } from '../cells/accepts-text.ts'
import type { GridController } from '../controller/GridController.ts'
import { activeColumn, editableCell, type KeyPress } from './grid-command.ts'

/** The grid itself has a key that is meant for an editor: the editor appears late (its code loads, its popover opens). */
const isLate = ({ key, target }: KeyPress): boolean =>
  key.length === 1 &&
  target instanceof Element &&
  target === document.activeElement &&
  target.getAttribute('role') === 'grid'

/**
 * A letter for an editor that appears late goes directly into the cell of a text column; the first one replaces the old
 * value. Returns whether it was taken.
 */
export function typeIntoCell(grid: GridController, press: KeyPress, isFirst: boolean): boolean {
  const cell = activeColumn(grid)
  if (!cell || cell.now.step === null || !isLate(press) || !acceptsText(cell.column)) return false
  const { store } = grid
  const { rowId, step } = cell.now
  const { type, field, key } = cell.column
  const before = isFirst ? '' : String(store.row(rowId)?.[key] ?? '')
  const read = type.fromText(before + press.key, field, noLookup)
  if (read.ok) store.setCell(rowId, key, type.toWire(read.value, field), step)
  return read.ok
}

/** Opens the active cell with a typed letter. Returns whether the key is consumed: else it reaches the editor by itself. */
export function openByTyping(grid: GridController, press: KeyPress): boolean {
  const cell = editableCell(grid)
  // Otherwise the space key would scroll the page.
  if (!cell) return press.key === ' '
  const { active, cursor } = grid
  cursor.go(cell.now.rowId, cell.now.key, true)
  active.isEntering = true
  const opened = active.get()
  if (opened && typeIntoCell(grid, press, true)) return true
  const isFocusReady = isTextInput(document.activeElement) || press.key === ' '
  if (!opened || press.key.length !== 1 || isFocusReady) return false
  bufferKeystrokes(press.key, () => active.get()?.step === opened.step)
  return true
}
