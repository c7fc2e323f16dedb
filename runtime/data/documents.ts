import type { Problem } from '#runtime/kernel/problem.ts'
import type {
  FormDocument,
  IndexEntry,
  PickerDocument,
  ReportDocument,
  ScreenDocument,
} from '#runtime/schema/types.ts'
import type { Http } from './http.ts'

/** A problem of the file on disk; sent only to users with the design permission. */
export interface DocumentProblem extends Problem {
  file?: string
}

/** The last valid version; null if there never was one. `problems` describe a newer file that does not load. */
export interface DocumentAnswer<D = ScreenDocument | PickerDocument | ReportDocument | FormDocument> {
  id: string
  rev: string
  document: D | null
  /** The title of a document without a valid version. */
  title?: string
  problems?: DocumentProblem[]
}

export const indexKey = ['schema', 'index'] as const
export const documentKey = (id: string) => ['schema', 'document', id] as const

export const loadIndex = (http: Http, signal?: AbortSignal): Promise<IndexEntry[]> =>
  http.get('/schema/index', undefined, signal)

const getUrl = (id: string): string => `/schema/documents/${id}`

/** With a revision the response is immutable and cached by its ETag; without one it is the newest. */
export const loadDocument = <D = ScreenDocument>(
  http: Http,
  id: string,
  hash?: string,
  signal?: AbortSignal,
): Promise<DocumentAnswer<D>> => http.get(getUrl(id), hash ? { rev: hash } : undefined, signal)

/** The cached document of that revision: available at once, revalidated in the background. */
export const lastDocument = (http: Http, id: string, hash: string | undefined): DocumentAnswer | undefined =>
  hash ? http.lastKnown?.(getUrl(id), { rev: hash }) : undefined

export const indexQuery = (http: Http) => ({
  queryKey: indexKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadIndex(http, signal),
  staleTime: Number.POSITIVE_INFINITY,
})
