import { AppError } from '#runtime/kernel/errors.ts'
import type { HandlerEnv, Handlers } from '#runtime/rules/handlers.ts'
import type { Http } from './http.ts'

/** The server's refusal of a value; null when it took it or could not be asked: it looks again when it saves. */
export async function refusalOf(
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

/** Handlers as the browser runs them; rule codes are asked of the server, the value URL-encoded as the contract has it. */
export const handlersOver = (http: Http, handlers: Handlers = new Map()): HandlerEnv => ({
  handlers,
  checkByCode: (ruleCode, value) =>
    refusalOf(http, '/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) }),
})
