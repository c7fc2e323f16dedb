import { readRemembered, remember, rememberedTexts } from '#runtime/host/remembered-values.ts'
import { type ColumnWidths, readWidths } from '#runtime/ui/layout/column-width.ts'

/** Settings of one user for one detail table: hidden columns and the widths set by dragging. */
export interface ColumnMemory {
  hidden: readonly string[]
  widths: ColumnWidths
}

export const DEFAULT_COLUMN_MEMORY: ColumnMemory = { hidden: [], widths: {} }

/** The arrangement stored under a key. */
export function readColumnMemory(key: string): ColumnMemory {
  const raw = readRemembered(key) as { hidden?: unknown; widths?: unknown } | null
  return { hidden: rememberedTexts(raw?.hidden), widths: readWidths(raw?.widths) }
}

export const rememberColumns = (key: string, memory: ColumnMemory): void => remember(key, memory)

export const columnMemoryKey = (username: string, detail: string): string =>
  `pro__detail:${username}:${detail}`
