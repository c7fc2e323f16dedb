import { useState } from 'react'
import { readRemembered, remember, rememberedTexts } from '#runtime/host/remembered-values.ts'

export const densities = { 默认: 'medium', 紧凑: 'small', 迷你: 'mini', 极小: 'tiny' } as const
export type Density = (typeof densities)[keyof typeof densities]

/** Settings of one user for one list: column order, hidden columns, density. */
export interface ListMemory {
  density: Density
  hidden: readonly string[]
  order: readonly string[]
}

export const plainMemory: ListMemory = { density: 'small', hidden: [], order: [] }

function read(key: string): ListMemory {
  const raw = readRemembered(key) as Partial<Record<keyof ListMemory, unknown>> | null
  const density = Object.values(densities).find((word) => word === raw?.density) ?? plainMemory.density
  return { density, hidden: rememberedTexts(raw?.hidden), order: rememberedTexts(raw?.order) }
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

/** Known columns in the remembered order; new ones keep their position in the document. */
export function arrange<C extends { key: string }>(columns: readonly C[], { order }: ListMemory): C[] {
  if (order.length === 0) return [...columns]
  const place = new Map(order.map((key, index) => [key, index]))
  return columns
    .map((column, index) => ({ column, at: place.get(column.key) ?? index - 0.5 }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column)
}
