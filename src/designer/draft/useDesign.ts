import { useEffect, useRef, useState } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import { useUnsaved } from '#runtime/data/hooks.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { errorMessage, refusalCodeOf } from '#runtime/ui/errors/error-message.ts'
import { designApi, type Inspection } from '../api.ts'
import { serverDraftOf } from './reconcile-draft.ts'
import { resolveConflict } from './resolve-conflict.ts'
import { holdUnsent, type OpenedSource, unsentKeeper, unsentName } from './unsent-draft.ts'
import { useHistory } from './useHistory.ts'
import { useServerDraft } from './useServerDraft.ts'

/** The draft is stored this long after the last change, in milliseconds. */
const SAVE_DELAY = 600
/** A draft that could not be stored is sent again after this time, in milliseconds. */
const RETRY_DELAY = 5000

/** `unchecked`: stored, but its check has failed. */
export type SaveState =
  | { kind: 'saved' | 'saving' | 'waiting' | 'unchecked' }
  | { kind: 'failed'; text: string }

/**
 * The draft of one document: edited here, stored and checked on the server shortly after each change. Until the server
 * has a change, the browser keeps it.
 */
export function useDesign(source: OpenedSource) {
  const { http, user, notify } = useRuntime()
  const [api] = useState(() => designApi(http))
  // The changes of an ended page are continued as if that page had slept.
  const [restored] = useState(source.unsent)
  const [unsent] = useState(() =>
    unsentKeeper(
      restored?.place ?? { name: unsentName(user.id, source.id), form: randomName() },
      restored?.body ?? null,
    ),
  )
  const [first] = useState<JsonObject>(() => serverDraftOf(source).body ?? restored?.body ?? {})
  const history = useHistory(first, restored?.body)
  const { present, change } = history
  const latest = useRef(present)
  latest.current = present
  const server = useServerDraft({
    source,
    api,
    unsent,
    typed: () => latest.current,
    onMerge: (document) => change(document, 'merge'),
  })
  const { base, conflict, serverDraft, isStored, save } = server
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved' })
  const [inspection, setInspection] = useState<Inspection | null>(null)
  const isChanged = !isSameJson(present, base)

  useEffect(() => {
    // The user chooses first.
    if (conflict) {
      unsent.keep(serverDraft.current, present)
      return setSaveState({ kind: 'waiting' })
    }
    let isGone = false
    let timer: ReturnType<typeof setTimeout>
    if (!isStored(present)) setSaveState({ kind: 'saving' })
    const attempt = async () => {
      try {
        await save(present)
        if (isGone) return
        setSaveState({ kind: 'saved' })
        const found = await api.inspect(source.id, present).catch(() => null)
        if (isGone) return
        if (found) return setInspection(found)
        setSaveState({ kind: 'unchecked' })
        timer = setTimeout(attempt, RETRY_DELAY)
      } catch (error) {
        const code = refusalCodeOf(error)
        const isMerged = code === 'DRAFT_MERGED' || code === 'DRAFT_RELEASED'
        if (isMerged) notify('info', errorMessage(error))
        if (isGone || code === 'DRAFT_CONFLICT') return
        if (!isMerged) setSaveState({ kind: 'failed', text: errorMessage(error) })
        timer = setTimeout(attempt, isMerged ? 0 : RETRY_DELAY)
      }
    }
    timer = setTimeout(attempt, SAVE_DELAY)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [present, conflict, save, isStored, serverDraft, unsent, notify, api, source.id])

  // Leaving the page does not wait for the delay.
  useUnsaved(
    () => isChanged && !isStored(present),
    () => {
      latest.current = serverDraft.current.body ?? present
      change(latest.current, 'discard')
    },
  )
  useEffect(() => () => void save(latest.current).catch(() => undefined), [save])

  useEffect(() => {
    return holdUnsent(unsent.place)
  }, [unsent])
  useEffect(() => {
    const keepLast = () => {
      if (!isStored(latest.current)) unsent.keepLast(serverDraft.current, latest.current)
    }
    window.addEventListener('pagehide', keepLast)
    return () => window.removeEventListener('pagehide', keepLast)
  }, [unsent, isStored, serverDraft])

  return {
    api,
    id: source.id,
    /** The document from which the draft was started; null for a new one. */
    base,
    document: present,
    isChanged,
    /** Whether this draft started with the changes of an ended page. */
    isRestored: restored !== null,
    /** What another page of the user changed differently; nothing is stored until the user has chosen. */
    conflict,
    change,
    undo: history.undo,
    redo: history.redo,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    saveState,
    /** Null until the first check has ended. */
    inspection,
    /** `isOurs` says whether the changes of this page are used where both changed the same part. */
    decideConflict(isOurs: boolean) {
      if (!conflict) return
      server.resolve()
      change(resolveConflict(conflict.from, present, conflict.serverDraft.body, isOurs), 'conflict')
    },
    /** Returns to what the server had when the page was opened. */
    dropRestored: () => change(first, 'discard'),
    /** Stores the draft now; rejects when that fails. */
    saveNow: () => save(present),
    /** Stores the draft and releases it. */
    async release(note: string, table?: string) {
      await save(present)
      return server.release(note, table)
    },
    /** Ends the draft; with `hasCompanions` the new documents that only it names as well. */
    async discard(hasCompanions: boolean) {
      await server.remove(hasCompanions)
      if (base) change(base, 'discard')
    },
    /** Continues on another current document, after a release or a conflict. */
    continueOn(current: JsonObject | null, body: JsonObject) {
      server.startFrom(current)
      change(body, `base ${Date.now()}`)
    },
  }
}

export type Design = ReturnType<typeof useDesign>
