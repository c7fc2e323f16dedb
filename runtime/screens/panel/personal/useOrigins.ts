import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Origin } from '#runtime/compile/panel/arrangement.ts'
import { filterParams, readConditions } from '#runtime/compile/panel/panel-filters.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery, loadDocument } from '#runtime/data/documents.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { buildFilters, refreshTime } from '../panel-filters.ts'
import type { PanelFrame } from '../useBlock.ts'
import { useToday } from '../useNow.ts'

/** A panel from which blocks come, and the state that its blocks share. */
export type FramedOrigin = Origin & { frame: PanelFrame }

const unseen: readonly IndexEntry[] = []
const emptyAddress = new URLSearchParams()
/** The panel was removed, or the user lost the right to it, after the index was read. */
const goneCodes: readonly (string | undefined)[] = ['FORBIDDEN', 'NOT_FOUND']

/** The panels that the user may open, without `panel` itself. */
export function useOtherPanels(panel: PanelDocument): readonly IndexEntry[] {
  const { http } = useServices()
  const { data: documents = unseen } = useQuery(indexQuery(http))
  return useMemo(
    () => documents.filter((entry) => hasCapability(entry, 'arrangesBlocks') && entry.id !== panel.id),
    [documents, panel.id],
  )
}

/**
 * The panels of blocks by their ids: `panel` itself with the filters that its page shows, and `others`, of which each has
 * the defaults of its filters.
 */
export function useOrigins(panel: PanelDocument, frame: PanelFrame, others: readonly IndexEntry[]) {
  const { http, can, user } = useServices()
  const types = useFieldTypes()
  const now = useToday()
  const { data: documents = unseen } = useQuery(indexQuery(http))
  const answers = useQueries({
    queries: others.map(({ id, rev }) => ({
      queryKey: ['panel-origin', id, rev],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadDocument<PanelDocument>(http, id, rev, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => ({
      loaded: results.flatMap(({ data }) => data?.document ?? []),
      isLoading: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error && !goneCodes.includes(findErrorCode(error)))?.error ?? null,
      again: () => {
        for (const { error, refetch } of results) if (error) void refetch()
      },
    }),
  })
  const { loaded, isLoading, error, again } = answers
  const origins = useMemo(() => {
    const env = { can, documents, user: { ...user } }
    const current: FramedOrigin = { panel, env: { ...env, params: frame.params ?? {} }, frame }
    const built = loaded.map((other): FramedOrigin => {
      const { items, paramKeys } = buildFilters(other, { types, can, user, now })
      const params = filterParams(items, readConditions(items, emptyAddress))
      const frame = { id: other.id, refresh: refreshTime(other), params, paramKeys }
      return { panel: other, env: { ...env, params }, frame }
    })
    return new Map([current, ...built].map((origin) => [origin.panel.id, origin]))
  }, [panel, frame, loaded, documents, can, user, types, now])
  return { origins, isLoading, error, again }
}
