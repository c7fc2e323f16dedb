import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { configuredUrl, type ListState } from '#runtime/compile/url.ts'
import { type ListPage, type ListQuery, type ListRow, loadList } from '#runtime/data/list-source.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { codeOf, errorMessage } from '#runtime/ui/error-message.ts'
import type { ListLocation } from './useListLocation.ts'

const nothing: ListPage = { records: [], total: 0 }
const none: readonly string[] = []

/** What a list inside another's page is told. */
export interface ListOptions {
  /** Conditions that always hold and nobody can drop. */
  fixed?: Readonly<Record<string, string>>
  /** False: there is nothing to ask for yet. */
  enabled?: boolean
  /** Lists (by plan id) whose rows change with this one's. */
  affects?: readonly string[]
  /** How a page is asked for; a list's own call where nothing is said. */
  load?: typeof loadList
  /** Milliseconds for which an answer need not be asked for again. */
  staleTime?: number
  /** Whether to ask again by itself after so many failures. */
  retry?(failures: number, error: unknown): boolean
}

export type List = ReturnType<typeof useList>

/** Everything a list does, without a face: its state lives in its place, its rows in the query cache. */
export function useList(plan: ListPlan, place: ListLocation, options: ListOptions = {}) {
  const { fixed, enabled = true, affects = none, load = loadList, staleTime = 0, retry } = options
  const { http, notify } = useRuntime()
  const client = useQueryClient()
  const { state, change } = place
  const [chosen, setChosen] = useState(none)
  const [seen, setSeen] = useState<ReadonlyMap<string, ListRow>>(new Map())

  const query = queryOf(plan, state, fixed)
  const answer = useQuery({
    queryKey: ['list', plan.id, plan.url.list, query],
    queryFn: ({ signal }) => load(http, configuredUrl('list', plan.url.list), query, signal),
    placeholderData: (page, before) =>
      before?.queryKey[2] === plan.url.list ? keepPreviousData(page) : undefined,
    enabled,
    staleTime,
    ...(retry ? { retry, retryDelay: (failures: number) => 300 * 2 ** failures } : {}),
  })
  const page = (enabled ? answer.data : undefined) ?? nothing
  const { records, total } = page
  const last = Math.max(1, Math.ceil(total / state.pageSize))

  useEffect(() => {
    if (answer.error && codeOf(answer.error) === 'NO_DATA_PERMISSION')
      notify('warning', errorMessage(answer.error))
  }, [answer.error, notify])
  // The last row of the last page may have been deleted, here or elsewhere.
  useEffect(() => {
    if (answer.data && !answer.isPlaceholderData && state.pageNo > last) change({ pageNo: last })
  }, [answer.data, answer.isPlaceholderData, state.pageNo, last, change])

  const ids = plan.keepsSelection ? (state.rows ?? none) : chosen
  /** Chosen rows as they are now, where they are in sight, else as they were when chosen. */
  const selected = useMemo(() => {
    const now = new Map(records.map((row) => [row.id, row]))
    return new Map(
      ids.flatMap((id) => {
        const row = now.get(id) ?? (plan.keepsSelection ? undefined : seen.get(id))
        return row ? [[id, row] as const] : []
      }),
    )
  }, [ids, records, seen, plan.keepsSelection])
  const choose = useCallback(
    (next: readonly string[]) => (plan.keepsSelection ? change({ rows: next }) : setChosen(next)),
    [plan.keepsSelection, change],
  )

  return {
    plan,
    state,
    /** The answer as it came. */
    page,
    rows: records,
    total,
    /** When the rows in sight were answered; 0 before. */
    asOf: answer.dataUpdatedAt,
    isLoading: enabled && answer.isPending,
    isRefreshing: answer.isFetching && !answer.isPending,
    error: answer.isError ? answer.error : null,
    change,
    href: place.href,
    search: (conditions: Readonly<Record<string, string>>) => {
      const next = { ...state, conditions, pageNo: 1 }
      change({ conditions, pageNo: 1 })
      // The same question again still means: look again, unless the answer may be kept. Another one is asked by itself.
      const isSame = JSON.stringify(queryOf(plan, next, fixed)) === JSON.stringify(query)
      if (isSame && answer.isStale && enabled) void answer.refetch()
    },
    refresh: useCallback(
      () =>
        Promise.all([plan.id, ...affects].map((id) => client.invalidateQueries({ queryKey: ['list', id] }))),
      [client, plan.id, affects],
    ),
    selected,
    /** `ids` may be of rows in sight, or of rows chosen before on other pages. */
    select: (next: readonly string[], inSight: readonly ListRow[] = records) => {
      const known = new Map([...seen, ...selected, ...inSight.map((row) => [row.id, row] as const)])
      setSeen(new Map(next.flatMap((id) => (known.has(id) ? [[id, known.get(id) as ListRow]] : []))))
      choose(next)
    },
    clearSelection: useCallback(() => choose(none), [choose]),
    selectedRows: useMemo(() => [...selected.values()], [selected]),
  }
}

/** What a list in this state asks for. */
export function queryOf(plan: ListPlan, state: ListState, fixed: ListOptions['fixed']): ListQuery {
  const { sideTree } = plan
  return {
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    ...state.sort,
    fields: plan.columns.map((column) => column.key),
    conditions: {
      ...state.conditions,
      // The codes of a category's descendants continue its own.
      ...(sideTree && state.tree ? { [sideTree.field]: `${state.tree}*` } : {}),
      ...fixed,
    },
  }
}
