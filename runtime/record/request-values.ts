import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'

/** The `send` of a document: names, each with a literal or `"=expression"`. */
export type Send = Readonly<Record<string, string | number | boolean | null>>

/**
 * The values to send: literals, and results of expressions. A name sends its value unchanged; a list is sent
 * comma-joined, as the contract demands.
 */
export const requestValues = (send: Send = {}, scope: Scope): Record<string, unknown> =>
  Object.fromEntries(Object.entries(send).map(([name, source]) => [name, requestValue(source, scope)]))

/** A literal, or the result of its `=expression`. */
export function requestValue(source: Send[string], scope: Scope): unknown {
  if (typeof source !== 'string' || !source.startsWith('=')) return source
  const read = parseExpression(source.slice(1))
  if (!read.ok) return null
  const { node } = read.value
  return joined(node.kind === 'name' ? scope(node.path) : evaluate(read.value, scope))
}

function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => String(joined(member) ?? '')).join(',')
  const number = typeof value === 'object' ? toBig(value) : null
  return number ? toPlain(number) : (value ?? null)
}
