import type { Command } from '#runtime/ui/commands/command.ts'

export interface WidthContext {
  /** The number of columns that the block takes. */
  span: number
  resize(span: number): void
}

/** What keys do on the right edge of a block. */
export const widthCommands = {
  narrow: { id: 'narrow', title: '变窄', keys: ['ArrowLeft'], run: ({ span, resize }) => resize(span - 1) },
  widen: { id: 'widen', title: '变宽', keys: ['ArrowRight'], run: ({ span, resize }) => resize(span + 1) },
} satisfies Record<string, Command<WidthContext>>
