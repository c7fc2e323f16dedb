import { Suspense } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { PhoneTop } from '../phone/lazy-parts.ts'
import { QueryBar } from '../query/QueryBar.tsx'
import { queryBarProps } from '../query/query-bar-props.ts'
import { useListContext } from './list-context.tsx'

const ConditionChips = lazyPart(async () => (await import('../query/ConditionChips.tsx')).ConditionChips)

/**
 * The query of a list; on a phone with the content at the left of the list, and with total and order of the entries unless
 * the list has a drawing of its own.
 */
export function ListQuery({ hasOwnView }: { hasOwnView?: boolean }) {
  const { list, side, narrow, hasViews, isSelecting } = useListContext()
  const search = queryBarProps(list)
  return narrow ? (
    <Suspense>
      <PhoneTop {...{ list, search, side, hasViews, isSelecting, hasOwnView }} />
    </Suspense>
  ) : (
    <QueryBar {...search} />
  )
}

/** The conditions of the rows in sight, each with a button that removes it; on a phone the query has them. */
export function ListConditions() {
  const { list, narrow } = useListContext()
  const isConditional = Object.values(list.state.conditions).some((value) => value !== '')
  return !narrow && list.rows.length > 0 && isConditional ? (
    <Suspense fallback={<div className="pro-conditions-place" />}>
      <ConditionChips list={list} />
    </Suspense>
  ) : null
}
