import { fieldValues } from '#runtime/fields/values.ts'
import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { ConsequenceContext } from '../../records/record-transaction.ts'
import { getResource, type Resource } from '../../records/resource.ts'
import { translateViolation } from '../../records/write/violation.ts'

const refuse = defineRefusals({
  THEN_REFUSED:
    '「{title}」之后要{deed}，但是{reason}。没有保存；改不好的，请联系管理员检查「{from}」的「之后」',
  THEN_SCREEN_MISSING: '「{title}」之后要写「{screen}」的记录，但是没有这个界面，请联系管理员',
})

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
