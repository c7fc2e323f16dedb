import type { Command } from '../commands/command.ts'

export interface EdgeContext {
  /** The size of the block in columns or steps. */
  size: number
  resize(size: number): void
}

/** What keys do on the right edge of a block. */
export const widthCommands = {
  narrow: { id: 'narrow', title: '变窄', keys: ['ArrowLeft'], run: ({ size, resize }) => resize(size - 1) },
  widen: { id: 'widen', title: '变宽', keys: ['ArrowRight'], run: ({ size, resize }) => resize(size + 1) },
} satisfies Record<string, Command<EdgeContext>>

/** What keys do on the lower edge of a block. */
export const heightCommands = {
  lower: { id: 'lower', title: '变矮', keys: ['ArrowUp'], run: ({ size, resize }) => resize(size - 1) },
  higher: { id: 'higher', title: '变高', keys: ['ArrowDown'], run: ({ size, resize }) => resize(size + 1) },
} satisfies Record<string, Command<EdgeContext>>
