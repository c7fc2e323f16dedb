import { useState } from 'react'
import { readRemembered, remember, rememberedTexts } from '#runtime/host/remembered-values.ts'

export const densities = { 默认: 'medium', 紧凑: 'small', 迷你: 'mini', 极小: 'tiny' } as const
export type Density = (typeof densities)[keyof typeof densities]

/** Settings of one user for one list: column order, hidden and pinned columns, density. */
export interface ListMemory {
  density: Density
  hidden: readonly string[]
  order: readonly string[]
  /** Columns that stay at the left; absent: those that the document fixes. */
  pinned?: readonly string[]
}

export const plainMemory: ListMemory = { density: 'small', hidden: [], order: [] }

function read(key: string): ListMemory {
  const raw = readRemembered(key) as Partial<Record<keyof ListMemory, unknown>> | null
  const density = Object.values(densities).find((word) => word === raw?.density) ?? plainMemory.density
  const pinned = Array.isArray(raw?.pinned) ? { pinned: rememberedTexts(raw.pinned) } : {}
  return { density, hidden: rememberedTexts(raw?.hidden), order: rememberedTexts(raw?.order), ...pinned }
}

export function useListMemory(username: string, screen: string): [ListMemory, (next: ListMemory) => void] {
  const key = `pro__list:${username}:${screen}`
  const [memory, setMemory] = useState(() => read(key))
  return [
    memory,
    (next) => {
      setMemory(next)
      remember(key, next)
    },
  ]
}

/** The columns at the left: those that the user has pinned, else those that the document fixes. */
export const pinnedKeys = (
  columns: readonly { key: string; fixed?: 'left' | 'right' }[],
  { pinned }: ListMemory,
): string[] =>
  columns.filter(({ key, fixed }) => (pinned ? pinned.includes(key) : fixed === 'left')).map(({ key }) => key)

/** Pinned columns, then the known ones in the remembered order; new ones keep their position in the document. */
export function arrange<C extends { key: string; fixed?: 'left' | 'right' }>(
  columns: readonly C[],
  memory: ListMemory,
): C[] {
  const place = new Map(memory.order.map((key, index) => [key, index]))
  const pinned = pinnedKeys(columns, memory)
  return columns
    .map((column, index) => ({
      column,
      isPinned: pinned.includes(column.key),
      at: memory.order.length === 0 ? index : (place.get(column.key) ?? index - 0.5),
    }))
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || a.at - b.at)
    .map(({ column }) => column)
}
