import { Suspense, useState } from 'react'
import { readRemembered } from '#runtime/host/remembered-values.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'

const SavedViews = lazyPart(async () => (await import('./SavedViews.tsx')).SavedViews)

interface Props {
  list: List
  memory: ListMemory
  /** The views are on the line of the toolbar, which has their height already. */
  isShared?: boolean
}

/** The place of the saved views above a list: its height is kept free where the last visit had views. */
export function ViewPlace({ list, memory, isShared }: Props) {
  const { user } = useServices()
  const memoryKey = `pro__views:${user.username}:${list.plan.id}`
  const [isExpected] = useState(() => readRemembered(memoryKey) === true)
  const place = isExpected && !isShared ? <div className="pro-views-place" /> : null
  return (
    <Suspense fallback={place}>
      <SavedViews list={list} memory={memory} memoryKey={memoryKey} place={place} />
    </Suspense>
  )
}
