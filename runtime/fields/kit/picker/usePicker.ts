import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRecordSource } from '#runtime/contract/field-types.ts'
import { branchCondition, isCodedTree } from '#runtime/data/branch.ts'
import { dictQuery } from '#runtime/data/dict.ts'
import { useLookup } from '#runtime/data/hooks.ts'
import { type ListRow, loadList } from '#runtime/data/list-source.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { fromQueryParams, joinParams, type QueryParams } from '#runtime/rules/advanced-query/read.ts'
import { useServices } from '#runtime/services/services.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { loadAll, MAX_ALL, planQuery, selectedQuery } from './load.ts'
import type { Conditions } from './pick-limit.ts'
import { limitedPlan, type ReturnedKeys } from './plan.ts'
import { searchKeys, textConditions } from './suggest/suggest.ts'

export interface PickerOptions {
  code: string
  /** Several records may be selected; the picker itself must allow it too. */
  many: boolean
  /** Keys of earlier selected records by `returns.value`; they are preselected. */
  selected?: readonly string[]
  /** Filters the first rows, like the suggestions for this text. */
  typedText?: string
  /** The conditions that no user can take away; throws what is to be filled in first. */
  limit?(): Conditions
  /** All rows that the query finds may be selected at once. */
  takesAll?: boolean
  onSelect(rows: ListRow[], returns: ReturnedKeys, isAll?: boolean): void
}

const noLimit: Conditions = {}

/** The conditions of a limit, or why there are none. */
function readLimit(limit: PickerOptions['limit']): [Conditions, unknown] {
  try {
    return [limit?.() ?? noLimit, null]
  } catch (error) {
    return [noLimit, error]
  }
}

/** The selected rows; null if there is none, or several where one is required. */
export const selectedRows = (selection: ReadonlyMap<string, ListRow>, many: boolean): ListRow[] | null =>
  selection.size === 0 || (!many && selection.size > 1) ? null : [...selection.values()]

/** The state of an open picker: its rows, the filter, and the selection (kept across pages). */
export function usePicker({
  code,
  many,
  selected = [],
  typedText = '',
  limit,
  takesAll,
  onSelect,
}: PickerOptions) {
  const { http, notify } = useServices()
  const source = useRecordSource()
  const [draft, setDraft] = useState<Conditions>({})
  const [searched, setSearched] = useState<Conditions | null>(null)
  const [advanced, setAdvanced] = useState<Conditions>({})
  const [node, setNode] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [size, setSize] = useState<number | null>(null)
  const [isTakingAll, setTakingAll] = useState(false)
  const [selection, setSelection] = useState<ReadonlyMap<string, ListRow>>(new Map())

  const planned = useQuery(planQuery(source, code))
  const [limited, blocked] = readLimit(limit)
  const plan = planned.data && limitedPlan(planned.data, limited)
  const ofText = (text: string) => (plan ? textConditions(searchKeys(plan, source.types), text.trim()) : {})
  const conditions = searched ?? ofText(typedText)
  const isMany = many && plan?.many !== false
  const pageSize = size ?? plan?.pageSize ?? 10
  const { lookup } = useLookup(http, plan?.needs ?? [])
  const tree = plan?.sideTree
  const needsNodes = tree !== undefined && node !== '' && !isCodedTree(tree)
  const nodes = useQuery({ ...dictQuery(http, tree?.dictCode ?? ''), enabled: needsNodes })
  const within = tree && node !== '' ? branchCondition(tree, node, nodes.data ?? []) : {}
  const filter = { ...conditions, ...within, ...limited }
  const rows = useQuery({
    queryKey: ['picker', 'rows', code, { conditions, limited, advanced, node, pageNo, pageSize }],
    queryFn: ({ signal }) => {
      if (!plan) throw new Error('a picker without plan is not asked')
      const fields = plan.columns.map(({ key }) => key)
      const query = { pageNo, pageSize, ...plan.sort, fields, conditions: joinParams(filter, advanced) }
      return loadList(http, plan.url, query, signal)
    },
    enabled: plan !== undefined && blocked === null && !(needsNodes && nodes.isPending),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })

  const earlierQuery = useQuery(selectedQuery(source, code, plan, isMany ? selected : []))
  const earlier = earlierQuery.data
  useEffect(() => {
    if (earlier) setSelection((now) => new Map([...earlier.map((row) => [row.id, row] as const), ...now]))
  }, [earlier])

  const search = (next: Conditions) => {
    setSearched(next)
    setPageNo(1)
  }
  const confirm = (rowsById = selection) => {
    const result = selectedRows(rowsById, isMany)
    if (result && plan) onSelect(result, plan.returns)
    else notify('warning', errorText('PICK_ONE'))
  }
  const total = rows.data?.total ?? 0
  const takeAll = async () => {
    if (!plan) return
    if (total > MAX_ALL)
      return notify('warning', `符合的有 ${total} 条，一次最多选入 ${MAX_ALL} 条，请加上查询条件`)
    setTakingAll(true)
    try {
      onSelect(await loadAll(http, plan, joinParams(filter, advanced)), plan.returns, true)
    } catch (error) {
      notify('error', noticeText(error) ?? errorText('NETWORK'))
    } finally {
      setTakingAll(false)
    }
  }
  return {
    plan,
    lookup,
    isMany,
    error: blocked ?? planned.error ?? rows.error,
    isLoading: planned.isFetching || rows.isFetching,
    page: rows.data ?? { records: [], total: 0 },
    pageNo,
    pageSize,
    draft,
    chosen: selection,
    node,
    /** The conditions of the request besides the advanced query. */
    conditions: filter,
    advanced: fromQueryParams(advanced),
    setAdvanced(params: QueryParams | null) {
      setAdvanced({ ...params })
      setPageNo(1)
    },
    setDraft,
    selectNode(value: string) {
      setNode(value)
      setPageNo(1)
    },
    search: () => search(draft),
    /** Searches all text fields of the query for one text. */
    searchText: (text: string) => search(ofText(text)),
    reset() {
      setDraft({})
      setAdvanced({})
      search({})
    },
    changePage(page: number, nextSize: number) {
      setPageNo(nextSize === pageSize ? page : 1)
      setSize(nextSize)
    },
    refresh: () => void (plan ? rows.refetch() : planned.refetch()),
    /** In a single selection the row replaces the other one. */
    toggle(row: ListRow) {
      const next = new Map(isMany ? selection : [])
      if (isMany && selection.has(row.id)) next.delete(row.id)
      else next.set(row.id, row)
      setSelection(next)
    },
    unselect(id: string) {
      const next = new Map(selection)
      next.delete(id)
      setSelection(next)
    },
    select(rowsHere: readonly ListRow[]) {
      const elsewhere = [...selection].filter(([id]) => !rows.data?.records.some((row) => row.id === id))
      setSelection(new Map([...(isMany ? elsewhere : []), ...rowsHere.map((row) => [row.id, row] as const)]))
    },
    clear: () => setSelection(new Map()),
    /** Returns all rows that the query finds; null where they may not be taken at once. */
    takeAll: takesAll === true && isMany && blocked === null ? takeAll : null,
    isTakingAll,
    confirm: () => confirm(),
    /** Returns the row, in a multiple selection with those selected before. */
    take: (row: ListRow) => confirm(new Map([...(isMany ? selection : []), [row.id, row]])),
  }
}

export type Picker = ReturnType<typeof usePicker>
