import { AppError, type ErrorCode, errorText } from '#runtime/kernel/errors.ts'

/** The text of a refusal for a notice, by default the text of a code; null for a cancelled request. */
export function noticeText(error: unknown, otherwise: ErrorCode = 'UNKNOWN_ERROR'): string | null {
  if (error instanceof AppError) return error.text || errorText(otherwise)
  if (error instanceof Error)
    return error.name === 'AbortError' ? null : error.message || errorText(otherwise)
  return String(error)
}
