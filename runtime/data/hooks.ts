import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { DictItem, Lookup } from '#runtime/schema/field-value.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { createLookup, dictKey, dictQuery } from './dict.ts'
import {
  type DocumentAnswer,
  documentKey,
  indexKey,
  indexQuery,
  lastDocument,
  loadDocument,
} from './documents.ts'
import type { Http } from './http.ts'
import { type LiveFrame, onLive } from './live.ts'

/**
 * Loads the dictionaries and returns a synchronous lookup over the loaded ones. A new `lookup` identity means new
 * texts; a dictionary that fails to load does not block the screen: its values are shown as they are.
 */
export function useLookup(http: Http, codes: readonly string[]): { lookup: Lookup; isLoading: boolean } {
  const client = useQueryClient()
  const { isLoading, texts } = useQueries({
    queries: codes.map((code) => dictQuery(http, code)),
    combine: (results) => ({
      isLoading: results.some((result) => result.isPending && result.fetchStatus !== 'idle'),
      // The previous array if a response changes nothing.
      texts: results.map((result) => result.data),
    }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts are another lookup
  const lookup = useMemo(
    () => createLookup((code) => client.getQueryData<DictItem[]>(dictKey(code))),
    [client, texts],
  )
  return { lookup, isLoading }
}

export function useLive(listener: (frame: LiveFrame) => void): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    return onLive((frame) => latest.current(frame))
  }, [])
}

interface Retries {
  retry(failures: number, error: unknown): boolean
  retryDelay(failures: number): number
}

/** The current document of the server; a pushed revision replaces it in place, without a loading state. */
export function useDocument(http: Http, id: string, retries?: Retries) {
  const client = useQueryClient()
  const hashIn = (index: readonly IndexEntry[] | undefined) => index?.find((entry) => entry.id === id)?.rev
  const answer = useQuery<DocumentAnswer>({
    queryKey: documentKey(id),
    queryFn: async ({ signal }) => {
      const index = await client.ensureQueryData(indexQuery(http)).catch(() => [] as IndexEntry[])
      return loadDocument(http, id, hashIn(index), signal)
    },
    // The revision that the index of this load names, so the permission for it is checked too.
    initialData: () => lastDocument(http, id, hashIn(client.getQueryData(indexKey))),
    // Pushes are missed while no screen is open: each opening checks again while the cached document is shown.
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    ...(retries ?? {}),
  })
  // Requested without a revision: a file that became invalid keeps its revision, and the response must not come from
  // a cache.
  const loadNewest = () =>
    loadDocument(http, id).then(
      (fresh) => client.setQueryData(documentKey(id), fresh),
      () => client.invalidateQueries({ queryKey: documentKey(id) }),
    )
  /** Pushes were missed: the index shows whether this document changed. */
  const compare = async () => {
    const index = await client.fetchQuery({ ...indexQuery(http), staleTime: 0 })
    const newestHash = index.find((entry) => entry.id === id)?.rev
    const cachedHash = client.getQueryData<DocumentAnswer>(documentKey(id))?.rev
    if (newestHash !== undefined && cachedHash && newestHash !== cachedHash) await loadNewest()
  }
  useLive((frame) => {
    // The failure is already reported; the current document stays.
    if (frame.cmd === 'reopened') return void compare().catch(() => undefined)
    if (frame.cmd !== 'document') return
    void client.invalidateQueries({ queryKey: indexKey })
    if (frame.id !== id) {
      client.removeQueries({ queryKey: documentKey(String(frame.id)), type: 'inactive' })
      return
    }
    void loadNewest()
  })
  return answer
}
