import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { loadList, type Row } from '#runtime/data/list-source.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { useRuntime } from '../../context.tsx'
import { pickedQuery, planQuery } from './load.ts'
import type { Returns } from './plan.ts'

export interface PickerOptions {
  code: string
  /** Several may be picked; the picker itself must allow it too. */
  many: boolean
  /** What was picked before, by the picker's `returns.value`; it stands chosen. */
  picked?: readonly string[]
  onPick(rows: Row[], returns: Returns): void
}

type Conditions = Readonly<Record<string, string>>

/** What was chosen, or null where nothing was, or several where one is asked. */
export const chosenRows = (chosen: ReadonlyMap<string, Row>, many: boolean): Row[] | null =>
  chosen.size === 0 || (!many && chosen.size > 1) ? null : [...chosen.values()]

/** The state of an open picker: its rows, what is asked, what is chosen (kept from page to page). */
export function usePicker({ code, many, picked = [], onPick }: PickerOptions) {
  const runtime = useRuntime()
  const { http, notify } = runtime
  const [draft, setDraft] = useState<Conditions>({})
  const [conditions, setConditions] = useState<Conditions>({})
  const [node, setNode] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [size, setSize] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())

  const planned = useQuery(planQuery(runtime, code))
  const plan = planned.data
  const isMany = many && plan?.many !== false
  const pageSize = size ?? plan?.pageSize ?? 10
  const { lookup } = useLookup(http, plan?.needs ?? [])
  const rows = useQuery({
    queryKey: ['picker', 'rows', code, { conditions, node, pageNo, pageSize }],
    queryFn: ({ signal }) => {
      if (!plan) throw new Error('a picker without plan is not asked')
      const fields = plan.columns.map(({ key }) => key)
      const within = plan.sideTree && node !== '' ? { [plan.sideTree.field]: `${node}*` } : {}
      const asked = { ...conditions, ...within }
      return loadList(http, plan.url, { pageNo, pageSize, ...plan.sort, fields, conditions: asked }, signal)
    },
    enabled: plan !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })

  const kept = useQuery(pickedQuery(runtime, code, plan, isMany ? picked : []))
  const before = kept.data
  useEffect(() => {
    if (before) setChosen((now) => new Map([...before.map((row) => [row.id, row] as const), ...now]))
  }, [before])

  const search = (next: Conditions) => {
    setConditions(next)
    setPageNo(1)
  }
  const confirm = (taken = chosen) => {
    const result = chosenRows(taken, isMany)
    if (result && plan) onPick(result, plan.returns)
    else notify('warning', errorText('PICK_ONE'))
  }
  return {
    plan,
    lookup,
    isMany,
    error: planned.error ?? rows.error,
    isLoading: planned.isFetching || rows.isFetching,
    page: rows.data ?? { records: [], total: 0 },
    pageNo,
    pageSize,
    draft,
    chosen,
    node,
    setDraft,
    within(value: string) {
      setNode(value)
      setPageNo(1)
    },
    search: () => search(draft),
    reset() {
      setDraft({})
      search({})
    },
    turn(page: number, nextSize: number) {
      setPageNo(nextSize === pageSize ? page : 1)
      setSize(nextSize)
    },
    refresh: () => void (plan ? rows.refetch() : planned.refetch()),
    /** Where one is asked, the row takes the other's place. */
    toggle(row: Row) {
      const next = new Map(isMany ? chosen : [])
      if (isMany && chosen.has(row.id)) next.delete(row.id)
      else next.set(row.id, row)
      setChosen(next)
    },
    drop(id: string) {
      const next = new Map(chosen)
      next.delete(id)
      setChosen(next)
    },
    select(rowsHere: readonly Row[]) {
      const elsewhere = [...chosen].filter(([id]) => !rows.data?.records.some((row) => row.id === id))
      setChosen(new Map([...(isMany ? elsewhere : []), ...rowsHere.map((row) => [row.id, row] as const)]))
    },
    clear: () => setChosen(new Map()),
    confirm: () => confirm(),
    pickOne: (row: Row) => confirm(new Map([[row.id, row]])),
  }
}

export type Picker = ReturnType<typeof usePicker>
