import { AppError, type ErrorCode, errorText } from '#runtime/kernel/errors.ts'

/** What a refusal says, for a notice, and where it says nothing the text of a code; null for a question that was withdrawn. */
export function noticeText(error: unknown, otherwise: ErrorCode = 'UNKNOWN_ERROR'): string | null {
  if (error instanceof AppError) return error.text || errorText(otherwise)
  if (error instanceof Error)
    return error.name === 'AbortError' ? null : error.message || errorText(otherwise)
  return String(error)
}
