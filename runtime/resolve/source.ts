import type { QueryClient } from '@tanstack/react-query'
import { documentKey, indexQuery, loadDocument } from '#runtime/data/documents.ts'
import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { IndexEntry, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** Loads documents by name through the one cache; `src/app` puts it into the Runtime. */
export function createDocuments(client: QueryClient, http: Http) {
  const fetched = async (id: string): Promise<unknown> => {
    const index = await client.ensureQueryData(indexQuery(http)).catch(() => [] as IndexEntry[])
    const rev = index.find((entry) => entry.id === id)?.rev
    const answer = await client.ensureQueryData({
      queryKey: documentKey(id),
      queryFn: ({ signal }) => loadDocument(http, id, rev, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })
    if (!answer.document) throw appError('NOT_FOUND')
    return answer.document
  }
  const isPicker = (document: unknown): document is PickerDocument =>
    typeof document === 'object' && document !== null && 'kind' in document && document.kind === 'picker'

  return {
    loadScreen: async (id: string) => (await fetched(id)) as ScreenDocument | ReportDocument,
    /** By the short name that `popupCode` says; the index gives it among the picker's components. */
    loadPicker: async (code: string): Promise<PickerDocument> => {
      const index = await client.ensureQueryData(indexQuery(http))
      const entry = index.find(({ kind, components }) => kind === 'picker' && components.includes(code))
      const document = entry && (await fetched(entry.id))
      if (!isPicker(document)) throw appError('POPUP_MISCONFIGURED')
      return document
    },
  }
}
