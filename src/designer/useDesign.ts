import { useCallback, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '#runtime/data/hooks.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { designApi, type Inspection } from './api.ts'
import { settleClash } from './settle-clash.ts'
import {
  dropUnsent,
  holdUnsent,
  type OpenedSource,
  serverBody,
  unsentKeeper,
  unsentName,
} from './unsent-draft.ts'
import { useHistory } from './useHistory.ts'

/** The draft is stored this long after the last change, in milliseconds. */
const SAVE_DELAY = 600
/** A draft that could not be stored is sent again after this time, in milliseconds. */
const RETRY_DELAY = 5000

export type SaveState = { kind: 'saved' } | { kind: 'saving' } | { kind: 'failed'; text: string }

/**
 * The draft of one document: edited here, stored and checked on the server shortly after each change. Until the server
 * has a change, the browser keeps it.
 */
export function useDesign(source: OpenedSource) {
  const { http, user } = useRuntime()
  const [api] = useState(() => designApi(http))
  const [base, setBase] = useState<JsonObject | null>(source.draft ? source.draft.base : source.current)
  /** The document that the server has; a draft that it does not have yet differs from it. */
  const server = useRef(serverBody(source))
  const [restored] = useState(source.unsent)
  // Changes with a clash stay where they are until the user has chosen.
  const continued = restored?.conflicts.length === 0 ? restored : null
  const [unsent] = useState(() =>
    unsentKeeper(
      continued?.place ?? { name: unsentName(user.id, source.id), form: randomName() },
      continued?.body ?? null,
    ),
  )
  const [first] = useState<JsonObject>(() => serverBody(source) ?? {})
  const history = useHistory(first, continued?.merged)
  const { present } = history
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved' })
  const [inspection, setInspection] = useState<Inspection | null>(null)
  const stored = useRef<JsonObject | null>(source.draft?.body ?? null)
  const isChanged = !isSameJson(present, base)

  const save = useCallback(
    async (body: JsonObject) => {
      const isRemoval = isSameJson(body, base)
      if (stored.current === body || (isRemoval && !stored.current)) return unsent.drop()
      unsent.keep(server.current, body)
      if (isRemoval) await api.removeDraft(source.id)
      else await api.saveDraft(source.id, base, body)
      stored.current = isRemoval ? null : body
      server.current = body
      unsent.sent(body)
    },
    [api, base, source.id, unsent],
  )

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout>
    if (stored.current !== present) setSaveState({ kind: 'saving' })
    const attempt = async () => {
      try {
        await save(present)
        if (isGone) return
        setSaveState({ kind: 'saved' })
        const found = await api.inspect(source.id, present)
        if (!isGone) setInspection(found)
      } catch (error) {
        if (isGone) return
        setSaveState({ kind: 'failed', text: errorMessage(error) })
        timer = setTimeout(attempt, RETRY_DELAY)
      }
    }
    timer = setTimeout(attempt, SAVE_DELAY)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [present, save, api, source.id])

  // Leaving the page does not wait for the delay.
  const latest = useRef({ save, present })
  latest.current = { save, present }
  useUnsaved(
    () => isChanged && stored.current !== present,
    () => {
      const saved = server.current ?? present
      latest.current.present = saved
      history.change(saved, 'discard')
    },
  )
  useEffect(
    () => () => {
      const { save, present } = latest.current
      save(present).catch(() => undefined)
    },
    [],
  )

  useEffect(() => holdUnsent(unsent.place), [unsent])
  useEffect(() => {
    const keepLast = () => {
      const { present } = latest.current
      if (!isSameJson(present, server.current)) unsent.keepLast(server.current, present)
    }
    window.addEventListener('pagehide', keepLast)
    return () => window.removeEventListener('pagehide', keepLast)
  }, [unsent])

  return {
    api,
    id: source.id,
    /** The document from which the draft was started; null for a new one. */
    base,
    document: present,
    isChanged,
    /** The changes of an ended page: this draft started with them, or they wait for a choice. */
    restored,
    change: history.change,
    undo: history.undo,
    redo: history.redo,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    saveState,
    /** Null until the first check has ended. */
    inspection,
    /** Merges the changes that wait; `isOurs` says whether they are used where they clash. */
    takeRestored(isOurs: boolean) {
      if (!restored) return
      const document = settleClash(restored.from, restored.body, present, isOurs)
      unsent.keep(server.current, document)
      history.change(document, 'restored draft')
      void dropUnsent(restored.place)
    },
    /** Discards the changes of an ended page, whether they wait or are in the draft. */
    dropRestored() {
      if (!restored) return
      if (continued) history.change(first, 'discard')
      else void dropUnsent(restored.place)
    },
    /** Stores the draft now; rejects when that fails. */
    saveNow: () => save(present),
    /** Ends the draft; with `hasCompanions` the new documents that only it names as well. */
    async discard(hasCompanions: boolean) {
      if (stored.current) await api.removeDraft(source.id, hasCompanions)
      // A new document is left; it must not be stored again then.
      stored.current = base ? null : present
      server.current = base
      if (base) history.change(base, 'discard')
    },
    /** Continues on another current document, after a release or a conflict. */
    continueOn(current: JsonObject | null, body: JsonObject) {
      setBase(current)
      stored.current = null
      history.change(body, `base ${Date.now()}`)
    },
  }
}

export type Design = ReturnType<typeof useDesign>
