import type { Command } from '#runtime/ui/commands/command.ts'

/** The edits of a block by its position. */
export interface BlockEdits {
  select(at: number): void
  move(from: number, to: number): void
  resize(at: number, span: number): void
  remove(at: number): void
}

export interface BlockContext {
  at: number
  span: number
  edits: Pick<BlockEdits, 'move' | 'resize' | 'remove'>
}

/** What keys do with the selected block of a panel. */
export const blockCommands = {
  back: {
    id: 'back',
    title: '前移',
    keys: ['Alt+ArrowLeft', 'Alt+ArrowUp'],
    keyText: 'Alt + ←',
    run: ({ at, edits }) => edits.move(at, at - 1),
  },
  on: {
    id: 'on',
    title: '后移',
    keys: ['Alt+ArrowRight', 'Alt+ArrowDown'],
    keyText: 'Alt + →',
    run: ({ at, edits }) => edits.move(at, at + 1),
  },
  narrow: {
    id: 'narrow',
    title: '变窄',
    keys: ['Shift+ArrowLeft'],
    keyText: 'Shift + ←',
    run: ({ at, span, edits }) => edits.resize(at, span - 1),
  },
  widen: {
    id: 'widen',
    title: '变宽',
    keys: ['Shift+ArrowRight'],
    keyText: 'Shift + →',
    run: ({ at, span, edits }) => edits.resize(at, span + 1),
  },
  remove: { id: 'remove', title: '删除板块', keys: ['Delete'], run: ({ at, edits }) => edits.remove(at) },
} satisfies Record<string, Command<BlockContext>>
