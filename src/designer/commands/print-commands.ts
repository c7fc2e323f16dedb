import type { Command } from '#runtime/ui/commands/command.ts'

export interface PrintBlockContext {
  /** The position of the block, and the number of blocks. */
  at: number
  count: number
  edits: { move(from: number, to: number): void; copy(at: number): void; remove(at: number): void }
}

/** What can be done with a block of a print template, by keys and by buttons. */
export const printCommands: readonly (Command<PrintBlockContext> & { danger?: boolean })[] = [
  {
    id: 'up',
    title: '上移',
    keys: ['Alt+ArrowUp'],
    isAvailable: ({ at }) => at > 0,
    run: ({ at, edits }) => edits.move(at, at - 1),
  },
  {
    id: 'down',
    title: '下移',
    keys: ['Alt+ArrowDown'],
    isAvailable: ({ at, count }) => at < count - 1,
    run: ({ at, edits }) => edits.move(at, at + 1),
  },
  { id: 'copy', title: '复制', keys: ['Mod+D'], run: ({ at, edits }) => edits.copy(at) },
  { id: 'remove', title: '删除', keys: ['Delete'], danger: true, run: ({ at, edits }) => edits.remove(at) },
]
