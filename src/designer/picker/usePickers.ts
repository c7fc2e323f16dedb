import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

const unloaded: readonly IndexEntry[] = []

/** The pickers and the screens that the user may open. */
export function usePickers() {
  const { http } = useServices()
  const { data: documents = unloaded } = useQuery(indexQuery(http))
  return useMemo(() => {
    const pickers = documents.filter(
      (entry) => hasCapability(entry, 'picksRecords') && entry.code !== undefined,
    )
    const screens = documents.filter((entry) => hasCapability(entry, 'hasTable'))
    return { pickers, screens, codes: new Set(pickers.map(({ code = '' }) => code)) }
  }, [documents])
}
