import { useState } from 'react'

export const densities = { 默认: 'medium', 紧凑: 'small', 迷你: 'mini', 极小: 'tiny' } as const
export type Density = (typeof densities)[keyof typeof densities]

/** How one user likes one list: column order, what is hidden, how dense. */
export interface ListMemory {
  density: Density
  hidden: readonly string[]
  order: readonly string[]
}

export const plainMemory: ListMemory = { density: 'small', hidden: [], order: [] }

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function read(key: string): ListMemory {
  try {
    const raw = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof ListMemory, unknown>>
    const density = Object.values(densities).find((word) => word === raw.density) ?? plainMemory.density
    return { density, hidden: texts(raw.hidden), order: texts(raw.order) }
  } catch {
    // Storage that is closed or holds something else is as good as none.
    return plainMemory
  }
}

export function useListMemory(username: string, screen: string): [ListMemory, (next: ListMemory) => void] {
  const key = `pro__list:${username}:${screen}`
  const [memory, setMemory] = useState(() => read(key))
  return [
    memory,
    (next) => {
      setMemory(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // A full or closed storage costs the memory, not the list.
      }
    },
  ]
}

/** Known columns in the remembered order; new ones keep their place among the document's. */
export function arrange<C extends { key: string }>(columns: readonly C[], { order }: ListMemory): C[] {
  if (order.length === 0) return [...columns]
  const place = new Map(order.map((key, index) => [key, index]))
  return columns
    .map((column, index) => ({ column, at: place.get(column.key) ?? index - 0.5 }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column)
}
