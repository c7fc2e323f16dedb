import type { Command } from '#runtime/ui/commands/command.ts'

/** What keys do on a cell of a list whose value may be changed there. */
export const cellCommands = {
  edit: { id: 'edit', title: '修改', keys: ['F2'], run: ({ edit }) => edit() },
} satisfies Record<string, Command<{ edit(): void }>>

export interface CellEditContext {
  /** The value is being stored. */
  isBusy: boolean
  save(): void
  leave(): void
}

/** What keys do in the open editor of such a cell. */
export const cellEditCommands = {
  save: {
    id: 'save',
    title: '保存，到下一行',
    keys: ['Enter'],
    isAvailable: ({ isBusy }) => !isBusy,
    run: ({ save }) => save(),
  },
  leave: {
    id: 'leave',
    title: '放弃输入',
    keys: ['Escape'],
    isAvailable: ({ isBusy }) => !isBusy,
    run: ({ leave }) => leave(),
  },
} satisfies Record<string, Command<CellEditContext>>
