import { Suspense, useEffect, useState } from 'react'
import { useSavedQueries } from '#runtime/fields/kit/advanced-query/useSavedQueries.ts'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { toQueryParams } from '#runtime/rules/advanced-query/read.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { List } from '../useList.ts'
import { useLocalQueries } from './useLocalQueries.ts'

const ViewBar = lazyPart(async () => (await import('./ViewBar.tsx')).ViewBar)
const all = ''

/** The saved queries of a list as views above it; the user's default one applies when the list opens without conditions. */
export function SavedViews({ list }: { list: List }) {
  const { conditions } = list.state
  const { queries, isLoaded, reload } = useSavedQueries(list.plan.id)
  useLocalQueries(list.plan.id, reload)
  const [isOpened, setOpened] = useState(false)
  const defaults: Record<string, string> = Object.assign({}, ...list.plan.query.map((item) => item.defaults))
  const show = (id: string) => {
    const saved = queries.find((query) => query.id === id)
    list.search({ ...withoutAdvancedQuery(conditions), ...(saved ? toQueryParams(saved.query) : {}) })
  }
  useEffect(() => {
    if (!isLoaded || isOpened) return
    setOpened(true)
    const saved = queries.find(({ isDefault }) => isDefault)
    const isUntouched = JSON.stringify(sorted(conditions)) === JSON.stringify(sorted(defaults))
    if (saved && isUntouched) show(saved.id)
  })
  if (queries.length === 0) return null
  const current = queries.find(({ query }) => {
    const params = toQueryParams(query)
    return (
      params.superQueryParams === conditions.superQueryParams &&
      params.superQueryMatchType === (conditions.superQueryMatchType ?? 'and')
    )
  })
  const options = [
    { value: all, label: '全部' },
    ...queries.map(({ id, title }) => ({ value: id, label: title })),
  ]
  // A query that is not saved is none of the views.
  const value = current?.id ?? (hasAdvancedQuery(conditions) ? 'other' : all)
  return (
    <Suspense>
      <ViewBar options={options} value={value} onChange={show} />
    </Suspense>
  )
}

const sorted = (params: Readonly<Record<string, string>>) =>
  Object.entries(params).sort(([a], [b]) => a.localeCompare(b))
