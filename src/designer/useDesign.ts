import { useCallback, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '#runtime/data/hooks.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { type DesignedSource, designApi, type Inspection } from './api.ts'
import { useHistory } from './useHistory.ts'

/** The draft is stored this long after the last change, in milliseconds. */
const SAVE_DELAY = 600
/** A draft that could not be stored is sent again after this time, in milliseconds. */
const RETRY_DELAY = 5000

export type SaveState = { kind: 'saved' } | { kind: 'saving' } | { kind: 'failed'; text: string }

/** The draft of one document: edited here, stored and checked on the server shortly after each change. */
export function useDesign(source: DesignedSource) {
  const { http } = useRuntime()
  const [api] = useState(() => designApi(http))
  const [base, setBase] = useState<JsonObject | null>(source.draft ? source.draft.base : source.current)
  const history = useHistory<JsonObject>(source.draft?.body ?? source.current ?? {})
  const { present } = history
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved' })
  const [inspection, setInspection] = useState<Inspection | null>(null)
  const stored = useRef<JsonObject | null>(source.draft?.body ?? null)
  const isChanged = !isSameJson(present, base)

  const save = useCallback(
    async (body: JsonObject) => {
      if (stored.current === body) return
      if (isSameJson(body, base)) {
        if (stored.current) await api.removeDraft(source.id)
        stored.current = null
      } else {
        await api.saveDraft(source.id, base, body)
        stored.current = body
      }
    },
    [api, base, source.id],
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

  useUnsaved(
    () => isChanged && stored.current !== present,
    () => history.change(base ?? present, 'discard'),
  )

  // Leaving the page does not wait for the delay.
  const latest = useRef({ save, present })
  latest.current = { save, present }
  useEffect(
    () => () => {
      const { save, present } = latest.current
      save(present).catch(() => undefined)
    },
    [],
  )

  return {
    api,
    id: source.id,
    /** The document from which the draft was started; null for a new one. */
    base,
    document: present,
    isChanged,
    change: history.change,
    undo: history.undo,
    redo: history.redo,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    saveState,
    /** Null until the first check has ended. */
    inspection,
    /** Stores the draft now; rejects when that fails. */
    saveNow: () => save(present),
    /** Ends the draft; with `hasCompanions` the new documents that only it names as well. */
    async discard(hasCompanions: boolean) {
      if (stored.current) await api.removeDraft(source.id, hasCompanions)
      // A new document is left; it must not be stored again then.
      stored.current = base ? null : present
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
