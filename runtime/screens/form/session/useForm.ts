import { useMemo, useRef, useState } from 'react'
import { isEditableRow } from '#runtime/compile/action-availability.ts'
import type { OpenMode } from '#runtime/compile/list/url.ts'
import type { ActionPlan } from '#runtime/compile/plan.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { Answer } from '#runtime/data/http.ts'
import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { MergeConflict } from '#runtime/record/changes/merge.ts'
import { newRecord } from '#runtime/record/formulas/defaults.ts'
import { hiddenMark, withoutHidden } from '#runtime/record/hidden-fields.ts'
import { unsavedByOthers } from '#runtime/record/paste/foreign-cells.ts'
import { type Draft, keepMine, rebase, replay, settle } from '#runtime/record/rows/rebase.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import { details, getPerm } from '#runtime/schema/derive.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { createAttempt, isUnanswered, type SaveAttempt } from '../save/save-attempt.ts'
import { noteDone } from '../save/undo-action.ts'
import { useRepeat } from '../save/useRepeat.ts'
import type { Session } from '../session.ts'
import { draftName, useDraft } from './useDraft.ts'
import { useFormLifecycle } from './useFormLifecycle.ts'
import { useOthers } from './useOthers.ts'
import { useRecord } from './useRecord.ts'
import { useSession } from './useSession.ts'

export interface FormInput {
  screen: ScreenDocument
  mode: OpenMode
  id?: string
  /** The records from which a new one follows: `bill/purchase:toInBill:1,2`. */
  from?: string
  defaults?: Values
  onSaved(record: Values): void
  onClose(): void
  /** Requests the user's decision whether to restore unsaved input of an earlier visit. */
  askToRestore(draft: Draft): Promise<boolean>
  /** Requests the user's decision whether to save in spite of warnings. */
  askToSave(warnings: readonly Problem[]): Promise<boolean>
}

/** Limit of merge and save attempts: two users saving in turn without end would be a defect. */
const MAX_MERGES = 3

/** The current record, which the server sends with the refusal of an outdated save. */
const findCurrent = (error: unknown): Values | undefined =>
  error instanceof AppError ? (error.result as { current?: Values } | undefined)?.current : undefined

const isNew = (mode: OpenMode): boolean => mode === 'add' || mode === 'copy'

/** The effective mode: without permission, or outside the editable states, a record is opened in view mode. */
function getMode(screen: ScreenDocument, mode: OpenMode, can: (code: string) => boolean): RecordEnv['mode'] {
  if (isNew(mode)) return 'add'
  return mode === 'edit' && can(`${getPerm(screen)}:edit`) ? 'edit' : 'detail'
}

const moveUrl = ({ id }: ScreenDocument, code: string): string => `/resource/${id}/move/${code}`

/** State of a form without its view. `session` is null until the record is loaded. */
export function useForm({
  screen,
  mode: requestedMode,
  id,
  from,
  defaults,
  onSaved,
  onClose,
  askToRestore,
  askToSave,
}: FormInput) {
  const { http, notify, user, can, lookup } = useServices()
  const types = useFieldTypes()
  /** Id of a new record that was stored while the user kept typing: from then on it is edited. */
  const [stored, setStored] = useState<Values | null>(null)
  const requested = stored ? 'edit' : getMode(screen, requestedMode, can)
  const [now, setNow] = useState(() => new Date())
  const first = useMemo<RecordEnv>(
    () => ({ user: { ...user }, now, mode: requested, lookup, types }),
    [user, now, requested, lookup, types],
  )
  const { record: loaded, error, reload, url } = useRecord(screen, requestedMode, id, first, defaults, from)
  /** The record after a change of its state while the form was open. */
  const [replaced, setReplaced] = useState<Values | null>(null)
  const record = replaced ?? loaded
  const current = replaced ?? stored ?? loaded
  const mode = requested === 'edit' && current && !isEditableRow(screen.flow, current) ? 'detail' : requested

  const env: RecordEnv = { ...first, mode }
  const hidden = record?.[hiddenMark]
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the record only the mark matters
  const drawnScreen = useMemo(() => withoutHidden(screen, record), [screen, hidden])
  const { session, setSession, open, findProblems } = useSession(drawnScreen, record, env)

  const sent = useRef<SaveAttempt | null>(null)
  const [conflicts, setConflicts] = useState<readonly MergeConflict[]>([])
  const draft = useDraft({
    name:
      mode === 'detail'
        ? null
        : draftName([user.id, screen.id], requestedMode, stored?.id ?? id, defaults, from),
    session,
    isPaused: conflicts.length > 0,
    attempt: () => sent.current,
    ask: askToRestore,
    restore: (draft) => {
      if (!session) return
      const next = open(draft.record)
      const lost = replay(next.model, draft, { types, can: next.can })
      const attempt = draft.attempt as SaveAttempt | undefined
      // The version of the log starts from its own origin.
      sent.current = attempt ? { ...attempt, version: -1 } : null
      // Cells received but not saved by other users, and cells saved since then, are not part of either record.
      setConflicts(mode === 'edit' && !sent.current ? rebase(next.model, session.model.initial) : [])
      next.form.setValues({ ...next.model.head })
      setSession({ ...next, leftOver: lost })
    },
  })
  const { forget } = draft
  const work = useFormLifecycle(session, mode !== 'detail', forget, conflicts.length > 0)
  const openId = stored?.id ?? (isNew(requestedMode) ? undefined : id)
  const load = (id = openId) => http.get<Values>(url, { id })
  const others = useOthers({
    room: openId === undefined ? null : `record:${screen.id}:${openId}`,
    session,
    isBusy: work.isSaving || conflicts.length > 0,
    load,
    replace: setReplaced,
  })

  const send = async (attempt: SaveAttempt, isConfirmed: boolean): Promise<Answer<Values>> => {
    const { verb, body, key } = attempt
    const headers = { 'Idempotency-Key': key, ...(isConfirmed ? { 'X-Confirm-Warnings': 'true' } : {}) }
    sent.current = attempt
    try {
      return await http.send<Values>(
        verb === 'add' ? 'POST' : 'PUT',
        screen.url?.[verb] ?? `/resource/${screen.id}/${verb}`,
        body,
        { headers },
      )
    } catch (error) {
      if (!isUnanswered(error)) sent.current = null
      throw error
    }
  }

  /** Merges the record of another user; conflicts wait for a decision. Returns whether there is none. */
  const merge = async ({ model }: Session, error: unknown): Promise<boolean> => {
    const theirs = findCurrent(error) ?? (await http.get<Values>(url, { id: model.initial.id }))
    const found = rebase(model, theirs)
    setConflicts(found)
    notify(
      found.length > 0 ? 'warning' : 'info',
      found.length > 0 ? '他人已保存此记录，请选择保留谁的修改' : '他人已保存此记录，已与您的修改合并',
    )
    return found.length === 0
  }

  /** The record is stored as sent: continues from there with the later changes. */
  const settleSent = (now: Session, attempt: SaveAttempt, saved: Values): Session => {
    if (attempt.verb === 'edit') {
      if (now.model.log.version === attempt.version && !now.model.hasPending) now.model.load(saved)
      else settle(now.model, attempt, saved)
      return now
    }
    const next = open(saved, 'edit')
    settle(now.model, attempt, saved, next.model)
    next.form.setValues({ ...next.model.head })
    return next
  }

  /**
   * Sends the changes; if another user saved first, both changes are merged and sent again. An earlier save without
   * an answer is repeated first, unchanged. Returns null if a conflict needs a decision, or if the user does not save
   * in spite of warnings. `goesOn`: the form stays open with the stored record, also with a new one.
   */
  const store = async (
    start: Session,
    goesOn = false,
  ): Promise<{ answer: Answer<Values>; now: Session } | null> => {
    let now = start
    let isConfirmed = false
    for (let turn = 1; ; turn += 1) {
      const old = sent.current
      const attempt = old ?? createAttempt(now.model, now.model.env.mode as SaveAttempt['verb'])
      try {
        const answer = await send(attempt, isConfirmed)
        sent.current = null
        // A file added during the save continues with the saved record.
        const isSame = now.model.log.version === attempt.version && !now.model.hasPending
        if (!isSame || goesOn || attempt.verb === 'edit') now = settleSent(now, attempt, answer.result)
        if (now !== start) {
          setSession(now)
          setStored(answer.result)
        }
        if (isSame || !old || !now.model.isChanged) return { answer, now }
      } catch (error) {
        // A refusal of the earlier save does not apply to the current values.
        if (old && sent.current === null && now.model.log.version !== old.version) continue
        if (findErrorCode(error) === 'UNCONFIRMED' && !isConfirmed) {
          const warnings = listProblems(error)
          isConfirmed = await askToSave(warnings)
          if (isConfirmed) continue
          if (warnings[0]) work.focus(warnings[0].path)
          return null
        }
        if (findErrorCode(error) !== 'STALE' || turn > MAX_MERGES) throw error
        if (!(await merge(now, error))) return null
      }
    }
  }

  const save = (then: 'close' | 'again' = 'close'): Promise<void> =>
    work.once(async () => {
      if (!session || mode === 'detail') return
      if (conflicts.length > 0) return notify('warning', `还有 ${conflicts.length} 处要选择保留谁的修改`)
      const [first] = await findProblems(session)
      if (first) return work.focus(first.path)
      if (mode === 'edit' && !session.model.isChanged && !sent.current) {
        forget()
        return onClose()
      }
      try {
        const done = await store(session)
        if (!done) return
        const { answer, now } = done
        notify('success', answer.message)
        const left = unsavedByOthers(details(screen).flatMap(({ key }) => now.model.rows(key)?.foreign ?? []))
        if (left) notify('info', left)
        onSaved(answer.result)
        if (now.model.env.mode === 'edit' && now.model.isChanged) {
          if (now !== session) forget()
          return notify('info', '保存时又填写的内容还没有保存')
        }
        forget()
        if (then === 'again') return startAgain()
        work.discard()
        onClose()
      } catch (error) {
        remember(error, then)
        work.refuse(error, session)
      }
    })
  const isSentUnchanged = (): boolean =>
    session !== null && session.model.log.version === sent.current?.version && !session.model.hasPending
  const remember = useRepeat(save, isSentUnchanged)

  /** Continues with a record as the server has it now. */
  const takeMoved = async (old: Values, id = openId) => {
    // The rules of this user may no longer include the moved record.
    const moved = await load(id).catch(() => null)
    onSaved(moved ?? old)
    if (moved) return setReplaced(moved)
    work.discard()
    onClose()
  }

  const isStoredFirst = () => mode === 'add' || (mode === 'edit' && session?.model.isChanged === true)

  /** Whether nothing in the fields prevents a move; the first fault gets the focus. */
  const mayMove = async (): Promise<boolean> => {
    const first = session && isStoredFirst() && (await findProblems(session))[0]
    if (first) work.focus(first.path)
    return !first
  }

  /**
   * Stores the changes, moves the record, and continues with it as it is then. Returns whether it was moved; `onMoved` is
   * called before the form shows it.
   */
  const move = async (action: ActionPlan, answer?: string, onMoved = () => {}): Promise<boolean> => {
    let isMoved = false
    await work.once(async () => {
      if (!session || !(await mayMove())) return
      const isChanged = isStoredFirst()
      let opened = session
      try {
        if (isChanged) {
          const done = await store(session, true)
          if (!done) return
          opened = done.now
          if (mode === 'add') {
            forget()
            onSaved(done.answer.result)
          }
        }
        const { initial } = opened.model
        const id = openId ?? String(initial.id)
        const address = (action.batch ? screen.url?.auditorBatch : undefined) ?? moveUrl(screen, action.code)
        const body = { ids: String(id), ...(answer === undefined ? {} : { answer }) }
        const { message, result } = await http.send('POST', address, body)
        const undone = { http, notify, screen: screen.id, onUndone: () => onSaved(initial) }
        noteDone(undone, message || `${action.title}成功`, result)
        isMoved = true
        onMoved()
        forget()
        await takeMoved(initial, id)
      } catch (error) {
        work.refuse(error, opened)
      }
    })
    return isMoved
  }

  const startAgain = () => {
    setStored(null)
    setNow(new Date())
    setSession(open({ ...newRecord(screen, env, defaults), ...defaults }))
    work.setTab(undefined)
  }

  return {
    ...work,
    session,
    mode,
    /** The other users with the record open, and what one of them did to it. */
    others,
    /** When the input was last stored in this browser, `10:42`. */
    draftSavedAt: draft.savedAt,
    /** Stores the input in this browser now; absent in view mode. */
    keepDraft: mode === 'detail' ? undefined : draft.keep,
    error,
    retry: () => void reload(),
    save,
    mayMove,
    move,
    /** Shows a record in view mode as a workflow has left it. */
    renew: async () => {
      if (session) await takeMoved(session.model.initial)
    },
    /** Conflicts with another user; saving waits until each is decided. */
    conflicts,
    decide: (conflict: MergeConflict, side: 'mine' | 'theirs') => {
      if (session && side === 'mine') keepMine(session.model, conflict)
      setConflicts((left) => left.filter((entry) => entry !== conflict))
    },
    discard: () => {
      forget()
      work.discard()
    },
  }
}

export type FormState = ReturnType<typeof useForm>
