import type { Command } from '#runtime/ui/commands/command.ts'

export interface ColumnContext {
  /** The position of the column among all, and their number. */
  at: number
  count: number
  move(to: number): void
}

/** What keys do on the handle of a column in the settings of a list. */
export const columnCommands = {
  back: {
    id: 'back',
    title: '前移',
    keys: ['ArrowUp'],
    isAvailable: ({ at }) => at > 0,
    run: ({ at, move }) => move(at - 1),
  },
  on: {
    id: 'on',
    title: '后移',
    keys: ['ArrowDown'],
    isAvailable: ({ at, count }) => at < count - 1,
    run: ({ at, move }) => move(at + 1),
  },
} satisfies Record<string, Command<ColumnContext>>
