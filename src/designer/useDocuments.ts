import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { type DocumentRow, designApi, type Origin } from './api.ts'

/** A document, or a draft of the user that is not released; then `origin` is null and its kind is unknown. */
export interface ListedDocument extends Omit<DocumentRow, 'origin'> {
  origin: Origin | null
}

/** All documents and new drafts of the designer, new drafts first; `taken` has their ids. */
export function useDocuments() {
  const { http } = useRuntime()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['design documents'],
    queryFn: ({ signal }) => designApi(http).documents(signal),
    staleTime: 0,
  })
  const rows = useMemo((): ListedDocument[] => {
    const fresh = (data?.newDrafts ?? []).map((draft) => ({
      id: draft.documentId,
      title: draft.title ?? draft.documentId,
      kind: '',
      base: null,
      origin: null,
      conflicts: 0,
      problems: 0,
      drafts: [draft],
    }))
    return [...fresh, ...(data?.documents ?? [])]
  }, [data])
  const taken = useMemo(() => new Set(rows.map(({ id }) => id)), [rows])
  return { rows, taken, error, isPending, refetch }
}
