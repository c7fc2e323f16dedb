import { useEffect, useState } from 'react'
import { useSavedQueries } from '#runtime/fields/kit/advanced-query/useSavedQueries.ts'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { toQueryParams } from '#runtime/rules/advanced-query/read.ts'
import type { List } from '../useList.ts'
import { useLocalQueries } from './useLocalQueries.ts'

/** The view of all records. */
export const ALL = ''
/** The value while the list has a query that is not saved: none of the views. */
export const OTHER = 'other'

interface Views {
  /** 全部 and the saved queries; empty while there is no saved query. */
  options: { value: string; label: string }[]
  /** The value of the current view. */
  value: string
  /** The saved queries are known. */
  isLoaded: boolean
  show(value: string): void
}

/** The saved queries of a list as views; the user's default one applies when the list opens without conditions. */
export function useViews(list: List): Views {
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
  const current = queries.find(({ query }) => {
    const params = toQueryParams(query)
    return (
      params.superQueryParams === conditions.superQueryParams &&
      params.superQueryMatchType === (conditions.superQueryMatchType ?? 'and')
    )
  })
  const saved = queries.map(({ id, title }) => ({ value: id, label: title }))
  return {
    options: saved.length > 0 ? [{ value: ALL, label: '全部' }, ...saved] : [],
    value: current?.id ?? (hasAdvancedQuery(conditions) ? OTHER : ALL),
    isLoaded,
    show,
  }
}

const sorted = (params: Readonly<Record<string, string>>) =>
  Object.entries(params).sort(([a], [b]) => a.localeCompare(b))
