import { AppError } from '../../kernel/errors.ts'

/** What a refusal says, for a notice; null for a question that was withdrawn. */
export function noticeOf(error: unknown): string | null {
  if (error instanceof AppError) return error.text
  if (error instanceof Error) return error.name === 'AbortError' ? null : error.message
  return String(error)
}
