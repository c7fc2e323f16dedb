import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#runtime/fields/context.tsx'
import { designApi } from './api.ts'
import { loadUnsent, type OpenedSource } from './unsent-draft.ts'

/** Reads a document with the draft of the user once, for an editor. */
export function useOpenedSource(id: string) {
  const { http, user } = useRuntime()
  return useQuery({
    queryKey: ['design', id],
    queryFn: async ({ signal }): Promise<OpenedSource> => {
      const source = await designApi(http).source(id, signal)
      return { ...source, unsent: await loadUnsent(user.id, source) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
