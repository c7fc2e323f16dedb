import type { QueryClient } from '@tanstack/react-query'
import { type DocumentAnswer, documentKey, indexQuery, loadDocument } from '#runtime/data/documents.ts'
import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { IndexEntry, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** Loads documents by name through the query cache; `src/app` provides it in the Runtime. */
export function createDocuments(client: QueryClient, http: Http) {
  const load = async (id: string) => {
    const index = await client.ensureQueryData(indexQuery(http)).catch(() => [] as IndexEntry[])
    const hash = index.find((entry) => entry.id === id)?.rev
    const answer = await client.ensureQueryData({
      queryKey: documentKey(id),
      queryFn: ({ signal }) => loadDocument(http, id, hash, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })
    if (!answer.document) throw appError('NOT_FOUND')
    return answer.document as NonNullable<DocumentAnswer['document']>
  }
  return {
    loadScreen: async (id: string) => (await load(id)) as ScreenDocument | ReportDocument,
    /** By the code that `popupCode` names; the index lists it among the picker's components. */
    loadPicker: async (code: string): Promise<PickerDocument> => {
      const index = await client.ensureQueryData(indexQuery(http))
      const entry = index.find((item) => ofKind(item, 'picker')?.components.includes(code))
      const picker = ofKind(entry && (await load(entry.id)), 'picker')
      if (!picker) throw appError('POPUP_MISCONFIGURED')
      return picker
    },
  }
}
