import { type AppError, appError, errorText } from '#runtime/kernel/errors.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'

/** Maximum number of problems in an answer. */
const MAX_PROBLEMS = 200

/** The refusal of an invalid parameter, with its path. The value is not echoed. */
export const badParameter = (name: string, path = pointer(name.slice(0, 100))): AppError => {
  const key = name.slice(0, 100)
  const text = errorText('BAD_PARAMETER', { key })
  return appError('BAD_PARAMETER', {
    text,
    result: { problems: [{ path, code: 'unknown', text }] },
  })
}

/** The refusal of a save whose warnings are not confirmed: each warning at its path. */
export const unconfirmed = (warnings: readonly Problem[]): AppError =>
  appError('UNCONFIRMED', {
    text: errorText('UNCONFIRMED', { count: warnings.length }),
    result: { problems: warnings.slice(0, MAX_PROBLEMS) },
  })

/** The refusal of a body with invalid values: each problem at its path, and the number of further ones. */
export function badValues(problems: readonly Problem[]): AppError {
  const shownProblems = problems.slice(0, MAX_PROBLEMS)
  const furtherCount = problems.length - shownProblems.length
  if (furtherCount > 0)
    shownProblems.push({ path: '', code: 'more', text: `还有 ${furtherCount} 处错误，请先改正已标出的各处` })
  return appError('BAD_VALUES', { text: problems[0]?.text, result: { problems: shownProblems } })
}

export const notFound = (): AppError => appError('NO_ENTITY')
