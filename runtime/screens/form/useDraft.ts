import { useCallback, useEffect, useRef, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { type DraftAddress, dropDraft, holdDraft, loadDraft, saveDraft } from '#runtime/host/drafts.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { formatTime } from '#runtime/kernel/time.ts'
import type { LogEntry } from '#runtime/record/command-log.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import { type Draft, draftOf } from '#runtime/record/rebase.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { Session } from './session.ts'

/** A crash costs at most this much typing. */
const keepEvery = 1000

interface Setup {
  /** Person, screen and record; null where nothing is typed. */
  name: string | null
  session: Session | null
  /** Nothing is written meanwhile: what was kept before says more. */
  isPaused: boolean
  /** What was sent and had no answer yet. */
  attempt(): unknown
  /** Asks whether what was left shall be taken up again. */
  ask(draft: Draft): Promise<boolean>
  restore(draft: Draft): void
}

let isTold = false

/** Keeps what is being typed, offers it when the form is opened again, and forgets it once it is saved or given up. */
export function useDraft({ name, session, ...more }: Setup): {
  /** When it was last kept, `10:42`; null while there is nothing to keep. */
  savedAt: string | null
  forget(): void
} {
  const { notify } = useRuntime()
  const isEnded = useRef(false)
  const form = useRef('')
  if (form.current === '') form.current = randomName()
  /** The name whose old draft has been decided about; before that nothing may overwrite it. */
  const decided = useRef<string | null>(null)
  const latest = useRef(more)
  latest.current = more
  const isThere = session !== null
  const [keptAt, setKeptAt] = useState<string | null>(null)

  useEffect(() => {
    if (name === null) return
    return holdDraft({ name, form: form.current })
  }, [name])

  useEffect(() => {
    if (name === null || !isThere || decided.current === name) return
    let isGone = false
    const offer = async () => {
      const found = await loadDraft<Values, LogEntry>(name)
      if (isGone) return
      if (found) {
        const isWanted = await latest.current.ask(found.draft)
        if (isWanted) latest.current.restore(found.draft)
        // What is taken up again is this form's own from now on.
        if (isWanted) await keptAs({ name, form: form.current }, found.draft)
        await dropDraft(found.place)
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
    isEnded.current = false
    const keep = keeper({ name, form: form.current }, model, {
      mayKeep: () => decided.current === name && !isEnded.current && !latest.current.isPaused,
      attempt: () => latest.current.attempt(),
      onKept: (at) => setKeptAt(at && formatTime(at).slice(0, 5)),
      onFailed: () => {
        if (!isTold) notify('warning', '本机存不下草稿，意外关闭会丢失未保存的内容，请及时保存')
        isTold = true
      },
    })
    const timer = setInterval(keep, keepEvery)
    // A tab that is put away may not come back.
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [name, model, notify])

  return {
    savedAt: keptAt,
    forget: useCallback(() => {
      isEnded.current = true
      setKeptAt(null)
      if (name !== null) void dropDraft({ name, form: form.current })
    }, [name]),
  }
}

const keptAs = (place: DraftAddress, draft: Draft) => saveDraft(place, draft, true)

interface Keeping {
  mayKeep(): boolean
  attempt(): unknown
  /** Null: nothing is left to keep. */
  onKept(at: Date | null): void
  onFailed(): void
}

/** Writes the draft when something was done since the last time. */
function keeper(
  place: DraftAddress,
  model: RecordModel,
  { mayKeep, attempt, onKept, onFailed }: Keeping,
): () => void {
  let kept = 0
  let sent: unknown
  let record: Values | null = null
  const keep = async () => {
    const now = { version: model.log.version, sent: attempt(), record: model.initial }
    if ((now.version === kept && now.sent === sent) || !mayKeep()) return
    kept = now.version
    sent = now.sent
    if (model.log.entries.length === 0 && !now.sent) {
      record = null
      onKept(null)
      return dropDraft(place)
    }
    const isFirst = record !== now.record
    record = now.record
    const at = new Date()
    const draft = draftOf(model, at)
    if (await saveDraft(place, now.sent ? { ...draft, attempt: now.sent } : draft, isFirst)) return onKept(at)
    // Without what it began from nothing that follows would be of use.
    record = null
    onFailed()
  }
  return () => void keep()
}
