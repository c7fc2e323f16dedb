import type { Command } from '#runtime/ui/commands/command.ts'
import type { PressedKey } from '#runtime/ui/commands/key-names.ts'
import { type Column, isCellEditable } from '../columns/columns.ts'
import type { GridController } from '../controller/GridController.ts'
import type { Active } from '../state/active-cell.ts'
import { type Block, isSingle } from '../state/cell-range.ts'

/** A pressed key, with the element that has it. */
export interface KeyPress extends PressedKey {
  readonly target: EventTarget | null
  readonly timeStamp: number
  preventDefault(): void
  stopPropagation(): void
}

/** What a command of a detail table works on. */
export interface GridContext {
  grid: GridController
  /** The rows that it changes: that of the menu, the selected ones, else that of the active cell. */
  rows: readonly string[]
  /** The key that runs it; absent where a menu or a button does. */
  press?: KeyPress
}

/** Where keys count: on the cells, in the open editor of a cell, or in a table without rows. */
export type KeyMode = 'cells' | 'editor' | 'empty'

export interface GridCommand extends Command<GridContext> {
  /** Default: on the cells. */
  readonly modes?: readonly KeyMode[]
  /** The menu of a row, and the bottom of the open row on a phone, have it. */
  readonly places?: readonly ('menu' | 'sheet')[]
  /** Whether the toolbar has it now. Default: never. */
  isInBar?(context: GridContext): boolean
  readonly isDanger?: true
}

export const hasMode = ({ modes = ['cells'] }: GridCommand, mode: KeyMode): boolean => modes.includes(mode)

export const isChangeable = ({ grid }: GridContext): boolean => !grid.isFrozen

/** Up and down first, then right and left. */
const ARROWS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
export const getArrowStep = (press: KeyPress | undefined): readonly [rows: number, columns: number] =>
  ARROWS[press?.key ?? ''] ?? [0, 0]

/** The four arrows with the same modifiers. */
export const arrowKeys = (modifiers = ''): string[] => Object.keys(ARROWS).map((name) => modifiers + name)

export interface ActiveColumn {
  now: Active
  column: Column
}

/** The active cell with its column. */
export function activeColumn(grid: GridController): ActiveColumn | null {
  const now = grid.active.get()
  const column = grid.findColumn(now?.key)
  return now && column ? { now, column } : null
}

/** The active cell if it can be edited now. */
export function editableCell(grid: GridController): ActiveColumn | null {
  const cell = activeColumn(grid)
  return cell && isCellEditable(grid.store, grid.store.row(cell.now.rowId), cell.column) ? cell : null
}

/** The selected block if it has more than one cell. */
export function selectedBlock({ range }: GridController): Block | null {
  const block = range.get()
  return block && !isSingle(block) ? block : null
}
