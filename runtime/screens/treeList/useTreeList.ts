import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ListPlan, TreePlan } from '#runtime/compile/plan.ts'
import { countText, type ListPage, type ListRow } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useList } from '../list-kit/useList.ts'
import type { ListLocation } from '../list-kit/useListLocation.ts'
import { branchSource } from './branch-source.ts'
import { declaresChildren, layoutTree, readTree, type TreeRow } from './branches.ts'

const noIds: ReadonlySet<string> = new Set()

const toggled = (ids: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> => {
  const next = new Set(ids)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

/** State of the branch of an expanded record. */
export interface BranchState {
  isLoading: boolean
  error: unknown
  retry(): void
  /** Total number of children if only some are loaded. */
  total: string | null
}

/** State of a tree list: expanded rows, children by parent, and the state of each branch. */
export function useTreeList(plan: ListPlan, tree: TreePlan, location: ListLocation) {
  const list = useList(plan, location)
  const { http } = useServices()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const { sort, conditions } = list.state

  const isSearch = list.state.tree !== undefined || Object.values(conditions).some((value) => value !== '')
  // Ancestors of search results are expanded; collapsing one of them applies to this search only.
  const search = isSearch ? JSON.stringify([conditions, list.state.tree]) : ''
  const [shut, setShut] = useState({ search, ids: noIds })
  const closed = shut.search === search ? shut.ids : noIds

  const structure = useMemo(() => readTree(list.page, tree), [list.page, tree])
  // A whole tree with one record at its top begins expanded: else it would show that record alone.
  const first = useMemo(
    () => (!tree.lazy && structure.top.length === 1 ? new Set(structure.top.map(({ id }) => id)) : noIds),
    [tree, structure],
  )
  const opened = chosen ?? first
  const isOpen = (id: string) => (isSearch && structure.below.has(id) ? !closed.has(id) : opened.has(id))

  const load = useMemo(() => branchSource(http, tree), [http, tree])
  const buildKey = (id: string) => ['list', plan.id, 'branch', id, sort] as const
  const isRequested = (row: ListRow) =>
    tree.lazy && !structure.below.has(row.id) && isOpen(row.id) && declaresChildren(row, tree)
  const loadedChildren = (row: ListRow) => {
    if (!isOpen(row.id)) return
    return structure.below.get(row.id) ?? client.getQueryData<ListPage>(buildKey(row.id))?.records
  }
  const expandedIds = layoutTree(structure.top, loadedChildren).flatMap(({ row }) =>
    isRequested(row) ? [row.id] : [],
  )
  const answers = useQueries({
    queries: expandedIds.map((id) => ({
      queryKey: buildKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => load(id, sort, signal),
    })),
  })
  const branches = new Map(expandedIds.map((id, at) => [id, answers[at]]))

  const laid = layoutTree(structure.top, (row) =>
    isOpen(row.id) ? (structure.below.get(row.id) ?? branches.get(row.id)?.data?.records) : undefined,
  )
  const places = new Map(laid.map((entry) => [entry.row.id, entry]))
  const rows = laid.map(({ row }) => row)

  const findState = (id: string): BranchState | null => {
    const answer = branches.get(id)
    if (!answer) return null
    const { data } = answer
    return {
      isLoading: answer.isFetching && !data,
      error: answer.isError && !answer.isFetching ? answer.error : null,
      retry: () => void answer.refetch(),
      total: data && data.total > data.records.length ? countText(data) : null,
    }
  }
  const setOpen = (id: string, on: boolean) =>
    isSearch && structure.below.has(id)
      ? setShut({ search, ids: toggled(closed, id, !on) })
      : setChosen((ids) => toggled(ids ?? first, id, on))
  /** Expands or collapses every record of a whole tree. */
  const setAllOpen = (on: boolean) => {
    const all = new Set(structure.below.keys())
    setChosen(on ? all : noIds)
    setShut({ search, ids: on ? noIds : all })
  }

  const selected = new Map([...list.selected].map(([id, row]) => [id, places.get(id)?.row ?? row]))
  return {
    ...list,
    rows,
    selected,
    selectedRows: [...selected.values()],
    select: (ids: readonly string[]) => list.select(ids, rows),
    tree: {
      plan: tree,
      findPlace: (id: string): TreeRow | undefined => places.get(id),
      isAbove: (id: string) => structure.above.has(id),
      isOpen,
      setOpen,
      setAllOpen,
      /** A branch without children has nothing to expand. */
      canOpen(row: ListRow): boolean {
        if (structure.below.has(row.id)) return true
        const data = branches.get(row.id)?.data
        return tree.lazy && declaresChildren(row, tree) && data?.records.length !== 0
      },
      findState,
    },
  }
}

export type TreeList = ReturnType<typeof useTreeList>
