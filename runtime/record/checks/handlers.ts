import type { Scope } from '#runtime/kernel/expression.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { type HandlerEnv, hasHandler, runHandlers } from '#runtime/rules/handlers.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type DetailField, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { getRows, headScope, keySet, rowScope, type Values } from '../scope.ts'
import { type CheckOptions, compileChecks } from './checks.ts'
import { isShown } from './conditions.ts'
import { isDetailChecked } from './validate.ts'

export interface HandlerOptions extends CheckOptions {
  handlers: HandlerEnv
}

/** The fields of this mode, editable by this user, that name a handler or a rule code. */
const fieldsWithHandlers = (fields: readonly Field[], options: CheckOptions): Field[] =>
  compileChecks(
    fields.filter((field) => field.validateRules?.some(hasHandler)),
    options,
  ).map(({ field }) => field)

/**
 * The problems that the handlers and rule codes of a field report for its value in one record or row; none for a
 * hidden field.
 */
async function ask(
  path: string,
  field: Field,
  values: Values,
  scope: Scope,
  handlers: HandlerEnv,
): Promise<Problem[]> {
  if (!isShown(field, scope)) return []
  const context = { title: getTitle(field), scope }
  const text = await runHandlers(values[field.key] ?? null, field.validateRules ?? [], handlers, context)
  return text === null ? [] : [{ path, code: 'rule', text }]
}

/**
 * The problems that handlers and rule codes report for a head; a value that already has a problem in `found` is not
 * checked.
 */
export async function headHandlerProblems(
  screen: Pick<ScreenDocument, 'fields'>,
  record: Values,
  options: HandlerOptions,
  found: readonly Problem[] = [],
): Promise<Problem[]> {
  const wrong = new Set(found.map(({ path }) => path))
  const scope = headScope(record, options.env, keySet(screen.fields, options.types))
  const problems: Problem[] = []
  for (const field of fieldsWithHandlers(screen.fields, options)) {
    const path = pointer(field.key)
    if (!wrong.has(path)) problems.push(...(await ask(path, field, record, scope, options.handlers)))
  }
  return problems
}

/** The fields of a detail table whose cells have handlers or rule codes in this mode, for this user. */
export const handledCells = (detail: DetailField, options: CheckOptions): ReadonlyMap<string, Field> =>
  new Map(
    isDetailChecked(detail, options)
      ? fieldsWithHandlers(detail.fields, options).map((field) => [field.key, field])
      : [],
  )

/** The problem that handlers and rule codes report for a cell; null if there is none. */
export async function cellHandlerFault(
  field: Field,
  row: Values,
  scope: Scope,
  handlers: HandlerEnv,
): Promise<string | null> {
  const [problem] = await ask('', field, row, scope, handlers)
  return problem?.text ?? null
}

/** The same for the rows of a detail table. A rule code is called once per value, regardless of the number of rows. */
export async function rowHandlerProblems(
  screen: Pick<ScreenDocument, 'fields'>,
  detail: DetailField,
  record: Values,
  options: HandlerOptions,
  found: readonly Problem[] = [],
): Promise<Problem[]> {
  const head = headScope(record, options.env, keySet(screen.fields, options.types))
  const fields = fieldsWithHandlers(detail.fields, options)
  if (fields.length === 0 || !isDetailChecked(detail, options) || !isShown(detail, head)) return []
  const wrong = new Set(found.map(({ path }) => path))
  const keys = keySet(detail.fields, options.types)
  const handlers = rememberCodes(options.handlers)
  const problems: Problem[] = []
  for (const [index, row] of getRows(record, detail.key).entries()) {
    const scope = rowScope(row, keys, head)
    for (const field of fields) {
      const path = pointer(detail.key, index, field.key)
      if (!wrong.has(path)) problems.push(...(await ask(path, field, row, scope, handlers)))
    }
  }
  return problems
}

/** The same for a whole record, head and rows. */
export async function handlerProblems(
  screen: ScreenDocument,
  record: Values,
  options: HandlerOptions,
  found: readonly Problem[] = [],
): Promise<Problem[]> {
  const problems = [await headHandlerProblems(screen, record, options, found)]
  for (const detail of screen.fields.filter(isDetail))
    problems.push(await rowHandlerProblems(screen, detail, record, options, found))
  return problems.flat()
}

/** The same environment with the results of rule codes cached per value. */
export function rememberCodes({ handlers, checkByCode }: HandlerEnv): HandlerEnv {
  const answers = new Map<string, Promise<string | null>>()
  return {
    handlers,
    checkByCode(ruleCode, value) {
      const key = `${ruleCode}\n${value}`
      const answer = answers.get(key) ?? checkByCode(ruleCode, value)
      answers.set(key, answer)
      return answer
    },
  }
}
