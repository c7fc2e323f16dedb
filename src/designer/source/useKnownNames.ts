import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useDictionaries } from '../dictionary/useDictionaries.ts'
import { enhancementsQuery, type RegisteredCode } from '../enhancements.ts'
import { usePickers } from '../picker/usePickers.ts'
import { menuGroups, useMenuTree } from '../useMenuTree.ts'
import type { KnownNames } from './completions.ts'

const unloaded: readonly never[] = []

const named = (list: readonly RegisteredCode[] = unloaded) =>
  list.map(({ name, description }) => ({ value: name, title: description.split('：')[0] ?? name }))

/** The names of documents, dictionaries, pickers, groups of the menu and registered code that a document may use. */
export function useKnownNames(id: string): KnownNames {
  const { http } = useServices()
  const { data: documents = unloaded } = useQuery(indexQuery(http))
  const dictionaries = useDictionaries()
  const { pickers } = usePickers()
  const { data: menu = unloaded } = useMenuTree()
  const { data: code } = useQuery(enhancementsQuery(http, id))
  return useMemo(
    () => ({
      document: documents.map(({ id, title }) => ({ value: id, title })),
      dictCode: dictionaries.map(({ code, title }) => ({ value: code, title })),
      popupCode: pickers.map(({ code = '', title }) => ({ value: code, title })),
      effect: named(code?.effects),
      hooks: named(code?.hooks),
      handler: named(code?.handlers),
      parent: menuGroups(menu).map(({ id, name }) => ({ value: id, title: name })),
    }),
    [documents, dictionaries, pickers, menu, code],
  )
}
