import { AppError } from '../../kernel/errors.ts'
import type { Problem } from '../../kernel/problem.ts'

export const textOf = (error: unknown): string =>
  error instanceof AppError ? error.text : error instanceof Error ? error.message : String(error)

export const codeOf = (error: unknown): string | undefined =>
  error instanceof AppError ? error.code : undefined

/** The problems with paths that a refused save carries (HTTP 400, `result.problems`). */
export function problemsOf(error: unknown): Problem[] {
  const result = error instanceof AppError ? error.result : undefined
  if (typeof result !== 'object' || result === null || !('problems' in result)) return []
  return Array.isArray(result.problems) ? (result.problems as Problem[]) : []
}
