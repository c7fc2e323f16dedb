import type { Http } from '../../data/http.ts'
import { AppError } from '../../kernel/errors.ts'
import type { HandlerEnv, Handlers } from '../../rules/handlers.ts'
import { titleOf } from '../../schema/derive.ts'
import type { Field } from '../../schema/types.ts'

interface Question {
  screen: string
  field: Field
  value: unknown
  /** The record that may have it: the one being edited. */
  id?: string
}

/** The server's refusal of a value; null when it took it or could not be asked: it looks again when it saves. */
async function refusalOf(http: Http, url: string, params: Record<string, string>): Promise<string | null> {
  try {
    await http.get(url, params)
    return null
  } catch (error) {
    return error instanceof AppError && error.code === 'BUSINESS' ? error.text : null
  }
}

/** What to say when another record has the value already; null when it is free or is not to be unique. */
export async function askTaken(http: Http, { screen, field, value, id }: Question): Promise<string | null> {
  const rule = field.validateRules?.find(({ unique }) => unique)
  const fieldVal = String(value ?? '')
  if (!rule || fieldVal === '') return null
  const question = { tableName: screen, fieldName: field.key, fieldVal, ...(id ? { dataId: id } : {}) }
  const refusal = await refusalOf(http, '/sys/duplicate/check', question)
  return refusal === null ? null : (rule.message ?? `${titleOf(field)}已存在`)
}

/** Handlers as the browser runs them; rule codes are asked of the server, the value URL-encoded as the contract has it. */
export const handlersOver = (http: Http, handlers: Handlers = new Map()): HandlerEnv => ({
  handlers,
  checkByCode: (ruleCode, value) =>
    refusalOf(http, '/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) }),
})
