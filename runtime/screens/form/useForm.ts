import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isEditableRow } from '../../compile/offer.ts'
import type { OpenMode } from '../../compile/url.ts'
import { useUnsaved } from '../../data/hooks.ts'
import type { Answer } from '../../data/http.ts'
import { useRuntime } from '../../fields/context.tsx'
import { newRecord } from '../../record/defaults.ts'
import type { RecordEnv, Values } from '../../record/scope.ts'
import { permOf } from '../../schema/derive.ts'
import type { ScreenDocument } from '../../schema/types.ts'
import { codeOf, problemsOf, textToShow } from '../parts/errors.ts'
import { handlersOver } from './asking.ts'
import { collectProblems } from './collect.ts'
import { keyOf, placeProblems } from './problems.ts'
import { followModel, moveSession, openSession, type Session, type SessionEnv } from './session.ts'
import { useRecord } from './useRecord.ts'

export interface FormInput {
  screen: ScreenDocument
  mode: OpenMode
  id?: string
  defaults?: Values
  onSaved(record: Values): void
  onClose(): void
}

/** 8-64 of `[A-Za-z0-9_-]`; not `randomUUID`, which plain HTTP in an office network does not have. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The server may have done it although no answer came: then a retry must carry the same key. */
const isUnanswered = (error: unknown): boolean =>
  ['NETWORK', 'TIMEOUT', 'UNAVAILABLE', undefined].includes(codeOf(error))

/** What may really be done: without the right, or outside the editable states, a record is only looked at. */
function modeOf(screen: ScreenDocument, mode: OpenMode, can: (code: string) => boolean): RecordEnv['mode'] {
  if (mode === 'add' || mode === 'copy') return 'add'
  return mode === 'edit' && can(`${permOf(screen)}:edit`) ? 'edit' : 'detail'
}

/** Everything a form does, without a face. `session` is null until the record is there. */
export function useForm({ screen, mode: asked, id, defaults, onSaved, onClose }: FormInput) {
  const { http, notify, user, types, can, lookup, handlers: registered } = useRuntime()
  const wanted = modeOf(screen, asked, can)
  const [now, setNow] = useState(() => new Date())
  const first = useMemo<RecordEnv>(() => ({ user: { ...user }, now, mode: wanted }), [user, now, wanted])
  const { record, error, reload } = useRecord(screen, asked, id, first, defaults)
  const mode = wanted === 'edit' && record && !isEditableRow(screen.flow, record) ? 'detail' : wanted

  const env: SessionEnv = { types, can, options: { types, lookup, can }, env: { ...first, mode } }
  const [session, setSession] = useState<Session | null>(null)
  // The server's answer to 保存并新增 and to a reload begins anew; a new document moves what has been typed over.
  const [started, setStarted] = useState<Values | undefined>(undefined)
  if (record && record !== started) {
    setStarted(record)
    setSession(openSession(screen, record, env))
  } else if (session && session.screen !== screen) setSession(moveSession(session, screen, env))
  useEffect(() => (session ? followModel(session) : undefined), [session])

  const key = useRef(newKey())
  const isBusy = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [stale, setStale] = useState(false)
  const [tab, setTab] = useState<string>()
  const isDone = useRef(false)
  const isUnsaved = useCallback(
    () => !isDone.current && mode !== 'detail' && (session?.model.isChanged ?? false),
    [session, mode],
  )
  useUnsaved(isUnsaved)

  const show = (text: string | null) => text && notify('warning', text)

  /** Brings the place that a path names into sight, and the caret into it: a field, or a detail's cell. */
  const focus = (path: string) => {
    const name = keyOf({ path })
    const field = session?.plan.fields.get(name)
    if (field?.tab) setTab(field.tab)
    setTimeout(() => {
      const place = document.querySelector<HTMLElement>(`.pro-form [data-key="${name}"]`)
      place?.scrollIntoView?.({ block: 'nearest' })
      if (session?.model.reveal(path)) return
      place?.querySelector<HTMLElement>('[aria-invalid="true"], input, textarea, [tabindex]')?.focus()
    })
  }

  const send = (body: Record<string, unknown>): Promise<Answer<Values>> => {
    const url = (verb: 'add' | 'edit') => screen.url?.[verb] ?? `/resource/${screen.id}/${verb}`
    const headers = { 'Idempotency-Key': key.current }
    return mode === 'add'
      ? http.send<Values>('POST', url('add'), body, { headers })
      : http.send<Values>('PUT', url('edit'), body, { headers })
  }

  const refuse = (error: unknown, session: Session) => {
    const problems = problemsOf(error)
    if (codeOf(error) === 'STALE') setStale(true)
    else if (problems.length === 0) show(textToShow(error))
    else {
      const lost = placeProblems(session, session.model.showProblems(problems))
      for (const problem of lost) show(problem.text)
      if (problems[0]) focus(problems[0].path)
    }
  }

  const save = async (then: 'close' | 'again' = 'close'): Promise<void> => {
    if (!session || mode === 'detail' || isBusy.current) return
    isBusy.current = true
    setSaving(true)
    try {
      const handlers = handlersOver(http, registered)
      const [first] = await collectProblems(session, { ...env.options, env: env.env, handlers })
      if (first) return focus(first.path)
      if (mode === 'edit' && !session.model.isChanged) return onClose()
      const { result, message } = await send(session.model.body(mode))
      notify('success', message)
      key.current = newKey()
      onSaved(result)
      if (then === 'again') startAgain()
      else {
        isDone.current = true
        onClose()
      }
    } catch (error) {
      if (!isUnanswered(error)) key.current = newKey()
      refuse(error, session)
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }

  const startAgain = () => {
    setNow(new Date())
    setSession(openSession(screen, { ...newRecord(screen, env.env), ...defaults }, env))
    setTab(undefined)
  }

  return {
    session,
    mode,
    error,
    retry: () => void reload(),
    isSaving,
    save,
    /** Somebody else saved meanwhile; what was typed stays until the newest is asked for. */
    isStale: stale,
    loadNewest: async () => {
      await reload()
      setStale(false)
    },
    isUnsaved,
    /** What was typed is given up: nothing asks for it any more. */
    discard: () => {
      isDone.current = true
    },
    tab,
    setTab,
    focus,
  }
}

export type FormState = ReturnType<typeof useForm>
