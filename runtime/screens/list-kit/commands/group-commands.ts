import type { Command } from '#runtime/ui/commands/command.ts'

export interface GroupContext {
  setOpen(isOpen: boolean): void
  /** Focuses the line of another group, by its distance. */
  step(by: number): void
}

/** What keys do on the line above the rows of a group. */
export const groupCommands = {
  open: { id: 'open', title: '展开分组', keys: ['ArrowRight'], run: ({ setOpen }) => setOpen(true) },
  close: { id: 'close', title: '收起分组', keys: ['ArrowLeft'], run: ({ setOpen }) => setOpen(false) },
  previous: { id: 'previous', title: '到上一组', keys: ['ArrowUp'], run: ({ step }) => step(-1) },
  next: { id: 'next', title: '到下一组', keys: ['ArrowDown'], run: ({ step }) => step(1) },
} satisfies Record<string, Command<GroupContext>>
