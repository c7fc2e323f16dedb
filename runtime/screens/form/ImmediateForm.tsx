import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import { isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { FormBody } from './body/FormBody.tsx'
import { useSession } from './session/useSession.ts'
import './form.css'

interface Props {
  screen: ScreenDocument
  /** The record at first; later changes of this property are ignored. */
  record: Values
  /** Receives the whole record after each change. */
  onChange?(record: Values): void
  mode?: RecordEnv['mode']
}

/** The fields of a screen without title and buttons: a change is reported at once and saved by the caller. */
export function ImmediateForm({ screen, record, onChange, mode = 'edit' }: Props) {
  const { user, lookup } = useServices()
  const [start] = useState(record)
  const [now] = useState(() => new Date())
  const [tab, setTab] = useState<string>()
  const env = useMemo<RecordEnv>(() => ({ user: { ...user }, now, mode, lookup }), [user, now, mode, lookup])
  const { session } = useSession(screen, start, env)
  const listener = useRef(onChange)
  listener.current = onChange
  useEffect(() => {
    if (!session) return
    const { model } = session
    const report = () => listener.current?.(model.record)
    const ends = [model.subscribeHead(report)]
    for (const { key } of session.screen.fields.filter(isDetail)) {
      const store = model.rows(key)
      if (store) ends.push(store.subscribeStructure(report), store.subscribeCells(report))
    }
    return () => {
      for (const end of ends) end()
    }
  }, [session])
  if (!session) return null
  return (
    <Suspense>
      <FormBody state={{ mode, tab, setTab }} session={session} />
    </Suspense>
  )
}
