import { PASS } from '#runtime/ui/commands/command.ts'
import type { GridCommand } from './grid-command.ts'
import { openByTyping } from './type-ahead.ts'

/** The keys of a table without rows. */
export const emptyCommands: readonly GridCommand[] = [
  {
    id: 'first-row',
    title: '没有明细时，新增一行并输入',
    keys: ['Enter', 'Character'],
    keyText: 'Enter / 输入文字（没有明细）',
    modes: ['empty'],
    isOffered: ({ grid }) => grid.canAdd,
    run({ grid, press }) {
      grid.append()
      return press && press.key.length === 1 && openByTyping(grid, press) ? undefined : PASS
    },
  },
]
