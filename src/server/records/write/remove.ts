import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { dynamicTables, type Trx } from '../../platform/store/database.ts'
import type { Caller } from '../caller.ts'
import { runRemovalHooks } from '../effects/hooks.ts'
import { listFrom } from '../follow-up/follow-ups.ts'
import { requireUnused } from '../follow-up/used.ts'
import { splitList } from '../query/grammar.ts'
import { noteOtherRecords } from '../read/other-records.ts'
import { isRecordId, readHeads, type Values, withAllDetails } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badParameter, notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import { hasThen } from '../then/run-then.ts'
import { keepFlags, lockTree, requireNoneBelow } from '../tree/tree.ts'
import type { Stamp } from '../write.ts'
import { requireEditable, requireOwnTable } from './flow.ts'
import { areRowsRolledUp } from './rollups.ts'

const MAX_IDS = 500

const refuse = defineRefusals({ IDS_MISSING: '参数不识别！' })

/**
 * Reads a comma-separated list of ids; the trailing comma that clients send is allowed. `missing` is what a list without
 * an id answers, where it differs.
 */
export function idList(text: unknown, missing?: string): string[] {
  const refuseEmpty = () => refuse('IDS_MISSING', missing === undefined ? {} : { text: missing })
  if (text === undefined || text === null || text === '') throw refuseEmpty()
  if (typeof text !== 'string') throw badParameter('ids')
  const ids = splitList(text)
  if (ids.length === 0) throw refuseEmpty()
  if (ids.length > MAX_IDS || !ids.every(isRecordId)) throw badParameter('ids')
  return ids
}

interface RemoveOptions {
  /** Also records in a state in which people may not delete them. */
  inAnyState?: boolean
}

/** Deletes all named records or none; returns their heads as they were before. */
export async function removeRecords(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  ids: readonly string[],
  { inAnyState = false }: RemoveOptions = {},
): Promise<Values[]> {
  requireOwnTable(resource)
  const { trx, documents, hooks, sessions, notify, publish } = transaction
  await lockTree(trx, resource)
  const heads = await readHeads(trx, resource, ids, caller.rules(resource), true)
  if (heads.length < ids.length) throw notFound()
  if (!inAnyState) for (const head of heads) requireEditable(resource.screen, head, 'delete')
  await requireNoneBelow(trx, resource, heads, ids)
  if (listFrom(documents, resource).length > 0)
    for (const record of await withAllDetails(trx, resource, heads))
      await requireUnused(transaction, resource, caller, '删除', record, null)
  const { screen } = resource
  const stamp = caller.stamp(caller.env('edit'))
  const { user } = caller
  const { keep, ...others } = noteOtherRecords(transaction, user)
  const context = { trx, screen: screen.id, user, sessions, stamp, notify, records: heads, ...others }
  await runRemovalHooks(hooks, screen, context)
  await keep()
  const rows = await readRolledUp(transaction, resource, heads)
  await removeHeads(trx, resource, stamp, heads, ids)
  await keepFlags(trx, resource, heads)
  for (const before of heads)
    publish({
      type: 'record.removed',
      screen: screen.id,
      id: String(before.id),
      by: user,
      before,
      ...rows.get(before),
    })
  return heads
}

/** The rows of details that other records sum up, or that the removal has consequences for, as a part of its event. */
async function readRolledUp(
  { trx, documents }: RecordTransaction,
  resource: Resource,
  heads: readonly Values[],
): Promise<Map<Values, { rows: Values }>> {
  if (!areRowsRolledUp(documents, resource) && !hasThen(resource.screen, 'remove')) return new Map()
  const records = await withAllDetails(trx, resource, heads)
  return new Map(heads.map((head, at) => [head, { rows: records[at] ?? head }]))
}

async function removeHeads(
  trx: Trx,
  resource: Resource,
  { username, time }: Stamp,
  heads: readonly Values[],
  ids: readonly string[],
): Promise<void> {
  if (resource.softDelete) {
    await sql`
      update ${sql.id(resource.table)} set del_flag = 1, rev = coalesce(rev, 0) + 1, update_by = ${username}, update_time = ${time}
      where id in (${sql.join(ids)})`.execute(trx)
    return
  }
  for (const { table, fk, ref } of resource.details) {
    await dynamicTables(trx)
      .deleteFrom(table)
      .where(
        fk,
        'in',
        heads.map((head) => head[ref]),
      )
      .execute()
  }
  await dynamicTables(trx).deleteFrom(resource.table).where('id', 'in', ids).execute()
}
