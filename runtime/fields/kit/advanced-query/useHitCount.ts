import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readPage } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'

/** Milliseconds without a change before the hits are counted. */
const COUNT_DELAY_MS = 300

/**
 * The number of records that a list request finds, bounded and estimated as its list does; undefined while it is unknown.
 * Without parameters there is nothing to count. An outdated request is cancelled.
 */
export function useHitCount(url: string, params: Readonly<Record<string, string>> | null) {
  const { http } = useServices()
  const current = JSON.stringify(params)
  const [settled, setSettled] = useState(current)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(current), COUNT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [current])
  const answer = useQuery({
    queryKey: ['hit-count', url, settled],
    queryFn: async ({ signal }) =>
      readPage(await http.get<unknown>(url, { ...JSON.parse(settled), pageNo: 1, pageSize: 1 }, signal)),
    enabled: params !== null && settled === current,
    retry: false,
    staleTime: 0,
  })
  // The number of an earlier query is not shown beside the sentence of this one.
  return settled === current && !answer.isError ? answer.data : undefined
}
