import { useEffect, useState } from 'react'
import { readRemembered, remember, rememberedTexts } from '#runtime/host/remembered-values.ts'
import { readWidths } from '#runtime/ui/layout/column-width.ts'

export const densities = { 默认: 'medium', 紧凑: 'small', 迷你: 'mini', 极小: 'tiny' } as const
export type Density = (typeof densities)[keyof typeof densities]

/** Settings of one user for one list: order and widths of columns, hidden and pinned ones, density. */
export interface ListMemory {
  density: Density
  hidden: readonly string[]
  order: readonly string[]
  /** The widths that the user has set. */
  widths: Readonly<Record<string, number>>
  /** Columns that stay at the left; absent: those that the document fixes. */
  pinned?: readonly string[]
  /** Page sizes that the user offers besides those of the document. */
  sizes?: readonly number[]
  /** The page size that the user picked last. It belongs to the list: a saved view has none. */
  pageSize?: number
  /** The user has unfolded the query bar. It belongs to the list, too. */
  isQueryOpen?: boolean
}

export const plainMemory: ListMemory = { density: 'small', hidden: [], order: [], widths: {} }

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
    widths: readWidths(raw?.widths),
    ...pinned,
    ...sizes,
    ...(isPageSize(raw?.pageSize) ? { pageSize: raw.pageSize } : {}),
    ...(raw?.isQueryOpen === true ? { isQueryOpen: true } : {}),
  }
}

const buildKey = (username: string, screen: string, view?: string): string =>
  `pro__list:${username}:${screen}${view === undefined ? '' : `:${view}`}`

/** The drawn lists; each takes over the settings under its key. */
const readers = new Set<(key: string, memory: ListMemory) => void>()

function store(key: string, memory: ListMemory): void {
  remember(key, memory)
  for (const read of readers) read(key, memory)
}

const readStored = (key: string): ListMemory => readMemory(readRemembered(key) as Raw)

/** Gives a saved view its own settings; a list that shows it draws them. */
export const rememberView = (username: string, screen: string, view: string, memory: ListMemory): void =>
  store(buildKey(username, screen, view), memory)

/** The settings of a list without a saved view, once. */
export const readListMemory = (username: string, screen: string): ListMemory =>
  readStored(buildKey(username, screen))

/** Changes some settings of a list without a saved view. */
export function changeListMemory(username: string, screen: string, patch: Partial<ListMemory>): void {
  const key = buildKey(username, screen)
  store(key, { ...readStored(key), ...patch })
}

/** The settings of a list; each saved view of it has its own. */
export function useListMemory(
  username: string,
  screen: string,
  view?: string,
): [ListMemory, (next: ListMemory) => void] {
  const key = buildKey(username, screen, view)
  const [stored, setStored] = useState(() => ({ key, memory: readStored(key) }))
  useEffect(() => {
    const read = (changed: string, memory: ListMemory) => {
      if (changed === key) setStored({ key, memory })
    }
    readers.add(read)
    return () => void readers.delete(read)
  }, [key])
  const current = stored.key === key ? stored : { key, memory: readStored(key) }
  if (current !== stored) setStored(current)
  return [current.memory, (memory) => store(key, memory)]
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
