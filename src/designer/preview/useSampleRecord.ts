import { useQuery } from '@tanstack/react-query'
import type { ListRow } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'

/** How many records of a screen the designer reads. */
const MAX_ROWS = 20

/** Read once for each opening: the document may be removed while its draft is edited. */
const once = {
  retry: false,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const

/** Some records of a served screen, as its list has them; null for a screen that is not served. */
export function useSampleRows(id: string | null) {
  const { http } = useServices()
  return useQuery({
    queryKey: ['design rows', id],
    queryFn: ({ signal }) =>
      http.get<{ records: ListRow[] }>(`/resource/${id}/list`, { pageSize: MAX_ROWS }, signal),
    enabled: id !== null,
    ...once,
  })
}

/** One of these records with its detail rows. */
export function useSampleRecord(id: string, row: ListRow | undefined) {
  const { http } = useServices()
  return useQuery({
    queryKey: ['design record', id, row?.id],
    queryFn: ({ signal }) => http.get<ListRow>(`/resource/${id}/queryById`, { id: row?.id }, signal),
    enabled: row !== undefined,
    ...once,
  })
}
