import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenMode } from '#runtime/compile/list/url.ts'
import { dropDraft, holdDraft, loadDraft, saveDraft } from '#runtime/host/drafts.ts'
import { saveLastDraft } from '#runtime/host/last-draft.ts'
import type { DraftAddress } from '#runtime/host/stored-draft.ts'
import { randomName } from '#runtime/kernel/random.ts'
import { formatTime } from '#runtime/kernel/time.ts'
import type { LogEntry } from '#runtime/record/changes/command-log.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import { buildDraft, type Draft } from '#runtime/record/rows/rebase.ts'
import type { Values } from '#runtime/record/scope.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'

/** A crash loses at most this much typing, in milliseconds. */
const keepEvery = 1000

interface Setup {
  /** User, screen and record; null if nothing is editable. */
  name: string | null
  session: Session | null
  /** Writing is paused: the stored draft contains more. */
  isPaused: boolean
  /** Sent without an answer yet. */
  attempt(): unknown
  /** Requests the user's decision whether to restore the stored draft. */
  ask(draft: Draft): Promise<boolean>
  restore(draft: Draft): void
}

let isReported = false
const FAILED_TEXT = '本机存不下草稿，意外关闭会丢失未保存的内容，请及时保存'

/** Draft key: user, screen and record; for a new record its origin: a parent row, a tree branch. */
export const draftName = (
  owner: string[],
  mode: OpenMode,
  id: unknown,
  defaults: Values | undefined,
  from = '',
): string =>
  [
    ...owner,
    id === undefined ? mode : mode === 'copy' ? `copy ${id}` : `edit ${id}`,
    ...(id === undefined && defaults ? [JSON.stringify(defaults)] : []),
    ...(from === '' ? [] : [from]),
  ].join(' ')

/** Stores unsaved input, offers it when the form is opened again, and deletes it after saving or discarding. */
export function useDraft({ name, session, ...more }: Setup): {
  /** When it was last stored, `10:42`; null while there is nothing to store. */
  savedAt: string | null
  /** Stores it now and shows a notice with the result. */
  keep(): Promise<void>
  forget(): void
} {
  const { notify } = useServices()
  const isEnded = useRef(false)
  const form = useRef('')
  if (form.current === '') form.current = randomName()
  /** The draft key whose old draft was restored or rejected; before that nothing may overwrite it. */
  const decided = useRef<string | null>(null)
  const latest = useRef(more)
  latest.current = more
  const isThere = session !== null
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const keepNow = useRef<Keeper['keep']>(null)

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
        const isAccepted = await latest.current.ask(found.draft)
        if (isAccepted) latest.current.restore(found.draft)
        // A restored draft belongs to this form from now on.
        if (isAccepted) await keptAs({ name, form: form.current }, found.draft)
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
    const { keep, keepLast } = keeper({ name, form: form.current }, model, {
      mayKeep: () => decided.current === name && !isEnded.current && !latest.current.isPaused,
      // A request with a password is not stored: after a crash the user types the password again.
      attempt: () => (model.secretKeys.size > 0 ? undefined : latest.current.attempt()),
      onKept: (at) => setKeptAt(at && formatTime(at).slice(0, 5)),
      onFailed: () => {
        if (!isReported) notify('warning', FAILED_TEXT)
        isReported = true
      },
    })
    keepNow.current = keep
    const timer = setInterval(keep, keepEvery)
    // A hidden tab may be closed without notice.
    document.addEventListener('visibilitychange', keep)
    window.addEventListener('pagehide', keepLast)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', keepLast)
      document.removeEventListener('visibilitychange', keep)
      // A page that failed ends its form without a word of the user.
      void keep()
    }
  }, [name, model, notify])

  return {
    savedAt: keptAt,
    keep: async () => {
      if (!model?.isChanged) return notify('info', '没有需要存的内容')
      const isStored = (await keepNow.current?.()) ?? false
      notify(isStored ? 'success' : 'warning', isStored ? '草稿已存在本机' : FAILED_TEXT)
    },
    forget: useCallback(() => {
      isEnded.current = true
      setKeptAt(null)
      if (name !== null) void dropDraft({ name, form: form.current })
    }, [name]),
  }
}

const keptAs = (address: DraftAddress, draft: Draft) => saveDraft(address, draft, true)

interface Keeping {
  mayKeep(): boolean
  attempt(): unknown
  /** Null: nothing to store. */
  onKept(at: Date | null): void
  onFailed(): void
}

interface Keeper {
  /** Writes the draft if there are commands since the last write; returns whether the last write succeeded. */
  keep(): Promise<boolean>
  /** Writes it at once, for a page that ends. */
  keepLast(): void
}

function keeper(
  address: DraftAddress,
  model: RecordModel,
  { mayKeep, attempt, onKept, onFailed }: Keeping,
): Keeper {
  let storedVersion = 0
  /** The version whose write has ended. */
  let keptVersion = 0
  let sent: unknown
  let record: Values | null = null
  let isStored = true
  const keep = async (): Promise<boolean> => {
    const now = { version: model.log.version, sent: attempt(), record: model.initial }
    if ((now.version === storedVersion && now.sent === sent) || !mayKeep()) return isStored
    storedVersion = now.version
    sent = now.sent
    if (model.log.entries.length === 0 && !now.sent) {
      record = null
      onKept(null)
      await dropDraft(address)
      return true
    }
    const isFirst = record !== now.record
    record = now.record
    const at = new Date()
    const draft = buildDraft(model, at)
    isStored = await saveDraft(address, now.sent ? { ...draft, attempt: now.sent } : draft, isFirst)
    if (isStored) {
      keptVersion = now.version
      onKept(at)
    } else {
      // Without the initial record later commands would be useless.
      record = null
      onFailed()
    }
    return isStored
  }
  const keepLast = () => {
    if (model.log.version === keptVersion || model.log.entries.length === 0 || !mayKeep()) return
    const draft = buildDraft(model, new Date())
    const attemptSent = attempt()
    saveLastDraft(address, attemptSent ? { ...draft, attempt: attemptSent } : draft)
  }
  return { keep, keepLast }
}
