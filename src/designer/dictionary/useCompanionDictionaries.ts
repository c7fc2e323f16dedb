import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dictKey, readDictItems } from '#runtime/data/dict.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { Inspection } from '../api.ts'

/** Lets the preview show the items of dictionaries that are drafts: the server does not serve them yet. */
export function useCompanionDictionaries(inspection: Inspection | null): void {
  const client = useQueryClient()
  useEffect(() => {
    for (const { body } of inspection?.companions ?? [])
      if (hasCapability(body, 'hasChoices') && typeof body.code === 'string')
        client.setQueryData(dictKey(body.code), readDictItems(body.items))
  }, [client, inspection])
}
