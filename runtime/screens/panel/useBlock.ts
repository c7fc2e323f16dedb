import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { compileRequest, findDocument, readRecords } from '#runtime/compile/panel/panel.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { computeDefault } from '#runtime/record/formulas/defaults.ts'
import { areSumsReadable, type SourcedBlock } from '#runtime/record/panel/block-request.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { envScope, type LevelKeys } from '#runtime/record/scope.ts'
import type { IndexEntry, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { useToday } from './useNow.ts'

/** State shared by all blocks of a panel. */
export interface PanelFrame {
  id: string
  /** Milliseconds between refreshes of a block; false: only on request. */
  refresh: number | false
  /** Receives the number of waiting records of each block; the greeting shows the sum. */
  reportWaiting?(count: number): void
  /** The values of the query bar of the panel. */
  params?: Readonly<Record<string, string>>
  paramKeys?: LevelKeys
  /** Fills in a filter of the query bar; '' empties it. */
  select?(key: string, value: string): void
}

export const PanelContext = createContext<PanelFrame>({ id: '', refresh: false })

const unseen: readonly IndexEntry[] = []
const hiddenCodes: readonly (string | undefined)[] = ['FORBIDDEN', 'NO_DATA_PERMISSION']

export interface BlockData {
  /** Absent until loaded; old records stay visible while new ones load or fail. */
  data?: Records
  document?: ScreenDocument | ReportDocument
  /** The page of the screen of the records, if it has one. */
  path?: string
  error: unknown
  /** The source is not permitted: the block is hidden. */
  isGone: boolean
  again(): void
}

/**
 * The records of a block: loads, fails and refreshes on its own. Hidden tabs request nothing until they are visible.
 */
export function useBlock(block: SourcedBlock): BlockData {
  const { http, user, can } = useServices()
  const { loadScreen } = useDocumentLoader()
  const { id, refresh, params, paramKeys } = useContext(PanelContext)
  const types = useFieldTypes()
  const page = usePage()
  const now = useToday()
  const { data: documents = unseen } = useQuery(indexQuery(http))
  const documentId = findDocument(block.source, { documents })
  const document = useQuery({
    queryKey: ['panel-source', documentId],
    queryFn: () => loadScreen(documentId ?? ''),
    enabled: documentId !== undefined,
  })
  const isKnown = 'url' in block.source || document.data !== undefined
  const isReadable = areSumsReadable(block, document.data, can)
  const request = useMemo(() => {
    const scope = envScope({ user: { ...user }, now, mode: 'detail', params, paramKeys })
    const value = (raw: unknown) =>
      computeDefault({ key: 'said', type: 'input', defaultValue: raw as string | null }, scope)
    return compileRequest(block, document.data, types, value)
  }, [block, document.data, types, user, now, params, paramKeys])
  const pick = 'pick' in block.source ? block.source.pick : undefined
  const answer = useQuery({
    queryKey: ['panel', id, request, pick],
    queryFn: async ({ signal }) => {
      const raw = await http.get<unknown>(request.url, request.params, signal)
      const records = readRecords(raw, pick)
      if (!records) throw appError('UNKNOWN_SHAPE')
      return records
    },
    enabled: isKnown && isReadable,
    // The records stay visible while more of them are loaded.
    placeholderData: keepPreviousData,
    refetchInterval: () => page.isShown() && refresh,
    refetchOnWindowFocus: refresh !== false,
    staleTime: refresh === false ? 0 : refresh,
  })
  const { refetch, dataUpdatedAt } = answer
  useEffect(() => {
    return page.onShown(() => refresh !== false && Date.now() - dataUpdatedAt >= refresh && void refetch())
  }, [page, refresh, refetch, dataUpdatedAt])
  const error = document.error ?? answer.error
  return {
    data: answer.data,
    document: document.data,
    path:
      'screen' in block.source
        ? documents.find(({ id: entryId }) => entryId === documentId)?.path
        : undefined,
    error,
    isGone: !isReadable || hiddenCodes.includes(findErrorCode(error)),
    again: () => void (document.error ? document.refetch() : answer.refetch()),
  }
}
