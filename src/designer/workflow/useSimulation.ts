import { useQuery } from '@tanstack/react-query'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Simulation } from '#runtime/record/workflow/simulation.ts'
import { useServices } from '#runtime/services/services.tsx'

interface Wanted {
  document: JsonObject
  /** The id of the record; undefined while there is none. */
  record: string | undefined
  /** The account of the person who submits it; null: who created it. */
  starter: string | null
}

/** What would become of a record in the draft of a workflow. */
export function useSimulation({ document, record, starter }: Wanted) {
  const { http } = useServices()
  return useQuery({
    queryKey: ['design simulation', document, record, starter],
    queryFn: async () => {
      const body = { document, record, ...(starter !== null && { starter }) }
      return (await http.send<Simulation>('POST', '/design/workflow/simulate', body)).result
    },
    enabled: record !== undefined,
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
