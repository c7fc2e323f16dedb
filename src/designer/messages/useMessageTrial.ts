import { useQuery } from '@tanstack/react-query'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { TriedEntry } from '#runtime/record/changes/message-trial.ts'
import { useServices } from '#runtime/services/services.tsx'

interface Wanted {
  document: JsonObject
  /** The id under which the screen is served. */
  screen: string
  /** The id of the record; undefined while there is none. */
  record: string | undefined
  change: string
  before: JsonObject
}

/** Who would get which message of the draft after a change of a record. */
export function useMessageTrial(wanted: Wanted) {
  const { http } = useServices()
  return useQuery({
    queryKey: ['design messages', wanted],
    queryFn: async () => (await http.send<TriedEntry[]>('POST', '/design/then/try', wanted)).result,
    enabled: wanted.record !== undefined,
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
