import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { configuredUrl, type ListState } from '#runtime/compile/list/url.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { branchCondition, isCodedTree } from '#runtime/data/branch.ts'
import { useChangesOnReturn } from '#runtime/data/changes.ts'
import { dictQuery } from '#runtime/data/dict.ts'
import { type ListPage, type ListQuery, type ListRow, loadList } from '#runtime/data/list-source.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { groupedSort } from '#runtime/schema/query/sort.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import type { ListLocation } from './useListLocation.ts'

const nothing: ListPage = { records: [], total: 0 }
const noIds: readonly string[] = []

/** Options of a list inside another page. */
export interface ListOptions {
  /** Conditions that always apply and cannot be removed. */
  fixed?: Readonly<Record<string, string>>
  /** False: nothing can be requested yet. */
  enabled?: boolean
  /** Plan ids of lists whose rows change with the rows of this one. */
  affects?: readonly string[]
  /** Loads a page; by default the list request. */
  load?: typeof loadList
  /** Milliseconds for which a response stays fresh. */
  staleTime?: number
  /** Whether to retry automatically after this number of failures. */
  retry?(failures: number, error: unknown): boolean
}

export type List = ReturnType<typeof useList>

/** State of a list without its view: page and filter in its location, rows in the query cache. */
export function useList(plan: ListPlan, location: ListLocation, options: ListOptions = {}) {
  const { fixed, enabled = true, affects = noIds, load = loadList, staleTime = 0, retry } = options
  const { http, notify } = useServices()
  const client = useQueryClient()
  const { state, change: changeNow } = location
  /** Set while the list contains input that other rows would replace: passes a change on when it may be lost. */
  const guard = useRef<((patch: Partial<ListState>, go: () => void) => void) | null>(null)
  const change = useCallback(
    (patch: Partial<ListState>) => {
      const go = () => changeNow(patch)
      if (guard.current) guard.current(patch, go)
      else go()
    },
    [changeNow],
  )
  const [chosen, setChosen] = useState(noIds)
  const [seen, setSeen] = useState<ReadonlyMap<string, ListRow>>(new Map())

  const { sideTree } = plan
  const needsNodes = sideTree !== undefined && state.tree !== undefined && !isCodedTree(sideTree)
  const nodes = useQuery({ ...dictQuery(http, sideTree?.dictCode ?? ''), enabled: needsNodes })
  const query = buildQuery(plan, state, fixed, nodes.data)
  const answer = useQuery({
    queryKey: ['list', plan.id, plan.url.list, query],
    queryFn: ({ signal }) => load(http, configuredUrl('list', plan.url.list), query, signal),
    placeholderData: (page, before) =>
      before?.queryKey[2] === plan.url.list ? keepPreviousData(page) : undefined,
    enabled: enabled && !(needsNodes && nodes.isPending),
    staleTime,
    ...(retry ? { retry, retryDelay: (failures: number) => 300 * 2 ** failures } : {}),
  })
  const page = (enabled ? answer.data : undefined) ?? nothing
  const { records, total } = page
  const last = Math.max(1, Math.ceil(total / state.pageSize))

  useChangesOnReturn(() => void reloadList(client, plan.id))

  useEffect(() => {
    if (answer.error && findErrorCode(answer.error) === 'NO_DATA_PERMISSION')
      notify('warning', errorMessage(answer.error))
  }, [answer.error, notify])
  // The last row of the last page may have been deleted, here or elsewhere.
  useEffect(() => {
    if (answer.data && !answer.isPlaceholderData && state.pageNo > last) change({ pageNo: last })
  }, [answer.data, answer.isPlaceholderData, state.pageNo, last, change])

  const ids = plan.keepsSelection ? (state.rows ?? noIds) : chosen
  /** The selected rows: current values if they are loaded, else the values when they were selected. */
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
    /** The conditions of the request: those of the address, the side tree, and the fixed ones. */
    conditions: query.conditions,
    /** The response of the server. */
    page,
    /** Loads another page of the same request. */
    loadPage: (pageNo: number, pageSize: number, signal?: AbortSignal): Promise<ListPage> =>
      load(http, configuredUrl('list', plan.url.list), { ...query, pageNo, pageSize }, signal),
    rows: records,
    total,
    /** When the visible rows were loaded; 0 before. */
    asOf: answer.dataUpdatedAt,
    isLoading: enabled && answer.isPending,
    isRefreshing: answer.isFetching && !answer.isPending,
    error: answer.isError ? answer.error : null,
    change,
    guard,
    /** Set once the saved view with which the list opens is decided; a form on a page unmounts the views. */
    openedView: useRef(false),
    formLink: location.formLink,
    search: (conditions: Readonly<Record<string, string>>) => {
      const next = { ...state, conditions, pageNo: 1 }
      change({ conditions, pageNo: 1 })
      // The same query again means a refresh, unless the response is still fresh. A different query is requested
      // automatically.
      const isSame = JSON.stringify(buildQuery(plan, next, fixed, nodes.data)) === JSON.stringify(query)
      if (isSame && answer.isStale && enabled) void answer.refetch()
    },
    refresh: useCallback(
      () => Promise.all([plan.id, ...affects].map((id) => reloadList(client, id))),
      [client, plan.id, affects],
    ),
    selected,
    /** `ids` may be of visible rows, or of rows selected on other pages. */
    select: (next: readonly string[], inSight: readonly ListRow[] = records) => {
      const byId = new Map([...seen, ...selected, ...inSight.map((row) => [row.id, row] as const)])
      setSeen(new Map(next.flatMap((id) => (byId.has(id) ? [[id, byId.get(id) as ListRow]] : []))))
      choose(next)
    },
    clearSelection: useCallback(() => choose(noIds), [choose]),
    selectedRows: useMemo(() => [...selected.values()], [selected]),
  }
}

/** Loads the visible pages of a list again. A first load that still runs may have been read before the change: it is repeated. */
async function reloadList(client: QueryClient, id: string): Promise<void> {
  const queryKey = ['list', id]
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
}

/** The request of a list in this state; `nodes` are the items of a side tree whose codes do not contain their parents. */
export function buildQuery(
  plan: ListPlan,
  state: ListState,
  fixed: ListOptions['fixed'],
  nodes: readonly DictItem[] = [],
): ListQuery {
  const { sideTree } = plan
  return {
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    ...groupedSort(state.sort, state.group),
    fields: plan.columns.map((column) => column.key),
    conditions: {
      ...state.conditions,
      ...(sideTree && state.tree ? branchCondition(sideTree, state.tree, nodes) : {}),
      ...fixed,
    },
  }
}
