import { fieldValues } from '#runtime/fields/values.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { compileChecks } from '#runtime/record/checks/checks.ts'
import { envScope, headScope, keySet, rowScope } from '#runtime/record/scope.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { type Field, isDetail, type ValidateRule } from '#runtime/schema/types.ts'
import { compileTester } from './patterns.ts'

/** What a rule may read to be decided by the default alone. */
const environment: ReadonlySet<string> = new Set(['mode', 'today', 'now'])

function readsOnly(key: string, { check }: ValidateRule): boolean {
  const read = check === undefined ? null : parseExpression(check)
  if (!read?.ok) return check === undefined
  return read.value.names.every((name) => environment.has(name) || name.replace(/^(row|form)\./, '') === key)
}

/** The fields that a form fills anew by a fixed value, without the conditions that other fields decide. */
function alone({
  showIf: _,
  requireIf: _r,
  disableIf: _d,
  disabledkey: _k,
  access: _a,
  ...field
}: Field): Field {
  return {
    ...field,
    validateRules: (field.validateRules ?? []).filter((rule) => readsOnly(field.key, rule)),
  } as Field
}

/** The problems of fixed defaults that the rules of their fields refuse: a new record could not be saved as it opens. */
export function defaultProblems(
  fields: readonly Field[],
  path: readonly (string | number)[] = ['fields'],
): DocumentProblem[] {
  return fields.flatMap((field, index): DocumentProblem[] => {
    if (isDetail(field)) return defaultProblems(field.fields, [...path, index, 'fields'])
    const { defaultValue } = field
    if (isEmpty(defaultValue) || (typeof defaultValue === 'string' && defaultValue.startsWith('='))) return []
    const type = fieldValues.get(field.type)
    const value: unknown = type?.toWire(type.fromWire(defaultValue, field), field)
    const env = {
      user: { id: '', username: '', realname: '', orgCode: '' },
      now: new Date(),
      mode: 'add' as const,
    }
    const [check] = compileChecks([alone(field)], {
      types: fieldValues,
      lookup: noLookup,
      env,
      compilePattern: compileTester,
    })
    const values = { [field.key]: value }
    const keys = keySet(fields, fieldValues)
    const isRow = path.length > 1
    const scope = isRow ? rowScope(values, keys, envScope(env)) : headScope(values, env, keys)
    const fault = check?.run(value, scope)
    if (!fault) return []
    const text = `字段「${field.key}」的 defaultValue：缺省值「${String(defaultValue)}」不合自己的规则（${fault.text}），照样存不了，请改缺省值或 validateRules`
    return [{ path: pointer(...path, index, 'defaultValue'), code: 'BAD_VALUE', text }]
  })
}
