import { toPlain } from '#runtime/kernel/decimal.ts'
import { evaluate, parseExpression } from '#runtime/kernel/expression.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { isDate } from '#runtime/kernel/time.ts'
import { envScope, type RecordEnv } from '#runtime/record/scope.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { ReportParam } from '#runtime/schema/types.ts'
import type { Report } from '../documents/report-sql/report.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { operand } from '../records/query/operand.ts'
import { badParameter } from '../records/refuse.ts'

const refuse = defineRefusals(
  { REPORT_PARAMETER_REQUIRED: '请填写{title}（参数无效：{key}）' },
  'BAD_PARAMETER',
)

/** The prefix of parameters in a request, which separates them from column filters. */
export const prefix = 'self_'
/** A parameter of this type cannot be set in a request: `"defaultValue": "=user.orgCode"` binds a report to its user. */
export const fixed = 'hidden'

/** The user of a request, and its time. */
export interface Reader {
  env: RecordEnv
  can(code: string): boolean
}

/** The current value of a default as text; null for none. */
export function computeDefault(
  { defaultValue = null }: Pick<ReportParam, 'defaultValue'>,
  env: RecordEnv,
): string | null {
  if (typeof defaultValue !== 'string' || !defaultValue.startsWith('=')) return parameterText(defaultValue)
  const read = parseExpression(defaultValue.slice(1))
  return read.ok ? parameterText(evaluate(read.value, envScope(env))) : null
}

function parameterText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return parameterText(value.map((member) => parameterText(member) ?? '').join(','))
  return typeof value === 'object' ? String(toPlain(value as Parameters<typeof toPlain>[0])) : String(value)
}

/**
 * The values of a report's parameters, each parsed by its type; a missing one has its default, else null. Values
 * are always bound, never part of the SQL. Unknown parameters, and required ones without a value, are refused by name.
 */
export function readParameters(
  query: Readonly<Record<string, unknown>>,
  { params }: Pick<Report, 'params'>,
  { env, can }: Reader,
): Map<string, string | null> {
  const names = new Set(params.map(({ param }) => prefix + param.key))
  const unknownName = Object.keys(query).find((name) => name.startsWith(prefix) && !names.has(name))
  if (unknownName !== undefined) throw badParameter(unknownName)
  return new Map(
    params.map(({ param, type }) => {
      const name = prefix + param.key
      const rawValue = query[name]
      if (param.type === fixed && param.unless !== undefined && can(param.unless)) return [param.key, null]
      const isFixed = param.type === fixed && rawValue !== undefined
      if (isFixed || (rawValue !== undefined && typeof rawValue !== 'string')) throw badParameter(name)
      const text = rawValue === undefined || rawValue.trim() === '' ? computeDefault(param, env) : rawValue
      // A date stays one: as the end of a period it means the whole day.
      const value = text === null ? null : isDate(text.trim()) ? parseDay(text, type) : operand(text, type)
      if (text !== null && value === null) throw badParameter(name)
      if (value === null && param.required) throw missing(param)
      return [param.key, value]
    }),
  )
}

const parseDay = (text: string, type: SqlColumn): string | null =>
  type.type.startsWith('timestamp') ? text.trim() : operand(text, type)

function missing({ key, title = key }: ReportParam) {
  const name = prefix + key
  const problems = [{ path: pointer(name), code: 'required', text: `请填写${title}` }]
  return refuse('REPORT_PARAMETER_REQUIRED', { values: { title, key: name }, result: { problems } })
}
