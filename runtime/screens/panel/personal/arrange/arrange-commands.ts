import type { Command } from '#runtime/ui/commands/command.ts'
import { type BlockContext, blockCommands } from '../../block-commands.ts'

export interface ArrangeContext extends BlockContext {
  height: number
  stretch(at: number, height: number): void
}

/** What keys do with a block of the page that is being arranged. */
export const arrangeCommands: Readonly<Record<string, Command<ArrangeContext>>> = {
  back: blockCommands.back,
  on: blockCommands.on,
  narrow: blockCommands.narrow,
  widen: blockCommands.widen,
  lower: {
    id: 'lower',
    title: '变矮',
    keys: ['Shift+ArrowUp'],
    keyText: 'Shift + ↑',
    run: ({ at, height, stretch }) => stretch(at, height - 1),
  },
  higher: {
    id: 'higher',
    title: '变高',
    keys: ['Shift+ArrowDown'],
    keyText: 'Shift + ↓',
    run: ({ at, height, stretch }) => stretch(at, height + 1),
  },
  remove: { ...blockCommands.remove, title: '去掉' },
}

/** What keys do anywhere on the page. */
export const pageCommands: Readonly<Record<string, Command<{ undo(): void }>>> = {
  undo: { id: 'undo', title: '撤销', keys: ['Mod+Z'], run: ({ undo }) => undo() },
}
