import { sql } from 'kysely'
import type { Caller } from './caller.ts'
import { requireOwnTable } from './flow.ts'
import { and } from './query/condition.ts'
import { type Values, withDetails } from './record.ts'
import { notFound } from './refuse.ts'
import type { Resource } from './resource.ts'
import type { RecordTransaction } from './transaction.ts'
import { checkPlace, keepFlags, lockTree } from './tree.ts'
import { toWire } from './wire.ts'

/**
 * Restores removed records of a screen whose removal is a mark: all of them or none. Refused with NOT_FOUND unless each
 * is removed and visible to the caller; a violated constraint is left to the writer of the transaction.
 */
export async function restoreRecords(
  { trx, publish }: RecordTransaction,
  resource: Resource,
  caller: Caller,
  ids: readonly string[],
): Promise<Values[]> {
  requireOwnTable(resource)
  const { table, screen, columns } = resource
  if (!resource.softDelete || ids.length === 0) throw notFound()
  await lockTree(trx, resource)
  const rules = caller.rules(resource)
  const { username, time } = caller.stamp(caller.env('edit'))
  const where = and([sql`t.id in (${sql.join(ids)})`, sql`t.del_flag = 1`, ...rules])
  const { rows } = await sql<Values>`
    update ${sql.id(table)} as t
    set del_flag = 0, rev = coalesce(rev, 0) + 1, update_by = ${username}, update_time = ${time}::timestamp
    where ${where} returning ${sql.join([...columns.values()].map(({ ref }) => ref))}`.execute(trx)
  if (rows.length < new Set(ids).size) throw notFound()
  const heads = rows.map((row) => toWire(row, columns.values()))
  for (const head of heads) await checkPlace(trx, resource, rules, null, head)
  await keepFlags(trx, resource, heads)
  for (const head of heads) {
    const after = await withDetails(trx, resource, head)
    const id = String(head.id)
    publish({
      type: 'record.saved',
      screen: screen.id,
      id,
      by: caller.user,
      before: null,
      after,
      isRestored: true,
    })
  }
  return heads
}
