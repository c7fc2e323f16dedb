import { type AppError, appError, errorText } from '../../../runtime/kernel/errors.ts'
import { type Problem, pointer } from '../../../runtime/kernel/problem.ts'

/** A parameter that means nothing here, and where it stood. Its value is not echoed. */
export const badParameter = (name: string, path = pointer(name.slice(0, 100))): AppError => {
  const key = name.slice(0, 100)
  const text = errorText('BAD_PARAMETER', { key })
  return appError('BAD_PARAMETER', {
    text,
    result: { problems: [{ path, code: 'unknown', text }] },
  })
}

/** A body whose values are wrong: every problem at its path. */
export const badValues = (problems: readonly Problem[]): AppError =>
  appError('BAD_VALUES', { text: problems[0]?.text, result: { problems } })

export const notFound = (): AppError => appError('NO_ENTITY')
export const refused = (text: string, result?: unknown): AppError => appError('BUSINESS', { text, result })
