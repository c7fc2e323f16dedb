import { AppError } from '#runtime/kernel/errors.ts'
import type { HandlerEnv, Handlers } from '#runtime/rules/handlers.ts'
import type { Http } from './http.ts'

/**
 * The refusal of a value by the server; null if it is accepted or the request failed: the server checks again on
 * save.
 */
export async function findRefusal(
  http: Http,
  url: string,
  params: Record<string, string>,
): Promise<string | null> {
  try {
    await http.get(url, params)
    return null
  } catch (error) {
    return error instanceof AppError && error.code === 'BUSINESS' ? error.text : null
  }
}

/**
 * The handler environment of the browser; rule codes are checked by the server, with the URL-encoded value of the
 * contract.
 */
export const handlersOver = (http: Http, handlers: Handlers = new Map()): HandlerEnv => ({
  handlers,
  checkByCode: (ruleCode, value) =>
    findRefusal(http, '/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) }),
})
