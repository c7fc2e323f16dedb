import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { List } from '../useList.ts'
import { useViews } from './useViews.ts'

const ViewBar = lazyPart(async () => (await import('./ViewBar.tsx')).ViewBar)

/** The saved queries of a list as views above it; nothing while there are none. */
export function SavedViews({ list }: { list: List }) {
  const { options, value, show } = useViews(list)
  if (options.length === 0) return null
  return (
    <Suspense>
      <ViewBar options={options} value={value} onChange={show} />
    </Suspense>
  )
}
