import { AppError, listProblems } from '#runtime/kernel/errors.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { badValues } from '../../records/refuse.ts'
import type { OpenForm } from './open-form.ts'

const refuse = defineRefusals({ PUBLIC_FORM_REFUSED: '没有收下，请检查填写的内容，或直接与我们联系' })

/** The text of a problem for strangers: what compares their values with other records says what the document says, or nothing. */
function publicText({ resource: { screen } }: OpenForm, key: string, { code, text }: Problem): string {
  const field = screen.fields.find((entry) => entry.key === key)
  if (code === 'limit' && !screen.table.limits?.some(({ message }) => message === text))
    return '与已有的登记冲突，请换一个再试'
  if (code === 'unique' && !field?.validateRules?.some(({ message }) => message === text))
    return field ? `${getTitle(field)}已经登记过` : '已经登记过'
  return text
}

/**
 * A refused save as strangers may read it: problems of the public fields, and of limits of the whole table. What other fields,
 * hooks or consequences say stays in the log.
 */
export function publicRefusal(open: OpenForm, error: unknown): { refusal: unknown; isHidden: boolean } {
  if (!(error instanceof AppError) || error.status >= 500) return { refusal: error, isHidden: false }
  const publicProblems = listProblems(error).flatMap((problem): Problem[] => {
    const key = problem.path.split('/')[1] ?? ''
    const isOfForm = open.form.fields.includes(key) || (key === '' && problem.code === 'limit')
    return isOfForm ? [{ ...problem, text: publicText(open, key, problem) }] : []
  })
  return publicProblems.length > 0
    ? { refusal: badValues(publicProblems), isHidden: false }
    : { refusal: refuse('PUBLIC_FORM_REFUSED', { cause: error }), isHidden: true }
}
