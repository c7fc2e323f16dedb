import type { Command } from '#runtime/ui/commands/command.ts'

export interface LineContext {
  /** The position of the field in its list, and the number of fields there. */
  at: number
  count: number
  edits: { move(to: number): void; copy(): void; remove(): void }
}

/** What can be done with a line of the list of fields, in the order of its menu. */
export const lineCommands: readonly (Command<LineContext> & { danger?: boolean })[] = [
  {
    id: 'up',
    title: '上移',
    keys: ['Alt+ArrowUp'],
    isAvailable: ({ at }) => at > 0,
    run: ({ at, edits }) => edits.move(at - 1),
  },
  {
    id: 'down',
    title: '下移',
    keys: ['Alt+ArrowDown'],
    isAvailable: ({ at, count }) => at < count - 1,
    run: ({ at, edits }) => edits.move(at + 1),
  },
  { id: 'copy', title: '复制', keys: [], run: ({ edits }) => edits.copy() },
  { id: 'remove', title: '删除', keys: [], danger: true, run: ({ edits }) => edits.remove() },
]
