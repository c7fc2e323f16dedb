import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { readHeads, type Values, withDetails } from '../read/record.ts'
import { toWire } from '../read/wire.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import { checkPlace, keepFlags, lockTree } from '../tree/tree.ts'
import { requireOwnTable } from './flow.ts'
import { buildSave } from './save.ts'

/**
 * Restores removed records of a screen whose removal is a mark: all of them or none, each as an edit without changes, with the
 * hooks of a save. Refused with NOT_FOUND unless each is removed and visible to the caller; a violated constraint is left to
 * the writer of the transaction.
 */
export async function restoreRecords(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  ids: readonly string[],
): Promise<Values[]> {
  requireOwnTable(resource)
  const { trx } = transaction
  if (!resource.softDelete || ids.length === 0) throw notFound()
  await lockTree(trx, resource)
  const rules = caller.rules(resource)
  const removed = { ...resource, softDelete: false }
  const before = await readHeads(trx, removed, ids, [sql`t.del_flag = 1`, ...rules], true)
  if (before.length < new Set(ids).size) throw notFound()
  const env = caller.env('edit')
  const restored: { save: ReturnType<typeof buildSave>; head: Values }[] = []
  for (const head of before) {
    const record = await withDetails(trx, resource, head)
    const save = buildSave(transaction, resource, caller, env, record, true)
    await save.before(record)
    restored.push({ save, head: await restoreHead(transaction, resource, caller, head) })
  }
  for (const { head } of restored) await checkPlace(trx, resource, rules, null, head)
  const heads = restored.map(({ head }) => head)
  await keepFlags(trx, resource, heads)
  for (const { save, head } of restored) await save.after(await withDetails(trx, resource, head))
  return heads
}

/** Takes the mark of the removal away; returns the values of the record after it. */
async function restoreHead(
  { trx }: Pick<RecordTransaction, 'trx'>,
  { table, columns }: Resource,
  caller: Caller,
  { id }: Values,
): Promise<Values> {
  const { username, time } = caller.stamp(caller.env('edit'))
  const { rows } = await sql<Values>`
    update ${sql.id(table)} as t
    set del_flag = 0, rev = coalesce(rev, 0) + 1, update_by = ${username}, update_time = ${time}::timestamp
    where t.id = ${id} returning ${sql.join([...columns.values()].map(({ ref }) => ref))}`.execute(trx)
  const [row] = rows
  if (!row) throw notFound()
  return toWire(row, columns.values())
}
