import { useQuery } from '@tanstack/react-query'
import { useServices } from '#runtime/services/services.tsx'
import { findRefusalCode } from '#runtime/ui/errors/error-message.ts'
import { type DesignedSource, designApi } from '../api.ts'
import { loadUnsent, type OpenedSource } from '../draft/unsent-draft.ts'

/** A document that is neither released nor a draft any more. */
const gone = (id: string): DesignedSource => ({
  id,
  origin: null,
  current: null,
  draft: null,
  revision: 0,
  pastedRows: 0,
  hasSamples: false,
  changes: [],
  conflicts: [],
})

/** Reads a document with the draft of the user once, for an editor. */
export function useOpenedSource(id: string) {
  const { http, user } = useServices()
  return useQuery({
    queryKey: ['design', id],
    queryFn: async ({ signal }): Promise<OpenedSource> => {
      try {
        const source = await designApi(http).source(id, signal)
        return { ...source, unsent: await loadUnsent(user.id, source) }
      } catch (error) {
        if (findRefusalCode(error) !== 'DESIGN_GONE') throw error
        // Removed elsewhere, while this browser still has changes of it.
        const unsent = await loadUnsent(user.id, gone(id))
        if (!unsent) throw error
        return { ...gone(id), unsent }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
