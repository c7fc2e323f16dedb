import { type AppError, appError } from '#runtime/kernel/errors.ts'
import type { Refusal } from './refusals.ts'

/** An error, and the reaction of the shell; `show` is absent when the caller shows the error itself. */
export interface Failure {
  error: AppError
  show?: Refusal['kind']
}

interface Body {
  success?: unknown
  code?: unknown
  message?: unknown
  result?: unknown
}

export interface Success {
  result: unknown
  message: string
  code: unknown
}

/** The contract names this refusal of other servers (HTTP 500, no `x-error-code`) by its text alone. */
const expiredText = 'Token失效'

const readBody = (data: unknown): Body => (typeof data === 'object' && data !== null ? data : {})
const findMessage = (body: Body): string | undefined =>
  typeof body.message === 'string' && body.message !== '' ? body.message : undefined

/**
 * The spec's catalogue of HTTP refusals. `data` is the body, of any type. A refusal that is no missing right has a code of
 * its own (`reason`), and its text says what to do instead.
 */
export function buildFailure(
  status: number,
  data: unknown,
  hadToken: boolean,
  cause?: unknown,
  reason: string | null = null,
): Failure {
  const body = readBody(data)
  const text = findMessage(body)
  const { result } = body
  switch (status) {
    case 400:
      return { error: appError('BAD_PARAMETER', { text, result, cause }) }
    case 409:
      return { error: appError('STALE', { text, result, cause }) }
    case 428:
      return { error: appError('UNCONFIRMED', { text, result, cause }) }
    case 401:
      return {
        error: appError('UNAUTHORIZED', { result, cause }),
        show: hadToken ? 'unauthorized' : 'notice',
      }
    case 403:
      return {
        error: appError('FORBIDDEN', { text: reason ? text : undefined, result, cause }),
        show: 'notice',
      }
    case 404:
      return { error: appError('NOT_FOUND', { result, cause }), show: 'notice' }
    case 423:
      return { error: appError('RECORD_BUSY', { text, cause }), show: 'notice' }
    case 504:
      return { error: appError('TIMEOUT', { cause }), show: 'notice' }
    case 502:
    case 503:
      return { error: appError('UNAVAILABLE', { text, cause }), show: 'notice' }
  }
  if (status === 500 && hadToken && text?.includes(expiredText))
    return { error: appError('UNAUTHORIZED', { cause }), show: 'expired' }
  const code =
    status === 413 ? 'TOO_LARGE' : status === 429 ? 'TOO_MANY' : status >= 500 ? 'INTERNAL' : 'BUSINESS'
  return { error: appError(code, { text, result, cause }), show: 'notice' }
}

/** No answer: the connection is broken, or the request timed out. */
export const networkError = (timedOut: boolean, cause: unknown): Failure =>
  timedOut
    ? { error: appError('TIMEOUT', { cause }), show: 'notice' }
    : { error: appError('NETWORK', { cause }) }

const goodCodes: readonly unknown[] = [undefined, 0, 200, '200', 201]

/** Unwraps the envelope of an HTTP 2xx answer; answers without an envelope are returned unchanged. */
export function unwrap(data: unknown): Success {
  if (typeof data === 'string') throw appError('UNKNOWN_SHAPE')
  const body = readBody(data)
  if (!('success' in body) && !('code' in body)) return { result: data, message: '', code: undefined }
  if (body.success === false || !goodCodes.includes(body.code)) {
    throw appError(body.code === 510 ? 'NO_DATA_PERMISSION' : 'BUSINESS', {
      text: findMessage(body),
      result: body.result,
    })
  }
  return { result: body.result, message: findMessage(body) ?? '', code: body.code }
}
