import type { Node } from './node.ts'
import { parseExpression } from './parse.ts'
import { walkNodes } from './walk.ts'

/** The dictionary of holidays that a call names; undefined for any other node. */
export const calendarCode = (node: Node): string | undefined => {
  const code = node.kind === 'call' && node.name === 'addWorkdays' ? node.args[2] : undefined
  return code?.kind === 'literal' && typeof code.value === 'string' ? code.value : undefined
}

/** The dictionaries of holidays that the expressions in a part of a document name. */
export function listCalendars(part: unknown): string[] {
  if (typeof part === 'object' && part !== null) return Object.values(part).flatMap(listCalendars)
  if (typeof part !== 'string' || !part.includes('addWorkdays')) return []
  const read = parseExpression(part.replace(/^=/, ''))
  return read.ok ? [...walkNodes(read.value.node)].flatMap((node) => calendarCode(node) ?? []) : []
}
