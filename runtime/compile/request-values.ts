import { toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { evaluate, parseExpression, type Scope } from '#runtime/kernel/expression.ts'

/** What a document's `send` says: names, and for each a literal or `"=expression"`. */
export type Send = Readonly<Record<string, string | number | boolean | null>>

/**
 * What travels: literals, and what expressions give. A name gives its value as it stands; a list travels comma-joined,
 * as the contract's calls take them.
 */
export const requestValues = (send: Send = {}, scope: Scope): Record<string, unknown> =>
  Object.fromEntries(Object.entries(send).map(([name, said]) => [name, requestValue(said, scope)]))

function requestValue(said: Send[string], scope: Scope): unknown {
  if (typeof said !== 'string' || !said.startsWith('=')) return said
  const read = parseExpression(said.slice(1))
  if (!read.ok) return null
  const { node } = read.value
  return joined(node.kind === 'name' ? scope(node.path) : evaluate(read.value, scope))
}

function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => String(joined(member) ?? '')).join(',')
  const number = typeof value === 'object' ? toBig(value) : null
  return number ? toPlain(number) : (value ?? null)
}
