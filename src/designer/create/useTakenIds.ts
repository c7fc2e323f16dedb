import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { designApi } from '../api.ts'

const noIds: ReadonlySet<string> = new Set()

/** The ids of all documents and new drafts, which a new document cannot have. */
export function useTakenIds(): ReadonlySet<string> {
  const { http } = useServices()
  const { data } = useQuery({
    queryKey: ['design documents'],
    queryFn: ({ signal }) => designApi(http).documents(signal),
    staleTime: 0,
  })
  return useMemo(
    () =>
      data
        ? new Set([
            ...data.documents.map(({ id }) => id),
            ...data.newDrafts.map(({ documentId }) => documentId),
          ])
        : noIds,
    [data],
  )
}
