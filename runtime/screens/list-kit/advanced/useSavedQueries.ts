import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { type SavedQuery, savedQueriesQuery, takeOverLocalQueries } from '#runtime/data/saved-queries.ts'
import { useRuntime } from '#runtime/fields/context.tsx'

const nothing: readonly SavedQuery[] = []

/** The saved queries of a list; those that this browser had stored itself move to the server first. */
export function useSavedQueries(listId: string) {
  const { http } = useRuntime()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const answer = useQuery(savedQueriesQuery(http, listId))
  const reload = () => client.invalidateQueries({ queryKey: ['saved-queries', listId] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    takeOverLocalQueries(http, listId, pathname).then(
      (isMoved) => {
        if (isMoved) void reload()
      },
      // They stay in the browser until the next visit.
      () => undefined,
    )
  }, [http, listId])
  return { queries: answer.data ?? nothing, isLoaded: answer.isSuccess, reload }
}
