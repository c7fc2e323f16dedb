import { useCallback, useState } from 'react'
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

function read(key: string): ColumnMemory {
  const raw = readRemembered(key) as { hidden?: unknown; widths?: unknown } | null
  const widths = typeof raw?.widths === 'object' && raw.widths !== null ? Object.entries(raw.widths) : []
  return {
    hidden: rememberedTexts(raw?.hidden),
    widths: Object.fromEntries(
      widths.flatMap(([name, width]) => (typeof width === 'number' ? [[name, clampWidth(width)]] : [])),
    ),
  }
}

export function useColumnMemory(
  username: string,
  detail: string,
): [ColumnMemory, (next: ColumnMemory, isKept?: boolean) => void] {
  const key = `pro__detail:${username}:${detail}`
  const [memory, setMemory] = useState(() => read(key))
  const keep = useCallback(
    (next: ColumnMemory, isKept = true) => {
      setMemory(next)
      if (isKept) remember(key, next)
    },
    [key],
  )
  return [memory, keep]
}
