import { type GridCommand, isChangeable } from './grid-command.ts'

/** Undoing and redoing the steps of a table. */
export const historyCommands: readonly GridCommand[] = [
  {
    id: 'undo',
    title: '撤销',
    keys: ['Mod+Z'],
    modes: ['cells', 'empty'],
    isOffered: isChangeable,
    run: ({ grid }) => grid.undo('undo'),
  },
  {
    id: 'redo',
    title: '重做',
    keys: ['Mod+Y', 'Mod+Shift+Z'],
    modes: ['cells', 'empty'],
    isOffered: isChangeable,
    run: ({ grid }) => grid.undo('redo'),
  },
]
