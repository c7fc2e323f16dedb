import { commandOfKey, PASS } from '#runtime/ui/commands/command.ts'
import { ScanReader, scanKey } from '../cells/scan.ts'
import type { GridController } from '../controller/GridController.ts'
import { type GridCommand, hasMode, type KeyMode, type KeyPress } from './grid-command.ts'
import { gridCommands } from './grid-commands.ts'

const commandsIn = (mode: KeyMode): GridCommand[] => gridCommands.filter((command) => hasMode(command, mode))
const byMode: Readonly<Record<KeyMode, GridCommand[]>> = {
  cells: commandsIn('cells'),
  editor: commandsIn('editor'),
  empty: commandsIn('empty'),
}

/** Gives the pressed keys of a table to its commands. */
export class GridKeyboard {
  readonly #grid: GridController
  readonly #scanReader = new ScanReader()

  constructor(grid: GridController) {
    this.#grid = grid
  }

  /** `isOnGrid`: the grid itself has the key; `isComposing`: an input method is at work. */
  press(press: KeyPress, isOnGrid: boolean, isComposing: boolean): void {
    const grid = this.#grid
    const now = grid.active.get()
    if (now && scanKey(press, now, grid, this.#scanReader)) {
      press.preventDefault()
      press.stopPropagation()
    } else if (now?.step != null) {
      if (!isComposing && this.#run('editor', press)) {
        press.preventDefault()
        press.stopPropagation()
      }
    } else if (isOnGrid && !isComposing) {
      const isTaken = this.#run(now ? 'cells' : 'empty', press)
      if (isTaken) press.preventDefault()
    }
  }

  /** Returns whether a command took the key. */
  #run(mode: KeyMode, press: KeyPress): boolean {
    const now = this.#grid.active.get()
    const context = { grid: this.#grid, rows: now ? [now.rowId] : [], press }
    const command = commandOfKey(byMode[mode], context, press)
    // The space key would scroll the page.
    if (!command) return mode === 'cells' && press.key === ' '
    return command.run(context) !== PASS
  }
}
