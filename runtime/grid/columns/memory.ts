import { readRemembered, remember, rememberedTexts } from '#runtime/host/remembered-values.ts'

/** Settings of one user for one detail table: hidden columns and the widths set by dragging. */
export interface ColumnMemory {
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

export const DEFAULT_COLUMN_MEMORY: ColumnMemory = { hidden: [], widths: {} }
export const MIN_WIDTH = 40
const MAX_WIDTH = 1200

export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** The arrangement stored under a key. */
export function readColumnMemory(key: string): ColumnMemory {
  const raw = readRemembered(key) as { hidden?: unknown; widths?: unknown } | null
  const widths = typeof raw?.widths === 'object' && raw.widths !== null ? Object.entries(raw.widths) : []
  return {
    hidden: rememberedTexts(raw?.hidden),
    widths: Object.fromEntries(
      widths.flatMap(([name, width]) => (typeof width === 'number' ? [[name, clampWidth(width)]] : [])),
    ),
  }
}

export const rememberColumns = (key: string, memory: ColumnMemory): void => remember(key, memory)

export const columnMemoryKey = (username: string, detail: string): string =>
  `pro__detail:${username}:${detail}`
