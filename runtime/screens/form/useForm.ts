import { useEffect, useMemo, useRef, useState } from 'react'
import { isEditableRow } from '../../compile/offer.ts'
import type { OpenMode } from '../../compile/url.ts'
import type { Answer } from '../../data/http.ts'
import { useRuntime } from '../../fields/context.tsx'
import { newRecord } from '../../record/defaults.ts'
import type { RecordEnv, Values } from '../../record/scope.ts'
import { permOf } from '../../schema/derive.ts'
import type { ScreenDocument } from '../../schema/types.ts'
import { codeOf } from '../parts/errors.ts'
import { handlersOver } from './asking.ts'
import { collectProblems } from './collect.ts'
import { followModel, moveSession, openSession, type Session, type SessionEnv } from './session.ts'
import { useRecord } from './useRecord.ts'
import { useWork } from './useWork.ts'

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
  const [stale, setStale] = useState(false)
  const work = useWork(session, mode !== 'detail')

  const send = (body: Record<string, unknown>): Promise<Answer<Values>> => {
    const url = (verb: 'add' | 'edit') => screen.url?.[verb] ?? `/resource/${screen.id}/${verb}`
    const headers = { 'Idempotency-Key': key.current }
    return mode === 'add'
      ? http.send<Values>('POST', url('add'), body, { headers })
      : http.send<Values>('PUT', url('edit'), body, { headers })
  }

  const save = (then: 'close' | 'again' = 'close'): Promise<void> =>
    work.once(async () => {
      if (!session || mode === 'detail') return
      const handlers = handlersOver(http, registered)
      const [first] = await collectProblems(session, { ...env.options, env: env.env, handlers })
      if (first) return work.focus(first.path)
      if (mode === 'edit' && !session.model.isChanged) return onClose()
      try {
        const { result, message } = await send(session.model.body(mode))
        notify('success', message)
        key.current = newKey()
        onSaved(result)
        if (then === 'again') return startAgain()
        work.discard()
        onClose()
      } catch (error) {
        if (!isUnanswered(error)) key.current = newKey()
        if (codeOf(error) === 'STALE') setStale(true)
        else work.refuse(error, session)
      }
    })

  const startAgain = () => {
    setNow(new Date())
    setSession(openSession(screen, { ...newRecord(screen, env.env), ...defaults }, env))
    work.setTab(undefined)
  }

  return {
    ...work,
    session,
    mode,
    error,
    retry: () => void reload(),
    save,
    /** Somebody else saved meanwhile; what was typed stays until the newest is asked for. */
    isStale: stale,
    loadNewest: async () => {
      await reload()
      setStale(false)
    },
  }
}

export type FormState = ReturnType<typeof useForm>
