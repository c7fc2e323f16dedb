import { useEffect, useState } from 'react'
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
  /** Page sizes that the user offers besides those of the document. */
  sizes?: readonly number[]
}

export const plainMemory: ListMemory = { density: 'small', hidden: [], order: [] }

/** The most rows of a page that the server sends. */
export const MAX_PAGE_SIZE = 200

const isPageSize = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_PAGE_SIZE

type Raw = Partial<Record<keyof ListMemory, unknown>> | null

/** Settings as they were stored; what is missing or unknown has the default. */
export function readMemory(raw: Raw): ListMemory {
  const density = Object.values(densities).find((word) => word === raw?.density) ?? plainMemory.density
  const pinned = Array.isArray(raw?.pinned) ? { pinned: rememberedTexts(raw.pinned) } : {}
  const sizes = Array.isArray(raw?.sizes) ? { sizes: raw.sizes.filter(isPageSize) } : {}
  return {
    density,
    hidden: rememberedTexts(raw?.hidden),
    order: rememberedTexts(raw?.order),
    ...pinned,
    ...sizes,
  }
}

const buildKey = (username: string, screen: string, view?: string): string =>
  `pro__list:${username}:${screen}${view === undefined ? '' : `:${view}`}`

/** The drawn lists that read their settings again. */
const readers = new Set<() => void>()

/** Gives a saved view its own settings; a list that shows it draws them. */
export function rememberView(username: string, screen: string, view: string, memory: ListMemory): void {
  remember(buildKey(username, screen, view), memory)
  for (const renew of readers) renew()
}

const readStored = (key: string) => ({ key, memory: readMemory(readRemembered(key) as Raw) })

/** The settings of a list; each saved view of it has its own. */
export function useListMemory(
  username: string,
  screen: string,
  view?: string,
): [ListMemory, (next: ListMemory) => void] {
  const key = buildKey(username, screen, view)
  const [stored, setStored] = useState(() => readStored(key))
  useEffect(() => {
    const renew = () => setStored(readStored(key))
    readers.add(renew)
    return () => void readers.delete(renew)
  }, [key])
  const current = stored.key === key ? stored : readStored(key)
  if (current !== stored) setStored(current)
  return [
    current.memory,
    (memory) => {
      setStored({ key, memory })
      remember(key, memory)
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
