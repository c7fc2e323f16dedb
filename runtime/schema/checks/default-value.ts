import { parseExpression } from '#runtime/kernel/expression.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { isEnvironmentName, listEnvironmentNames } from '../names/resolve-name.ts'
import {
  checkFit,
  checkOperations,
  type FitContext,
  typeOfEnvironment,
} from './expressions/expression-types.ts'
import { expressionFinding } from './links/foreign.ts'
import type { Path } from './report.ts'
import { checkUserText } from './values/user-values.ts'

/** The names that are known before any record is loaded. */
const environment = new Set(['user', 'today', 'now'])

/**
 * Checks a literal, or an expression `=…` that reads the environment only; `params` are the names that it may read as
 * `params.x`. The value is one of `field`, where it is known.
 */
export function checkDefault(
  context: FitContext,
  at: Path,
  value: unknown,
  { params, field }: { params?: ReadonlySet<string>; field?: JsonObject | undefined } = {},
): void {
  const { report } = context
  checkUserText(report, at, value)
  if (typeof value !== 'string' || !value.startsWith('=')) return
  const read = parseExpression(value.slice(1))
  if (!read.ok) {
    report(at, expressionFinding(at, value.slice(1), read.text, { prefix: '=' }))
    return
  }
  const isKnown = (path: string[]) =>
    isEnvironmentName(path, environment) || (path[0] === 'params' && params?.has(path[1] ?? ''))
  const unknown = read.value.names.find((name) => !isKnown(name.split('.')))
  if (unknown === undefined) {
    checkOperations(report, at, read.value, typeOfEnvironment)
    if (field) checkFit(context, at, field, read.value, typeOfEnvironment)
    return
  }
  const paramNames = [...(params ?? [])].map((key) => `params.${key}`)
  const names = [...[...environment].flatMap(listEnvironmentNames), ...paramNames]
  const written = names.map((name) => (name === 'today' || name === 'now' ? `${name}()` : name))
  const text = `这里的表达式只能用 ${written.join('、')}，没有 ${unknown}`
  report(at, { code: 'UNKNOWN_NAME', text, word: unknown, words: names })
}
