import type { QueryClient } from '@tanstack/react-query'
import { type DocumentAnswer, documentKey, indexQuery, loadDocument } from '#runtime/data/documents.ts'
import type { Http } from '#runtime/data/http.ts'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { IndexEntry, PickerDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { DocumentLoader } from '#runtime/services/documents.ts'

/** The id of a picker that the index does not list; refused with the right that its user lacks. */
async function findPicker(http: Http, code: string): Promise<string> {
  try {
    return (await http.get<{ id: string }>(`/schema/pickers/${encodeURIComponent(code)}`)).id
  } catch (error) {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? appError('POPUP_MISCONFIGURED') : error
  }
}

/** Loads documents by name through the query cache; `src/client` provides it. */
export function createDocuments(client: QueryClient, http: Http): DocumentLoader {
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
      const entry = index.find((item) => asDocumentWith(item, 'picksRecords')?.components.includes(code))
      const id = entry?.id ?? (await findPicker(http, code))
      const picker = asDocumentWith(await load(id), 'picksRecords')
      if (!picker) throw appError('POPUP_MISCONFIGURED')
      return picker
    },
  }
}
