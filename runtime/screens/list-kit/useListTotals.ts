import { useQuery } from '@tanstack/react-query'
import { totalledColumns } from '#runtime/compile/list.ts'
import { loadSummary } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type TotalsOf, totalsOfServer } from './table/column-totals.ts'
import type { List } from './useList.ts'

/** The totals of all pages from the server; undefined for one page, while loading, and for a list without them. */
export function useListTotals({ plan, conditions, total, rows }: List): TotalsOf | undefined {
  const { http } = useServices()
  const keys = totalledColumns(plan.columns).map(({ key }) => key)
  const url = plan.url.summary
  const answer = useQuery({
    queryKey: ['list', plan.id, 'summary', url, keys, conditions],
    queryFn: ({ signal }) => loadSummary(http, url ?? '', { conditions, fields: keys }, signal),
    enabled: url !== undefined && keys.length > 0 && total > rows.length,
    // The list is complete without it.
    retry: false,
  })
  return total > rows.length && answer.data?.totals ? totalsOfServer(answer.data.totals) : undefined
}
