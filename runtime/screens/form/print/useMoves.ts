import { useQuery } from '@tanstack/react-query'
import { hasMoves, type RecordMove, type RecordMoves } from '#runtime/record/moves.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { readInBatches } from './useRecords.ts'

const noMoves: readonly (readonly RecordMove[])[] = []

/** The moves of each record, in the order of the ids; `moves` is undefined while they are loading, empty where none are printed. */
export function useMoves(screen: ScreenDocument, ids: readonly string[], isPrinted: boolean) {
  const { http } = useServices()
  const enabled = isPrinted && hasMoves(screen)
  const { data, error, refetch } = useQuery({
    queryKey: ['moves', screen.id, 'print', ...ids],
    queryFn: ({ signal }) =>
      readInBatches(
        ids,
        async (id) => (await http.get<RecordMoves>(`/resource/${screen.id}/moves`, { id }, signal)).moves,
      ),
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { moves: enabled ? data : noMoves, error: enabled ? error : null, reload: refetch }
}
