import type { Problem } from '#runtime/kernel/problem.ts'
import type {
  FormDocument,
  IndexEntry,
  PickerDocument,
  ReportDocument,
  ScreenDocument,
} from '#runtime/schema/types.ts'
import type { Http } from './http.ts'

/** What the file on disk says wrong; sent only to holders of the right to design. */
export interface DocumentProblem extends Problem {
  file?: string
}

/** The last good version; null when there never was one. `problems` speak of a newer file that does not load. */
export interface DocumentAnswer<D = ScreenDocument | PickerDocument | ReportDocument | FormDocument> {
  id: string
  rev: string
  document: D | null
  problems?: DocumentProblem[]
}

export const indexKey = ['schema', 'index'] as const
export const documentKey = (id: string) => ['schema', 'document', id] as const

export const loadIndex = (http: Http, signal?: AbortSignal): Promise<IndexEntry[]> =>
  http.get('/schema/index', undefined, signal)

const urlOf = (id: string): string => `/schema/documents/${id}`

/** With a revision the answer is immutable and known by its ETag; without, it is the newest. */
export const loadDocument = <D = ScreenDocument>(
  http: Http,
  id: string,
  rev?: string,
  signal?: AbortSignal,
): Promise<DocumentAnswer<D>> => http.get(urlOf(id), rev ? { rev } : undefined, signal)

/** The document of that revision as it was answered last: known at once, to be asked for again behind it. */
export const lastDocument = (http: Http, id: string, rev: string | undefined): DocumentAnswer | undefined =>
  rev ? http.lastKnown?.(urlOf(id), { rev }) : undefined

export const indexQuery = (http: Http) => ({
  queryKey: indexKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadIndex(http, signal),
  staleTime: Number.POSITIVE_INFINITY,
})
