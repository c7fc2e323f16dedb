import { fieldValues } from '#runtime/fields/values.ts'
import { validateRecord } from '#runtime/record/checks/validate.ts'
import { addNames } from '#runtime/record/named-scope.ts'
import { requestValues } from '#runtime/record/request-values.ts'
import { envScope, headScope, keySet, type RecordEnv } from '#runtime/record/scope.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { FormDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { currentTime } from '../platform/store/clock.ts'
import { compilePattern } from '../records/read/pattern.ts'
import type { Findings } from './findings.ts'
import { findAccepted, type TrialServices, type Values } from './record.ts'

const toTexts = (values: Readonly<Values>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  )

/**
 * Loads a form, fills it until its rules accept the values, and computes what it would submit. It submits only to records of
 * a screen, which the trial takes back: another address may reach what no transaction does.
 */
export async function tryForm(
  services: TrialServices,
  form: FormDocument,
  { may, leaveUntried }: Findings,
): Promise<void> {
  const { load, submit, fields } = form
  const env: RecordEnv = { user: { ...services.user }, now: currentTime(), mode: 'add', params: {} }
  if (load)
    await may('/load', '打开时取值', {
      path: load.url,
      query: toTexts(requestValues(load.send, envScope(env))),
    })
  const screen: ScreenDocument = {
    version: form.version,
    kind: 'screen',
    id: form.id,
    title: form.title,
    fields,
  }
  const { answer, sent } = await findAccepted(services, fields, 0, async (values) => {
    const options = { types: fieldValues, lookup: noLookup, env, compilePattern }
    const problems = validateRecord(screen, values, options)
    return { isOk: problems.length === 0, isFault: false, problems, reason: problems[0]?.text ?? '' }
  })
  if (!answer.isOk) return leaveUntried(answer.reason)
  const keys = keySet(fields, fieldValues)
  const scope = addNames(headScope(sent, env, keys), { initial: { value: {}, keys } })
  const body = submit.send ? requestValues(submit.send, scope) : sent
  if (!submit.url.startsWith('/resource/')) return
  const { method, url: path } = submit
  const request = method === 'DELETE' ? { query: toTexts(body) } : { body }
  await may('/submit', '提交', { method, path, ...request })
}
