import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isOverlay, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { useServices } from '#runtime/services/services.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { designApi } from '../api.ts'

interface Merged {
  /** The document as it would be served. */
  screen?: JsonObject
  /** The merged bases of an overlay; null for any other document. */
  base: JsonObject | null
  /** Why there is no screen. */
  note: ReactNode
}

/** The document as it would be served, an overlay merged into its bases. */
export function useMerged(document: JsonObject): Merged {
  const { http } = useServices()
  const isMerged = isOverlay(document)
  const bases = useQuery({
    queryKey: ['design bases', document.extends],
    queryFn: async ({ signal }) => {
      const found = new Map<string, JsonObject>()
      for (let id = String(document.extends); id !== 'undefined' && !found.has(id); ) {
        const { current } = await designApi(http).source(id, signal)
        if (!current) break
        found.set(id, current)
        id = String(current.extends)
      }
      return found
    },
    enabled: isMerged,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const resolution = useMemo(
    () => (!isMerged || bases.data ? resolveDocument(document, (id) => bases.data?.get(id)) : null),
    [isMerged, document, bases.data],
  )
  const base = useMemo(() => {
    if (!isMerged || !bases.data) return null
    const empty = { kind: document.kind, id: document.id, extends: document.extends }
    const merged = resolveDocument(empty, (id) => bases.data.get(id))
    return merged.ok ? merged.document : null
  }, [isMerged, bases.data, document.kind, document.id, document.extends])
  if (resolution?.ok) return { screen: resolution.document, base, note: null }
  if (bases.isPending) return { base, note: <TextSkeleton rows={4} /> }
  const text = resolution?.problems.map((problem) => problem.text).join('；') ?? '改自的界面没有读到'
  return { base, note: <StateNote title="这样还画不出来" text={text} /> }
}
