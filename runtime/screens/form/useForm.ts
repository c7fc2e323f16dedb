import { useMemo, useRef, useState } from 'react'
import { isEditableRow } from '../../compile/offer.ts'
import type { OpenMode } from '../../compile/url.ts'
import type { Answer } from '../../data/http.ts'
import { useRuntime } from '../../fields/context.tsx'
import { AppError } from '../../kernel/errors.ts'
import { newRecord } from '../../record/defaults.ts'
import type { Clash } from '../../record/merge.ts'
import { type Draft, decideForMe, rebase, replay } from '../../record/rebase.ts'
import type { RecordEnv, Values } from '../../record/scope.ts'
import { permOf } from '../../schema/derive.ts'
import type { ScreenDocument } from '../../schema/types.ts'
import { codeOf } from '../parts/errors.ts'
import type { Session } from './session.ts'
import { useDraft } from './useDraft.ts'
import { useRecord } from './useRecord.ts'
import { useSession } from './useSession.ts'
import { useWork } from './useWork.ts'

export interface FormInput {
  screen: ScreenDocument
  mode: OpenMode
  id?: string
  defaults?: Values
  onSaved(record: Values): void
  onClose(): void
  /** Asks whether what was being typed when the form last went away shall be taken up again. */
  askToRestore(draft: Draft): Promise<boolean>
}

/** 8-64 of `[A-Za-z0-9_-]`; not `randomUUID`, which plain HTTP in an office network does not have. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The server may have done it although no answer came: then a retry must carry the same key. */
const isUnanswered = (error: unknown): boolean =>
  ['NETWORK', 'TIMEOUT', 'UNAVAILABLE', undefined].includes(codeOf(error))

/** Two people who save in turn without end would be a fault of ours. */
const mostMerges = 3

/** The record as it is now, which the server sends along with the refusal of a stale save. */
const currentOf = (error: unknown): Values | undefined =>
  error instanceof AppError ? (error.result as { current?: Values } | undefined)?.current : undefined

/** What may really be done: without the right, or outside the editable states, a record is only looked at. */
function modeOf(screen: ScreenDocument, mode: OpenMode, can: (code: string) => boolean): RecordEnv['mode'] {
  if (mode === 'add' || mode === 'copy') return 'add'
  return mode === 'edit' && can(`${permOf(screen)}:edit`) ? 'edit' : 'detail'
}

/** Everything a form does, without a face. `session` is null until the record is there. */
export function useForm({ screen, mode: asked, id, defaults, onSaved, onClose, askToRestore }: FormInput) {
  const { http, notify, user, can } = useRuntime()
  const wanted = modeOf(screen, asked, can)
  const [now, setNow] = useState(() => new Date())
  const first = useMemo<RecordEnv>(() => ({ user: { ...user }, now, mode: wanted }), [user, now, wanted])
  const { record, error, reload } = useRecord(screen, asked, id, first, defaults)
  const mode = wanted === 'edit' && record && !isEditableRow(screen.flow, record) ? 'detail' : wanted

  const env: RecordEnv = { ...first, mode }
  const { session, setSession, open, problemOf } = useSession(screen, record, env)

  const key = useRef(newKey())
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const { forget } = useDraft({
    name: mode === 'detail' ? null : [user.id, screen.id, asked, id ?? ''].join(' '),
    session,
    ask: askToRestore,
    restore: (draft) => {
      if (!record) return
      const next = open(draft.record)
      replay(next.model, draft)
      const isOlder = mode === 'edit' && draft.record.rev !== record.rev
      setClashes(isOlder ? rebase(next.model, record) : [])
      next.form.setValues({ ...next.model.head })
      setSession(next)
    },
  })
  const work = useWork(session, mode !== 'detail', forget)

  const send = (body: Record<string, unknown>): Promise<Answer<Values>> => {
    const url = (verb: 'add' | 'edit') => screen.url?.[verb] ?? `/resource/${screen.id}/${verb}`
    const headers = { 'Idempotency-Key': key.current }
    return mode === 'add'
      ? http.send<Values>('POST', url('add'), body, { headers })
      : http.send<Values>('PUT', url('edit'), body, { headers })
  }

  /** Their record under my changes; what clashes waits for me. Answers whether nothing does. */
  const merge = async (session: Session, error: unknown): Promise<boolean> => {
    const theirs = currentOf(error) ?? (await reload()).data
    if (!theirs) throw error
    const found = rebase(session.model, theirs)
    setClashes(found)
    notify(
      found.length > 0 ? 'warning' : 'info',
      found.length > 0 ? '他人已保存此记录，请选择保留谁的修改' : '他人已保存此记录，已与您的修改合并',
    )
    return found.length === 0
  }

  /** Sends what changed; where somebody else was first, both changes are joined and sent again. */
  const sendMerged = async (session: Session): Promise<Answer<Values> | null> => {
    for (let turn = 1; ; turn += 1) {
      try {
        return await send(session.model.body(mode as 'add' | 'edit'))
      } catch (error) {
        if (codeOf(error) !== 'STALE' || turn > mostMerges) throw error
        key.current = newKey()
        if (!(await merge(session, error))) return null
      }
    }
  }

  const save = (then: 'close' | 'again' = 'close'): Promise<void> =>
    work.once(async () => {
      if (!session || mode === 'detail') return
      if (clashes.length > 0) return notify('warning', `还有 ${clashes.length} 处要选择保留谁的修改`)
      const problem = await problemOf(session)
      if (problem) return work.focus(problem.path)
      if (mode === 'edit' && !session.model.isChanged) return onClose()
      try {
        const answer = await sendMerged(session)
        if (!answer) return
        notify('success', answer.message)
        key.current = newKey()
        forget()
        // Nothing of it is mine alone any more: whoever looks on (live tables) must not take it back.
        if (mode === 'edit') session.model.load(answer.result)
        onSaved(answer.result)
        if (then === 'again') return startAgain()
        work.discard()
        onClose()
      } catch (error) {
        if (!isUnanswered(error)) key.current = newKey()
        work.refuse(error, session)
      }
    })

  const startAgain = () => {
    setNow(new Date())
    setSession(open({ ...newRecord(screen, env), ...defaults }))
    work.setTab(undefined)
  }

  return {
    ...work,
    session,
    mode,
    error,
    retry: () => void reload(),
    save,
    /** Where somebody else and I changed the same; saving waits until each is decided. */
    clashes,
    decide: (clash: Clash, whose: 'mine' | 'theirs') => {
      if (session && whose === 'mine') decideForMe(session.model, clash)
      setClashes((left) => left.filter((one) => one !== clash))
    },
    discard: () => {
      forget()
      work.discard()
    },
  }
}

export type FormState = ReturnType<typeof useForm>
