import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { valueAtPath } from '#runtime/compile/value-at-path.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { newRecord } from '#runtime/record/formulas/defaults.ts'
import { addNames } from '#runtime/record/named-scope.ts'
import { requestValues } from '#runtime/record/request-values.ts'
import { envScope, type RecordEnv, type Values } from '#runtime/record/scope.ts'
import type { FormDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useFormLifecycle } from '../session/useFormLifecycle.ts'
import { useSession } from '../session/useSession.ts'
import type { Session } from '../session.ts'
import { asScreen, emptyText, loadedValues } from './as-screen.ts'

export interface FormDocumentInput {
  document: FormDocument
  /** Parameter values by the names of its `params`. */
  params: Values
  /** Makes the sent body of the values of the fields; by default of what the document sends. */
  buildBody?(values: Values): Record<string, unknown>
  /** Called after the server accepted it; `result` is the result of the response. */
  onDone(result: unknown): void
  onClose(): void
}

/** State of a form without a list and without its view. `session` is null until its data are loaded. */
export function useFormDocument({ document, params, buildBody, onDone, onClose }: FormDocumentInput) {
  const { http, notify, user, lookup } = useServices()
  const types = useFieldTypes()
  const [now] = useState(() => new Date())
  const base = useMemo<RecordEnv>(
    () => ({ user: { ...user }, now, mode: 'add', params, lookup, types }),
    [user, now, params, lookup, types],
  )
  const { load, submit } = document
  const loadParams = load && requestValues(load.send, envScope(base))
  const answer = useQuery({
    queryKey: ['form', document.id, load?.url, loadParams],
    queryFn: ({ signal }) =>
      http
        .get<unknown>(load?.url ?? '', loadParams, signal)
        .then((result) => valueAtPath(result, load?.pick) ?? null),
    enabled: load !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isThere = load === undefined || answer.data !== undefined
  const nothing = isThere ? emptyText(document, answer.data) : undefined
  useEffect(() => {
    if (nothing === undefined) return
    notify('warning', nothing)
    onClose()
  }, [nothing, notify, onClose])

  const screen = useMemo(() => asScreen(document, answer.data), [document, answer.data])
  const [round, setRound] = useState(0)
  // A later change of the document does not reset typed values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const record = useMemo(() => {
    if (!isThere) return undefined
    const loaded = loadedValues(document, answer.data)
    return { ...newRecord(screen, base, loaded), ...loaded }
  }, [isThere, answer.data, round])
  const { session, started, findProblem } = useSession(screen, record, base)
  const work = useFormLifecycle(session, true)

  const body = ({ model }: Session): Record<string, unknown> => {
    const { record } = model
    if (buildBody) return buildBody(record)
    if (submit.send)
      return requestValues(
        submit.send,
        addNames(model.scope, { initial: { value: started, keys: model.keys } }),
      )
    return Object.fromEntries(document.fields.map(({ key }) => [key, record[key] ?? null]))
  }

  const save = () =>
    work.once(async () => {
      if (!session) return
      const problem = await findProblem(session)
      if (problem) return work.focus(problem.path)
      try {
        const { method, url } = submit
        const sent = body(session)
        const { result, message } =
          method === 'DELETE'
            ? await http.send<unknown>(method, url, undefined, { params: sent })
            : await http.send<unknown>(method, url, sent)
        notify('success', message || '操作成功')
        onDone(result)
      } catch (error) {
        work.refuse(error, session)
      }
    })

  return {
    ...work,
    session,
    mode: base.mode,
    error: answer.error,
    retry: () => void answer.refetch(),
    /** The message shown instead of the form. */
    isEmpty: nothing !== undefined,
    save,
    /** Starts the same form again with the current data of the server. */
    startAgain: async () => {
      if (load) await answer.refetch()
      setRound(round + 1)
    },
  }
}
