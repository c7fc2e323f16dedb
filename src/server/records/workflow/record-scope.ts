import { isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { headScope, keySet } from '#runtime/record/scope.ts'
import type { RecordAuthor } from '../events.ts'
import type { Values } from '../read/record.ts'
import type { Resource } from '../resource.ts'

/** The names of expressions about a record that a workflow leads. */
export function recordScope({ screen, types }: Resource, record: Values, by: RecordAuthor, now: Date): Scope {
  const { id, username, realname, orgCode = '' } = by
  const env = { user: { id, username, realname, orgCode }, now, mode: 'edit' as const }
  return headScope(record, env, keySet(screen.fields, types))
}

/** Whether a condition holds; one that cannot be computed does not. */
export function holds(condition: string, scope: Scope): boolean {
  const read = parseExpression(condition)
  return read.ok && isMet(read.value, scope) === true
}
