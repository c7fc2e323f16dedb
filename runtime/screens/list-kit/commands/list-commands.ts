import type { Command } from '#runtime/ui/commands/command.ts'

export interface ListContext {
  /** Absent while no record can be added. */
  add: (() => void) | undefined
}

/** What keys do in the list of a page. */
export const listCommands = {
  add: {
    id: 'add',
    title: '新增',
    keys: ['Alt+N'],
    keyText: 'Alt + N',
    isAvailable: ({ add }) => add !== undefined,
    run: ({ add }) => add?.(),
  },
} satisfies Record<string, Command<ListContext>>
