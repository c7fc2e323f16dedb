import { useEffect } from 'react'
import { encodeList } from '#runtime/compile/list/url.ts'
import type { SavedQuery } from '#runtime/data/saved-queries.ts'
import { useSavedQueries } from '#runtime/fields/kit/advanced-query/useSavedQueries.ts'
import { isSameJson } from '#runtime/kernel/json.ts'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import { fromQueryParams, toQueryParams } from '#runtime/rules/advanced-query/read.ts'
import { parseSort } from '#runtime/schema/query/sort.ts'
import { useServices } from '#runtime/services/services.tsx'
import { readMemory, rememberView } from '../list-memory.ts'
import type { List } from '../useList.ts'
import { useLocalQueries } from './useLocalQueries.ts'

/** The view of all records. */
export const ALL = ''
/** The value while the list has a query that is not saved: none of the views. */
export const OTHER = 'other'

interface Views {
  /** The saved queries, in the order of the user. */
  queries: readonly SavedQuery[]
  /** 全部 and the saved queries; empty while there is no saved query. */
  options: { value: string; label: string }[]
  /** The value of the current view. */
  value: string
  /** The saved queries are known. */
  isLoaded: boolean
  show(value: string): void
  reload(): Promise<void>
}

/**
 * The saved queries of a list as views. A view that the address names, else the user's default one, applies when
 * the list opens at an address that says no more.
 */
export function useViews(list: List): Views {
  const { user } = useServices()
  const { plan, state, openedView } = list
  const { conditions } = state
  const { queries, isLoaded, reload } = useSavedQueries(plan.id)
  useLocalQueries(plan.id, reload)
  const defaults: Record<string, string> = Object.assign({}, ...plan.query.map((item) => item.defaults))
  const current = queries.find(({ id }) => id === state.saved) ?? queryOfConditions(queries, conditions)

  const show = (id: string) => {
    const saved = queries.find((query) => query.id === id)
    const params = saved && saved.query.params.length > 0 ? { ...toQueryParams(saved.query) } : {}
    const { settings } = saved ?? {}
    // A view with settings replaces what the list shows; a plain query stands beside the conditions of the query bar.
    if (!settings && !current?.settings) {
      list.search({ ...withoutAdvancedQuery(conditions), ...params })
      return
    }
    if (saved) rememberView(user.username, plan.id, id, readMemory(settings ?? null))
    list.change({
      saved: settings && id,
      conditions: { ...(settings ? settings.conditions : defaults), ...params },
      sort: settings?.sort ? parseSort(settings.sort) : plan.sort,
      group: settings?.group,
      tree: settings?.tree,
      pageNo: 1,
    })
  }
  useEffect(() => {
    if (!isLoaded || openedView.current) return
    openedView.current = true
    const named = queries.find(({ id }) => id === state.saved)
    const saved = named ?? queries.find(({ isDefault }) => isDefault)
    const position = { ...state, saved: undefined, pageSize: plan.pageSize }
    if (saved && encodeList(position, plan).size === 0) show(saved.id)
  })
  const entries = queries.map(({ id, title }) => ({ value: id, label: title }))
  return {
    queries,
    options: entries.length > 0 ? [{ value: ALL, label: '全部' }, ...entries] : [],
    value: current?.id ?? (hasAdvancedQuery(conditions) ? OTHER : ALL),
    isLoaded,
    show,
    reload,
  }
}

/** The saved query without settings whose conditions the list has. */
const queryOfConditions = (
  queries: readonly SavedQuery[],
  conditions: Readonly<Record<string, string>>,
): SavedQuery | undefined => {
  const current = fromQueryParams(conditions)
  return queries.find(({ query, settings }) => !settings && isSameJson(query, current))
}
