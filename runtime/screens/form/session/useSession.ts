import { useEffect, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { handlersOver } from '#runtime/data/handler-env.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { collectProblems } from '../save/collect.ts'
import { followModel, moveSession, openSession, type Session, type SessionEnv } from '../session.ts'
import { useReferencedValues } from './useReferencedValues.ts'

/** The session of a record: created for each record, moved to a new document together with typed values. */
export function useSession(screen: ScreenDocument, record: Values | undefined, of: RecordEnv) {
  const { http, can, lookup } = useServices()
  const types = useFieldTypes()
  const { handlers } = useExtensions()
  const env: SessionEnv = { types, can, options: { types, lookup, can }, env: of }
  const [session, setSession] = useState<Session | null>(null)
  const [started, setStarted] = useState<Values | undefined>(undefined)
  if (record && record !== started) {
    setStarted(record)
    setSession(openSession(screen, record, env))
  } else if (session && session.screen !== screen) setSession(moveSession(session, screen, env))
  useEffect(() => {
    return session ? followModel(session) : undefined
  }, [session])
  useReferencedValues(session)
  return {
    /** Null until the record is loaded. */
    session,
    setSession,
    /** The initial record. */
    started,
    open: (record: Values, mode = of.mode): Session =>
      openSession(screen, record, { ...env, env: { ...of, mode } }),
    /** All problems, including rules that the server checks, in the order of the form. */
    findProblems: (session: Session) =>
      collectProblems(session, {
        ...env.options,
        can: session.can,
        env: of,
        handlers: handlersOver(http, handlers),
      }),
  }
}
