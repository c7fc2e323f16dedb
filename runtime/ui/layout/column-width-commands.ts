import type { Command } from '../commands/command.ts'

const STEP = 10

export interface ColumnWidthContext {
  /** The pressed arrow. */
  key: string | undefined
  /** The width of the column in pixels. */
  width: number
  /** Null removes the width that the user has set. */
  setWidth(width: number | null): void
}

/** What keys do with the width of a column. */
export const columnWidthCommands = {
  resize: {
    id: 'resize',
    title: '调整列宽',
    keys: ['Mod+Alt+ArrowLeft', 'Mod+Alt+ArrowRight'],
    run: ({ key, width, setWidth }) => setWidth(width + (key === 'ArrowLeft' ? -STEP : STEP)),
  },
  reset: {
    id: 'reset-width',
    title: '恢复列宽',
    keys: ['Mod+Alt+0'],
    run: ({ setWidth }) => setWidth(null),
  },
} satisfies Record<string, Command<ColumnWidthContext>>
