import { fieldValues } from '#runtime/fields/values.ts'
import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { computeStep } from '#runtime/record/formulas/formulas.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Values } from '../../records/read/record.ts'
import type { ConsequenceContext } from '../../records/record-transaction.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import { translateViolation } from '../../records/write/violation.ts'

const refuse = defineRefusals({
  THEN_REFUSED:
    '「{title}」之后要{deed}，但是{reason}。没有保存；改不好的，请联系管理员检查「{from}」的「之后」',
  THEN_SCREEN_MISSING: '「{title}」之后要写「{screen}」的记录，但是没有这个界面，请联系管理员',
})

const readFormula = (value: unknown) => {
  if (typeof value !== 'string' || !value.startsWith('=')) return null
  const read = parseExpression(value.slice(1))
  if (!read.ok) throw new Error(`then: ${read.text}`)
  return read.value
}

/** A literal, or the result of `=expression`: a list, or a wire value. */
export function computeValue(value: unknown, scope: Scope): unknown {
  const expression = readFormula(value)
  return expression ? evaluate(expression, scope) : value
}

/** The values by the keys of fields, each rounded as its field stores it. */
export function computeValues(
  values: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  scope: Scope,
): Values {
  const computed: Values = {}
  for (const [key, value] of Object.entries(values)) {
    const expression = readFormula(value)
    const field = fields.find((entry) => entry.key === key)
    computed[key] = expression && field ? computeStep({ field, expression }, scope) : value
  }
  return computed
}

/** The texts of a list or of a single value, each once, without blanks. */
export const listTexts = (value: unknown): string[] => [
  ...new Set(
    (Array.isArray(value) ? value : [value]).flatMap((part: unknown) =>
      part === null || part === undefined || part === '' ? [] : String(part).split(','),
    ),
  ),
]

/** The screen whose records a consequence writes. */
export function openTarget({ transaction, title }: ConsequenceContext, id: string): Resource {
  const entry = transaction.documents.screen(id)
  if (!entry) throw refuse('THEN_SCREEN_MISSING', { values: { title, screen: id } })
  return getResource(entry.document, entry.documentHash, fieldValues)
}

/** Why a record was not saved, with the name of the field. */
function formatReason({ screen }: Resource, error: AppError): string {
  const [problem] = listProblems(error)
  if (!problem) return error.text
  const field = screen.fields.find(({ key }) => key === problem.path.split('/')[1])
  return field ? `「${getTitle(field)}」：${problem.text}` : problem.text
}

/** Writes records of the target; a refusal says what was to be done, and why it could not. */
export async function writeTarget<T>(
  { title, resource: { screen: from } }: ConsequenceContext,
  target: Resource,
  deed: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = translateViolation(target, error)
    if (!(refusal instanceof AppError) || refusal.status >= 500) throw refusal
    const reason = formatReason(target, refusal)
    throw refuse('THEN_REFUSED', { values: { title, deed, reason, from: from.title }, cause: error })
  }
}
