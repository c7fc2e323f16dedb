import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { registerUnsaved } from '#runtime/host/unsaved.ts'
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
 * Loads the dictionaries and answers synchronously from what is there. A new `lookup` identity means new texts;
 * a dictionary that fails to load does not hold the screen up: its values show as they are.
 */
export function useLookup(http: Http, codes: readonly string[]): { lookup: Lookup; isLoading: boolean } {
  const client = useQueryClient()
  const { isLoading, texts } = useQueries({
    queries: codes.map((code) => dictQuery(http, code)),
    combine: (results) => ({
      isLoading: results.some((result) => result.isPending && result.fetchStatus !== 'idle'),
      // The same list as before where an answer brings nothing new.
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
  useEffect(() => onLive((frame) => latest.current(frame)), [])
}

interface Retries {
  retry(failures: number, error: unknown): boolean
  retryDelay(failures: number): number
}

/** The document as the server has it now; a pushed revision replaces it in place, without a loading state. */
export function useDocument(http: Http, id: string, retries?: Retries) {
  const client = useQueryClient()
  const revIn = (index: readonly IndexEntry[] | undefined) => index?.find((entry) => entry.id === id)?.rev
  const answer = useQuery<DocumentAnswer>({
    queryKey: documentKey(id),
    queryFn: async ({ signal }) => {
      const index = await client.ensureQueryData(indexQuery(http)).catch(() => [] as IndexEntry[])
      return loadDocument(http, id, revIn(index), signal)
    },
    // Of the revision that this load's own index names, so the right to it is known too.
    initialData: () => lastDocument(http, id, revIn(client.getQueryData(indexKey))),
    // Pushes are missed while no screen is open: each opening looks again, with what is known in sight meanwhile.
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    ...(retries ?? {}),
  })
  // Asked without revision: a file that has just been broken keeps its revision, and the answer must not come from a cache.
  const loadNewest = () =>
    loadDocument(http, id).then(
      (fresh) => client.setQueryData(documentKey(id), fresh),
      () => client.invalidateQueries({ queryKey: documentKey(id) }),
    )
  /** Pushes were missed: the index says whether one of them was about this document. */
  const compare = async () => {
    const index = await client.fetchQuery({ ...indexQuery(http), staleTime: 0 })
    const rev = index.find((entry) => entry.id === id)?.rev
    const known = client.getQueryData<DocumentAnswer>(documentKey(id))?.rev
    if (rev !== undefined && known && rev !== known) await loadNewest()
  }
  useLive((frame) => {
    // What fails here has been shown; the document in sight stays.
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

/** While mounted: the browser asks before it leaves, and the shell knows, as long as there is something to lose. */
export function useUnsaved(isUnsaved: () => boolean, giveUp: () => void): void {
  const { key } = usePage()
  const latest = useRef({ isUnsaved, giveUp })
  latest.current = { isUnsaved, giveUp }
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    const end = registerUnsaved(
      () => latest.current.isUnsaved(),
      key,
      () => latest.current.giveUp(),
    )
    return () => {
      window.removeEventListener('beforeunload', ask)
      end()
    }
  }, [key])
}
