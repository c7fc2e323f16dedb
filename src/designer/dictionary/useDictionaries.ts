import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Companion } from '../api.ts'

export interface DictionaryEntry {
  code: string
  title: string
}

/** A field that takes its values from a dictionary. */
export interface DictionaryUse {
  id: string
  screenTitle: string
  fieldTitle: string
  records: number
}

/** The most dictionaries of administrators that are read. */
const MAX_DICTIONARIES = 500

const unloaded: readonly IndexEntry[] = []
const noDrafts: readonly Companion[] = []

/** The dictionaries of documents and of drafts, and those that administrators maintain where the user may list them. */
export function useDictionaries(drafts: readonly Companion[] = noDrafts): DictionaryEntry[] {
  const { http, can } = useServices()
  const { data: documents = unloaded } = useQuery(indexQuery(http))
  const { data: maintained } = useQuery({
    queryKey: ['design dictionaries'],
    queryFn: ({ signal }) =>
      http.get<{ records: { dictCode: string; dictName: string }[] }>(
        '/sys/dict/list',
        { pageSize: MAX_DICTIONARIES },
        signal,
      ),
    enabled: can('system:dict:list'),
  })
  return useMemo(() => {
    const entries = new Map<string, DictionaryEntry>()
    for (const { title, body } of drafts) entries.set(String(body.code), { code: String(body.code), title })
    for (const entry of documents)
      if (asDocumentWith(entry, 'hasChoices') && entry.code)
        entries.set(entry.code, { code: entry.code, title: entry.title })
    for (const { dictCode, dictName } of maintained?.records ?? [])
      entries.set(dictCode, { code: dictCode, title: dictName })
    return [...entries.values()]
  }, [documents, maintained, drafts])
}

/** The fields of documents that use a dictionary; undefined while they are not known, or to users without the right. */
export function useDictionaryUses(code: string): DictionaryUse[] | undefined {
  const { http, can } = useServices()
  const { data } = useQuery({
    queryKey: ['design dictionary uses', code],
    queryFn: ({ signal }) => http.get<DictionaryUse[]>('/sys/dict/uses', { dictCode: code }, signal),
    enabled: code !== '' && can('system:dict:list'),
    retry: false,
  })
  return data
}
