import type { ArrangedBlock } from '#runtime/schema/kinds/panel/arrangement.ts'
import type { Answer, Http } from './http.ts'

const getUrl = (panel: string): string => `/sys/arrangement/${panel}`

export const arrangementKey = (panel: string) => ['arrangement', panel] as const

/** How the user arranged the blocks of a panel, as it is stored; null: not at all. */
export const arrangementQuery = (http: Http, panel: string) => ({
  queryKey: arrangementKey(panel),
  queryFn: ({ signal }: { signal: AbortSignal }) => http.get<unknown>(getUrl(panel), undefined, signal),
  staleTime: 60_000,
})

export const saveArrangement = (
  http: Http,
  panel: string,
  blocks: readonly ArrangedBlock[],
): Promise<Answer<unknown>> => http.send('PUT', getUrl(panel), { blocks })

export const resetArrangement = (http: Http, panel: string): Promise<Answer<unknown>> =>
  http.send('DELETE', getUrl(panel))
