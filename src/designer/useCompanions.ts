import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { dictKey, readDictItems } from '#runtime/data/dict.ts'
import { hasKind } from '#runtime/schema/kinds/written.ts'
import type { Companion, Inspection } from './api.ts'

type CompanionsById = Readonly<Record<string, readonly Companion[]>>

const queryKey = ['design companions']
const unloaded: CompanionsById = {}

/** The new dictionaries and pickers that the open drafts of the user name: the server does not serve them yet. */
export function useCompanions(): readonly Companion[] {
  const { data = unloaded } = useQuery<CompanionsById>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => Object.values(data).flat(), [data])
}

/** Offers the companions of a draft, and lets its preview show the items of their dictionaries. */
export function useOfferedCompanions(id: string, inspection: Inspection | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!inspection) return
    const { companions } = inspection
    client.setQueryData<CompanionsById>(queryKey, (former) => ({ ...former, [id]: companions }))
    for (const { body } of companions)
      if (hasKind(body, 'dict') && typeof body.code === 'string')
        client.setQueryData(dictKey(body.code), readDictItems(body.items))
  }, [client, id, inspection])
}
