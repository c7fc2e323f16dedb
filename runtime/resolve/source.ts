import type { QueryClient } from '@tanstack/react-query'
import { documentKey, type IndexEntry, indexQuery, loadDocument } from '../data/documents.ts'
import type { Http } from '../data/http.ts'
import { appError } from '../kernel/errors.ts'
import type { PickerDocument, ScreenDocument } from '../schema/types.ts'

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
    loadScreen: async (id: string) => (await fetched(id)) as ScreenDocument,
    /** By the short name that `popupCode` says; pickers are few, so each is looked at. */
    loadPicker: async (code: string): Promise<PickerDocument> => {
      const index = await client.ensureQueryData(indexQuery(http))
      const pickers = index.filter((entry) => entry.kind === 'picker')
      const named = pickers.find((entry) => entry.components.includes(code))
      for (const { id } of named ? [named] : pickers) {
        const document = await fetched(id)
        if (isPicker(document) && document.code === code) return document
      }
      throw appError('POPUP_MISCONFIGURED')
    },
  }
}
