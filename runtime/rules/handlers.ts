import { appError } from '../kernel/errors.ts'
import type { Scope } from '../kernel/expression.ts'
import { nearestWord } from '../kernel/names.ts'
import type { ValidateRule } from '../schema/types.ts'

/** What a handler is told besides the value; `scope` reads the record around it. */
export interface HandlerContext {
  title: string
  scope: Scope
}

/** A check that code stands behind: null when the value is fine, else why not. Documents name it, `src` registers it. */
export type Handler = (value: unknown, context: HandlerContext) => string | null | Promise<string | null>
export type Handlers = ReadonlyMap<string, Handler>

/** The registry: a word registered twice stops the boot. */
export function createHandlers(...entries: readonly (readonly [name: string, handler: Handler])[]): Handlers {
  const handlers = new Map<string, Handler>()
  for (const [name, handler] of entries) {
    if (handlers.has(name)) throw new Error(`handler ${name} is registered twice`)
    handlers.set(name, handler)
  }
  return handlers
}

/** The message of the first `handler` rule that fails, asked one after another; null when all are content. */
export async function runHandlers(
  value: unknown,
  rules: readonly ValidateRule[],
  handlers: Handlers,
  context: HandlerContext,
): Promise<string | null> {
  for (const { handler: name, message } of rules) {
    if (name === undefined) continue
    const handler = handlers.get(name)
    if (!handler) return unknownHandler(name, handlers)
    const fault = await handler(value, context)
    if (fault !== null) return message ?? fault
  }
  return null
}

function unknownHandler(name: string, handlers: Handlers): string {
  const near = nearestWord(name, handlers.keys())
  return `没有登记的校验：${name}${near ? `，是否想写 ${near}？` : ''}`
}

/** What `checkForm` can collect from: a form, or a detail table beside it. `validate` rejects with its problems. */
export interface Checkable<V = unknown> {
  validate(): Promise<unknown>
  readonly values: V
}

const isCheckable = (value: unknown): value is Checkable =>
  typeof value === 'object' &&
  value !== null &&
  'validate' in value &&
  typeof value.validate === 'function' &&
  'values' in value

/**
 * Validates a form, then every table beside it, and gives all their values; fails with the first that fails.
 * Rejects when the form is no form object or the cases are no array of such.
 */
export async function checkForm(
  form: unknown,
  cases: unknown,
): Promise<{ formValue: unknown; tablesValue: unknown[] }> {
  if (!isCheckable(form)) throw appError('NOT_A_FORM')
  if (!Array.isArray(cases) || !cases.every(isCheckable)) throw appError('CASES_NOT_ARRAY')
  await form.validate()
  for (const table of cases) await table.validate()
  return { formValue: form.values, tablesValue: cases.map((table) => table.values) }
}
