import { type ReactNode, Suspense, useEffect } from 'react'
import { remember } from '#runtime/host/remembered-values.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { ListMemory } from '../list-memory.ts'
import type { List } from '../useList.ts'
import { useViews } from './useViews.ts'

const ViewBar = lazyPart(async () => (await import('./ViewBar.tsx')).ViewBar)

interface Props {
  list: List
  memory: ListMemory
  /** Under this key the browser remembers whether the list has views. */
  memoryKey: string
  /** Drawn until the views are loaded. */
  place: ReactNode
}

/** The saved queries of a list as views above it; nothing while there are none. */
export function SavedViews({ list, memory, memoryKey, place }: Props) {
  const views = useViews(list)
  const { options, isLoaded } = views
  const hasViews = options.length > 0
  useEffect(() => {
    if (isLoaded) remember(memoryKey, hasViews)
  }, [isLoaded, hasViews, memoryKey])
  if (!isLoaded) return place
  if (!hasViews) return null
  return (
    <Suspense fallback={place}>
      <ViewBar list={list} memory={memory} views={views} />
    </Suspense>
  )
}
