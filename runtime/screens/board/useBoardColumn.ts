import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configuredUrl } from '#runtime/compile/list/url.ts'
import { type ListRow, loadList } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type BoardColumn, columnValue, formatSum, withValues } from './board-columns.ts'
import type { Board } from './useBoard.ts'

/** The cards of a column: from the first request while it has all records, else page by page. */
export function useBoardColumn(state: Board, { value }: BoardColumn, first: readonly ListRow[]) {
  const { http } = useServices()
  const { list, board, query, isWhole, edit } = state
  const { plan } = list
  const [pages, setPages] = useState(1)
  const narrowed = value === null ? null : withValues(query.conditions, board, [value])
  const conditions = narrowed ?? query.conditions
  const isPaged = !isWhole && narrowed !== null
  const answer = useInfiniteQuery({
    queryKey: ['list', plan.id, plan.url.list, 'column', value, { ...query, conditions }],
    queryFn: ({ pageParam, signal }) =>
      loadList(
        http,
        configuredUrl('list', plan.url.list),
        { ...query, conditions, pageNo: pageParam, pageSize: plan.pageSize },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, all) => (all.length * plan.pageSize < total ? all.length + 1 : undefined),
    enabled: isPaged,
  })
  const loaded = isPaged ? answer.data?.pages.flatMap(({ records }) => records) : undefined
  const rows = loaded ?? first.slice(0, pages * plan.pageSize)
  const cards = [
    ...edit.saving.filter((row) => columnValue(row, board) === value),
    ...rows.filter((row) => !edit.isSaving(row)),
  ]
  const count = isPaged ? (answer.data?.pages.at(-1)?.total ?? state.findGroup(value)?.total) : first.length
  const pageSum = board.sum && !isPaged ? formatSum(first, board.sum.key) : undefined
  return {
    rows: cards,
    count,
    sum: pageSum ?? (board.sum && state.findGroup(value)?.totals[board.sum.key]?.sum),
    error: answer.isError ? answer.error : null,
    retry: () => void answer.refetch(),
    isLoading: isPaged && answer.isPending,
    isLoadingMore: answer.isFetchingNextPage,
    hasMore: isPaged ? answer.hasNextPage : first.length > rows.length,
    showMore: () => (isPaged ? void answer.fetchNextPage() : setPages(pages + 1)),
  }
}
