import { AppError } from '#runtime/kernel/errors.ts'

/** The interface's words for an unknown record; the contract's text stays on the wire. */
export const NO_RECORD = '这条记录不存在'

export function errorMessage(error: unknown): string {
  if (findRefusalCode(error) === 'NO_ENTITY') return NO_RECORD
  return error instanceof AppError ? error.text : error instanceof Error ? error.message : String(error)
}

export const findErrorCode = (error: unknown): string | undefined =>
  error instanceof AppError ? error.code : undefined

/** The code of the refusal that the server sent; the code of the catalogue where the server sent none. */
export const findRefusalCode = (error: unknown): string | undefined =>
  error instanceof AppError ? (error.reason ?? error.code) : undefined

/**
 * The failures that screens report: no answer, HTTP 200 with a refusal inside, invalid values, a record changed
 * since then, warnings that are not confirmed. All others are reported by the application (spec: error catalogue by HTTP status).
 */
const leftToScreens: readonly (number | undefined)[] = [0, 200, 400, 409, 428]

/** The message of a failed write that a screen must show; null if the application has shown the message. */
export const textToShow = (error: unknown): string | null =>
  error instanceof AppError && !leftToScreens.includes(error.status) ? null : errorMessage(error)
