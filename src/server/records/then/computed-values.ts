import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { computeStep } from '#runtime/record/formulas/formulas.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Values } from '../read/record.ts'

const readFormula = (value: unknown) => {
  if (typeof value !== 'string' || !value.startsWith('=')) return null
  const read = parseExpression(value.slice(1))
  if (!read.ok) throw new Error(`value: ${read.text}`)
  return read.value
}

/** A literal, or the result of `=expression`: a list, or a wire value. */
export function computeValue(value: unknown, scope: Scope): unknown {
  const expression = readFormula(value)
  return expression ? evaluate(expression, scope) : value
}

/** The values by the keys of fields, each rounded as its field stores it. */
export function computeValues(
  values: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  scope: Scope,
): Values {
  const computed: Values = {}
  for (const [key, value] of Object.entries(values)) {
    const expression = readFormula(value)
    const field = fields.find((entry) => entry.key === key)
    computed[key] = expression && field ? computeStep({ field, expression }, scope) : value
  }
  return computed
}
