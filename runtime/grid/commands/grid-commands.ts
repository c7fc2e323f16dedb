import { addRow, pickerCommands, removeSelected, selectionCommands } from './bar-commands.ts'
import { changeCommands, columnCommands } from './change-commands.ts'
import { editCommands } from './edit-commands.ts'
import { emptyCommands } from './empty-commands.ts'
import type { GridCommand, GridContext } from './grid-command.ts'
import { historyCommands } from './history-commands.ts'
import { moveCommands } from './move-commands.ts'
import { rowCommands } from './row-commands.ts'
import { treeCommands } from './tree-commands.ts'

/**
 * Everything that a user can do in a detail table: its keys, the menu of a row, the toolbar, the bottom of an open row on
 * a phone and the help of the keys are drawn from this table. Of two commands with one key the first that can be run has it.
 */
export const gridCommands: readonly GridCommand[] = [
  ...moveCommands,
  ...editCommands,
  ...changeCommands,
  ...historyCommands,
  ...rowCommands,
  addRow,
  ...selectionCommands,
  ...treeCommands,
  removeSelected,
  ...columnCommands,
  ...emptyCommands,
]

/** The commands of the toolbar, with those that the columns of this table add. */
export const barCommands = (context: GridContext): GridCommand[] =>
  gridCommands.flatMap((command) =>
    command.isInBar ? (command === addRow ? [command, ...pickerCommands(context)] : [command]) : [],
  )
