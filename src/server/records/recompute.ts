import { sql } from 'kysely'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Column } from '../documents/plan/column.ts'
import type { Trx } from '../platform/store/database.ts'
import type { RecordAuthor } from './events.ts'
import type { Values } from './read/record.ts'
import type { Resource } from './resource.ts'
import { listChanges } from './write.ts'

/** Who made the change after which values are computed anew, and when. */
export interface RecomputeEnv {
  user: Pick<RecordAuthor, 'id' | 'username' | 'realname'>
  now: Date
}

/** A field as a node of the formula graph: `fsum`, `items.fprice`. */
export const nodeOfField = (detail: string | undefined, key: string): string =>
  detail === undefined ? key : `${detail}.${key}`

/** These fields and the computed fields that read them, directly or through others, as nodes. */
export function listReached({ formulas }: Resource, nodes: Iterable<string>): Set<string> {
  const reached = new Set(nodes)
  // The steps are in the order of their computation.
  for (const { node, detail, isDefault, sameRow, others } of formulas.steps) {
    const reads = [...sameRow.map((key) => nodeOfField(detail ?? undefined, key)), ...others]
    if (!isDefault && reads.some((key) => reached.has(key))) reached.add(node)
  }
  return reached
}

const pick = (before: Values, after: Values, reached: ReadonlySet<string>, prefix = ''): Values =>
  Object.fromEntries(
    Object.entries(before).map(([key, value]) => [key, reached.has(prefix + key) ? after[key] : value]),
  )

async function writeChanges(
  trx: Trx,
  table: string,
  columns: ReadonlyMap<string, Column>,
  before: Values,
  after: Values,
): Promise<boolean> {
  const set = listChanges(columns, before, after, sameValue)
  if (set.size === 0) return false
  const assignments = [...set].map(
    ([name, { value, type }]) => sql`${sql.id(name)} = ${value}::${sql.raw(type)}`,
  )
  await sql`update ${sql.id(table)} set ${sql.join(assignments)} where id = ${before.id}`.execute(trx)
  return true
}

/**
 * Computes the formulas of a stored record anew, and writes the values of these fields of its head and of its rows where they
 * differ; returns whether any did. `stored` has the details inline, `filled` the new values that the formulas read.
 */
export async function writeReached(
  trx: Trx,
  resource: Resource,
  { stored, filled }: { stored: Values; filled: Values },
  reached: ReadonlySet<string>,
  { user, now }: RecomputeEnv,
): Promise<boolean> {
  const env = { user: { orgCode: '', ...user }, now, mode: 'edit' as const }
  const computed = resource.formulas.computeAll(filled, env)
  const head = Object.fromEntries(Object.entries(stored).filter(([key]) => resource.columns.has(key)))
  let isChanged = await writeChanges(
    trx,
    resource.table,
    resource.columns,
    head,
    pick(head, computed, reached),
  )
  for (const { key, table, columns } of resource.details) {
    const after = computed[key] as Values[]
    for (const [at, row] of (stored[key] as Values[]).entries()) {
      const next = pick(row, after[at] ?? row, reached, `${key}.`)
      isChanged = (await writeChanges(trx, table, columns, row, next)) || isChanged
    }
  }
  return isChanged
}
