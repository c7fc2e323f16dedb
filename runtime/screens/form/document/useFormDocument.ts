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
import { assignProblems, getFieldKey } from '../save/problems.ts'
import { useFormLifecycle } from '../session/useFormLifecycle.ts'
import { useSession } from '../session/useSession.ts'
import type { Session } from '../session.ts'
import { asScreen, emptyText, loadedValues } from './as-screen.ts'

/** An answer as the value of a field: an object as its JSON text. */
const answerText = (result: unknown): unknown =>
  typeof result === 'object' && result !== null ? JSON.stringify(result, null, 2) : result

export interface FormDocumentInput {
  document: FormDocument
  /** Parameter values by the names of its `params`. */
  params: Values
  /** Makes the sent body of the values of the fields; by default of what the document sends. */
  buildBody?(values: Values): Record<string, unknown>
  /** The form is a page: what `submit.done` says is shown by it, not as a notice. */
  isWhole: boolean
  /** Called after the server accepted it; `result` is the result of the response. */
  onDone(result: unknown): void
  onClose(): void
}

/** State of a form without a list and without its view. `session` is null until its data are loaded. */
export function useFormDocument(input: FormDocumentInput) {
  const { document, params, buildBody, isWhole, onDone, onClose } = input
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
  const { session, started, findProblems } = useSession(screen, record, base)
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
      const [problem] = await findProblems(session)
      if (problem) return work.focus(problem.path)
      try {
        const { method, url } = submit
        const sent = body(session)
        const { result, message } =
          method === 'DELETE'
            ? await http.send<unknown>(method, url, undefined, { params: sent })
            : await http.send<unknown>(method, url, sent)
        if (submit.into !== undefined) session.model.setHead(submit.into, answerText(result))
        if (!isWhole || submit.done === undefined) notify('success', (submit.done ?? message) || '操作成功')
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
    /** Whether the fields of these keys may be left; problems of other fields are not shown yet. */
    check: async (keys: readonly string[]): Promise<boolean> => {
      if (!session) return false
      const problems = (await findProblems(session)).filter((problem) => keys.includes(getFieldKey(problem)))
      assignProblems(session, problems)
      if (problems[0]) work.focus(problems[0].path)
      return problems.length === 0
    },
    /** Starts the same form again with the current data of the server. */
    startAgain: async () => {
      if (load) await answer.refetch()
      setRound(round + 1)
    },
  }
}
