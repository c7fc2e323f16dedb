import { useMemo } from 'react'
import {
  type ShownKey,
  shownDictionaries,
  shownKeys,
  type TitledBlock,
} from '#runtime/compile/panel/panel.ts'
import { useRuntime } from '#runtime/contract/context.tsx'
import { useLookup } from '#runtime/data/hooks.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** The keys of a block that the user may see; loads the texts of their dictionaries. */
export function useShownKeys(block: TitledBlock, document: ScreenDocument | ReportDocument | undefined) {
  const { http, types, can } = useRuntime()
  const keys: readonly ShownKey[] = useMemo(
    () => shownKeys(block, document, { types, can }),
    [block, document, types, can],
  )
  const needs = useMemo(() => shownDictionaries(keys), [keys])
  const { lookup } = useLookup(http, needs)
  return { keys, lookup }
}
