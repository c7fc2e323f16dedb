import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compilePanel, type PanelCard } from '#runtime/compile/panel/panel.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { useServices } from '#runtime/services/services.tsx'

const noCards: readonly PanelCard[] = []

/** State of a panel besides its blocks: the blocks that the user may see, and refreshing all of them. */
export function usePanel(panel: PanelDocument, params: Readonly<Record<string, string>>) {
  const { http, can, user } = useServices()
  const client = useQueryClient()
  const { data: documents, error, refetch } = useQuery(indexQuery(http))
  const places = useMemo(
    () => (documents ? compilePanel(panel, { can, documents, user: { ...user }, params }) : noCards),
    [panel, can, documents, user, params],
  )
  return {
    places,
    isLoading: !documents && !error,
    error: documents ? null : error,
    again: () => void refetch(),
    // A user may have placed blocks of other panels there.
    refresh: () =>
      void client.invalidateQueries({ queryKey: panel.personal ? ['panel'] : ['panel', panel.id] }),
  }
}
