import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { useDictionaries } from '../dictionary/useDictionaries.ts'
import { usePickers } from '../picker/usePickers.ts'
import { menuGroups, useMenuTree } from '../useMenuTree.ts'
import type { KnownNames } from './completions.ts'

const unloaded: readonly never[] = []

/** The names of documents, dictionaries, pickers and groups of the menu that the user may use. */
export function useKnownNames(): KnownNames {
  const { http } = useRuntime()
  const { data: documents = unloaded } = useQuery(indexQuery(http))
  const dictionaries = useDictionaries()
  const { pickers } = usePickers()
  const { data: menu = unloaded } = useMenuTree()
  return useMemo(
    () => ({
      document: documents.map(({ id, title }) => ({ value: id, title })),
      dictCode: dictionaries.map(({ code, title }) => ({ value: code, title })),
      popupCode: pickers.map(({ code = '', title }) => ({ value: code, title })),
      parent: menuGroups(menu).map(({ id, name }) => ({ value: id, title: name })),
    }),
    [documents, dictionaries, pickers, menu],
  )
}
