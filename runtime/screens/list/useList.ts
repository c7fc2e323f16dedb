import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListPlan } from '../../compile/plan.ts'
import { decodeList, encodeList, type ListState } from '../../compile/url.ts'
import { type ListQuery, loadList, type Page, type Row } from '../../data/list-source.ts'
import { useRuntime } from '../../fields/context.tsx'
import { codeOf, textOf } from '../parts/errors.ts'

const nothing: Page = { records: [], total: 0 }

export type List = ReturnType<typeof useList>

/** Everything a list does, without a face: its state lives in the address, its rows in the query cache. */
export function useList(plan: ListPlan) {
  const { http, notify } = useRuntime()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => decodeList(params, plan), [params, plan])
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())

  const change = useCallback(
    (patch: Partial<ListState>) =>
      setParams((now) => encodeList({ ...decodeList(now, plan), ...patch }, plan, now), { replace: true }),
    [setParams, plan],
  )

  const query = queryOf(plan, state)
  const answer = useQuery({
    queryKey: ['list', plan.id, plan.url.list, query],
    queryFn: ({ signal }) => loadList(http, plan.url.list, query, signal),
    placeholderData: keepPreviousData,
  })
  const { records, total } = answer.data ?? nothing
  const last = Math.max(1, Math.ceil(total / state.pageSize))

  useEffect(() => {
    if (answer.error && codeOf(answer.error) === 'NO_DATA_PERMISSION') notify('warning', textOf(answer.error))
  }, [answer.error, notify])
  // The last row of the last page may have been deleted, here or elsewhere.
  useEffect(() => {
    if (answer.data && !answer.isPlaceholderData && state.pageNo > last) change({ pageNo: last })
  }, [answer.data, answer.isPlaceholderData, state.pageNo, last, change])

  return {
    plan,
    state,
    rows: records,
    total,
    isLoading: answer.isPending,
    isRefreshing: answer.isFetching && !answer.isPending,
    error: answer.isError ? answer.error : null,
    change,
    search: (conditions: Readonly<Record<string, string>>) => {
      const next = { ...state, conditions, pageNo: 1 }
      change(next)
      // The same question again still means: look again. Another one is asked by itself.
      if (JSON.stringify(queryOf(plan, next)) === JSON.stringify(query)) void answer.refetch()
    },
    refresh: useCallback(() => client.invalidateQueries({ queryKey: ['list', plan.id] }), [client, plan.id]),
    selected,
    /** `rows` are those in sight; ids chosen on other pages stay chosen with the row they were chosen by. */
    select: (ids: readonly string[]) =>
      setSelected((before) => {
        const known = new Map([...before, ...records.map((row) => [row.id, row] as const)])
        return new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as Row]] : [])))
      }),
    clearSelection: useCallback(() => setSelected(new Map()), []),
    /** Chosen rows as they are now, where they are in sight. */
    selectedRows: useMemo(
      () => [...selected].map(([id, row]) => records.find((record) => record.id === id) ?? row),
      [selected, records],
    ),
  }
}

function queryOf(plan: ListPlan, state: ListState): ListQuery {
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
    },
  }
}
