import { useCallback, useEffect, useRef } from 'react'
import { dropDraft, loadDraft, saveDraft } from '../../data/drafts.ts'
import type { Entry } from '../../record/command-log.ts'
import type { RecordModel } from '../../record/model.ts'
import { type Draft, draftOf } from '../../record/rebase.ts'
import type { Values } from '../../record/scope.ts'
import type { Session } from './session.ts'

/** A crash costs at most this much typing. */
const keepEvery = 1000

interface Setup {
  /** Person, screen and record; null where nothing is typed. */
  name: string | null
  session: Session | null
  /** Asks whether what was left shall be taken up again. */
  ask(draft: Draft): Promise<boolean>
  restore(draft: Draft): void
}

/** Keeps what is being typed, offers it when the form is opened again, and forgets it once it is saved or given up. */
export function useDraft({ name, session, ask, restore }: Setup): { forget(): void } {
  const isEnded = useRef(false)
  /** The name whose old draft has been decided about; before that nothing may overwrite it. */
  const decided = useRef<string | null>(null)
  const latest = useRef({ ask, restore })
  latest.current = { ask, restore }
  const isThere = session !== null

  useEffect(() => {
    if (name === null || !isThere || decided.current === name) return
    let isGone = false
    const offer = async () => {
      const draft = await loadDraft<Values, Entry>(name)
      if (isGone) return
      if (draft) {
        if (await latest.current.ask(draft)) latest.current.restore(draft)
        else await dropDraft(name)
      }
      decided.current = name
    }
    void offer()
    return () => {
      isGone = true
    }
  }, [name, isThere])

  const model = session?.model ?? null
  useEffect(() => {
    if (name === null || !model) return
    const keep = keeper(name, model, () => decided.current === name && !isEnded.current)
    const timer = setInterval(keep, keepEvery)
    // A tab that is put away may not come back.
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [name, model])

  return {
    forget: useCallback(() => {
      isEnded.current = true
      if (name !== null) void dropDraft(name)
    }, [name]),
  }
}

/** Writes the draft when something was done since the last time. */
function keeper(name: string, model: RecordModel, mayKeep: () => boolean): () => void {
  let kept = model.log.version
  let record: Values | null = null
  return () => {
    if (model.log.version === kept || !mayKeep()) return
    kept = model.log.version
    if (model.log.entries.length === 0) {
      record = null
      void dropDraft(name)
      return
    }
    const isFirst = record !== model.initial
    record = model.initial
    void saveDraft(name, draftOf(model, new Date()), isFirst)
  }
}
