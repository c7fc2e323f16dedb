import { useSyncExternalStore } from 'react'
import { canRun, isOffered } from '#runtime/ui/commands/command.ts'
import type { GridController } from '../controller/GridController.ts'
import type { GridCommand, GridContext } from './grid-command.ts'

/** A command as a button shows it. */
export interface CommandState {
  command: GridCommand
  canRun: boolean
}

/** The rows for buttons beside the rows: the selected ones, else that of the active cell. */
export function buildContext(grid: GridController): GridContext {
  const { ids } = grid.store.selection
  const now = grid.active.get()
  return { grid, rows: ids.size > 0 ? [...ids] : now ? [now.rowId] : [] }
}

/**
 * The commands that are offered and shown now, and whether they can be run; `list` reads them. Draws again only when one
 * of them appears, disappears, or changes between enabled and disabled.
 */
export function useCommands(
  grid: GridController,
  list: (context: GridContext) => readonly GridCommand[],
): CommandState[] {
  const { store, active, tree, view } = grid
  const read = (): CommandState[] => {
    const context = buildContext(grid)
    return list(context)
      .filter((command) => isOffered(command, context))
      .map((command) => ({ command, canRun: canRun(command, context) }))
  }
  const stamp = () =>
    read()
      .map(({ command, canRun }) => `${command.id} ${canRun}`)
      .join()
  useSyncExternalStore(view.subscribe, view.get)
  useSyncExternalStore(store.subscribeStructure, stamp)
  useSyncExternalStore(store.subscribeSelection, stamp)
  useSyncExternalStore(active.subscribe, stamp)
  useSyncExternalStore(tree?.subscribeStructure ?? store.subscribeStructure, stamp)
  return read()
}
