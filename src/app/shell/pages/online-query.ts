import { http } from '#client/session/http.ts'

/** The screen of a table or of the id of a head; the server knows which one that is. */
export const onlineQuery = (name: string) => ({
  queryKey: ['schema', 'online', name],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get<{ id: string }>(`/schema/online/${encodeURIComponent(name)}`, undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
