import { useMemo } from 'react'
import {
  type ShownKey,
  shownDictionaries,
  shownKeys,
  type TitledBlock,
} from '#runtime/compile/panel/panel.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { useLookup } from '#runtime/data/hooks.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The keys of a block that the user may see; loads the texts of their dictionaries. */
export function useShownKeys(block: TitledBlock, document: ScreenDocument | ReportDocument | undefined) {
  const { http, can } = useServices()
  const types = useFieldTypes()
  const keys: readonly ShownKey[] = useMemo(
    () => shownKeys(block, document, { types, can }),
    [block, document, types, can],
  )
  const needs = useMemo(() => shownDictionaries(keys), [keys])
  const { lookup } = useLookup(http, needs)
  return { keys, lookup }
}
