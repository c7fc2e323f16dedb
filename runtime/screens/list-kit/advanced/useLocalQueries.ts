import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { takeOverLocalQueries } from '#runtime/data/saved-queries.ts'
import { useServices } from '#runtime/services/services.tsx'

/** Moves the queries that this browser had stored for the list to the server, once. `onMoved` runs if there were some. */
export function useLocalQueries(listId: string, onMoved: () => void): void {
  const { http } = useServices()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    takeOverLocalQueries(http, listId, pathname).then(
      (isMoved) => {
        if (isMoved) onMoved()
      },
      // They stay in the browser until the next visit.
      () => undefined,
    )
  }, [http, listId])
}
