import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { List } from '../useList.ts'

const SideTree = lazyPart(async () => (await import('./SideTree.tsx')).SideTree)

/** The tree at the left of a list, in a chunk of its own; undefined for a list without one. */
export const renderSide = (list: List) =>
  list.plan.sideTree && (
    <Suspense fallback={<div className="pro-side" />}>
      <SideTree list={list} />
    </Suspense>
  )
