import type { Scope } from '#runtime/kernel/expression.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { nearestWord } from '#runtime/kernel/text/names.ts'
import type { ValidateRule } from '#runtime/schema/types.ts'
import { ruleText } from './run.ts'

/** A handler's context besides the value; `scope` reads the record around it. */
export interface HandlerContext {
  title: string
  scope: Scope
}

/** A check in code: null when the value is valid, else the reason. Documents name it, `src` registers it. */
export type Handler = (value: unknown, context: HandlerContext) => string | null | Promise<string | null>
export type Handlers = ReadonlyMap<string, Handler>

/** A handler with its name, and what it checks, for designers who choose it from a list. */
export type NamedHandler = readonly [name: string, handler: Handler, description?: string]

/** Creates the registry of handlers; throws for a name that is registered twice. */
export function createHandlers(...entries: readonly NamedHandler[]): Handlers {
  const handlers = new Map<string, Handler>()
  for (const [name, handler] of entries) {
    if (handlers.has(name)) throw new Error(`handler ${name} is registered twice`)
    handlers.set(name, handler)
  }
  return handlers
}

/** Checks in code and in the table of rule codes; browser and server provide their own. */
export interface HandlerEnv {
  handlers: Handlers
  /** The fault of a non-empty value by the rule of this code; null when it is valid. */
  checkByCode(ruleCode: string, value: string): Promise<string | null>
}

export const hasHandler = ({ handler, ruleCode }: ValidateRule): boolean =>
  handler !== undefined || ruleCode !== undefined

/**
 * The message of the first failing `handler` or `ruleCode` rule, run one after another; null when all pass.
 * An empty value skips rule codes.
 */
export async function runHandlers(
  value: unknown,
  rules: readonly ValidateRule[],
  env: HandlerEnv,
  context: HandlerContext,
): Promise<string | null> {
  for (const { handler: name, ruleCode, message } of rules) {
    if (name !== undefined) {
      const handler = env.handlers.get(name)
      if (!handler) return unknownHandler(name, env.handlers)
      const fault = await handler(value, context)
      if (fault !== null) return message ?? fault
    }
    if (ruleCode === undefined || isEmpty(value)) continue
    const fault = await env.checkByCode(ruleCode, ruleText(value))
    if (fault !== null) return message ?? fault
  }
  return null
}

function unknownHandler(name: string, handlers: Handlers): string {
  const near = nearestWord(name, handlers.keys())
  return `没有登记的校验：${name}${near ? `，是否想写 ${near}？` : ''}`
}
