import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SavedQuery, savedQueriesQuery } from '#runtime/data/saved-queries.ts'
import { useServices } from '#runtime/services/services.tsx'

const nothing: readonly SavedQuery[] = []

/** The saved queries of a list or report; `listId` is the id of its document. */
export function useSavedQueries(listId: string) {
  const { http } = useServices()
  const client = useQueryClient()
  const answer = useQuery(savedQueriesQuery(http, listId))
  return {
    queries: answer.data ?? nothing,
    isLoaded: answer.isSuccess,
    reload: () => client.invalidateQueries({ queryKey: ['saved-queries', listId] }),
  }
}
