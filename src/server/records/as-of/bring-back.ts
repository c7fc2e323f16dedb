import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Caller } from '../caller.ts'
import { readHeads, type Values, withDetails } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import { documentCaller, systemAuthor } from '../then/author.ts'
import { keepFlags, lockTree } from '../tree/tree.ts'
import { insertDetail } from '../write/save.ts'
import { writeEdit } from '../write/save-change.ts'
import { insertRows } from '../write.ts'
import { type Difference, listDetails, pickKept, readRowsThen } from './plan.ts'

/** A record was saved between the plan and the transaction. */
export class ChangedMeanwhile extends Error {}

/**
 * Gives records the values that they had, rows included, and lists removed ones again. Each gets a version, like a record that is
 * restored on its screen; consequences of the screen do not run, and rules for input are not checked again.
 */
export async function bringBack(
  transaction: RecordTransaction,
  resource: Resource,
  differences: readonly Difference[],
): Promise<void> {
  const { trx, publish } = transaction
  const caller = documentCaller(transaction, systemAuthor)
  await lockTree(trx, resource)
  const written: Values[] = []
  for (const difference of differences) {
    const { id } = difference
    const before = await readStored(transaction, resource, difference)
    if (before) await change(transaction, resource, caller, before, difference)
    else await insert(transaction, resource, caller, difference)
    const [head] = await readHeads(trx, resource, [id], [])
    if (!head) throw new Error(`${id} is not listed after it was written`)
    const after = await withDetails(trx, resource, head)
    written.push(head)
    const listed = difference.isLive ? before : null
    publish({
      type: 'record.saved',
      screen: resource.screen.id,
      id,
      by: systemAuthor,
      before: listed,
      after,
      isRestored: true,
    })
  }
  await keepFlags(trx, resource, written)
}

/** Locks the row and returns the record; rejects where somebody has saved it since the plan. */
async function readStored(
  { trx }: RecordTransaction,
  resource: Resource,
  { id, stored }: Difference,
): Promise<Values | null> {
  const [head] = await readHeads(trx, { ...resource, softDelete: false }, [id], [], true)
  if (String(head?.rev) !== String(stored?.rev)) throw new ChangedMeanwhile(id)
  return head ? await withDetails(trx, resource, head) : null
}

async function change(
  { trx }: RecordTransaction,
  resource: Resource,
  caller: Caller,
  before: Values,
  { id, then, isLive }: Difference,
): Promise<void> {
  const rows = listDetails(resource).flatMap((detail) => {
    const former = readRowsThen(then, detail)
    if (!former) return []
    const byId = new Map((before[detail.key] as Values[]).map((row) => [row.id, row]))
    const merged = former.map((row) => ({ ...(byId.get(row.id) ?? row), ...pickKept(detail.columns, row) }))
    return [[detail.key, merged] as const]
  })
  const env = caller.env('edit')
  const record = { ...before, ...pickKept(resource.columns, then), ...Object.fromEntries(rows) }
  await writeEdit(trx, resource, caller, env, before, record)
  if (isLive) return
  const { username, time } = caller.stamp(env)
  await sql`
    update ${sql.id(resource.table)}
    set del_flag = 0, rev = coalesce(rev, 0) + 1, update_by = ${username}, update_time = ${time}::timestamp
    where id = ${id}`.execute(trx)
}

/** The columns without a field that a new row would get from its author and the moment. */
const formerStamp = ({ createBy, createTime, sysOrgCode, rev }: JsonObject): JsonObject => ({
  create_by: createBy ?? null,
  create_time: createTime ?? null,
  sys_org_code: sysOrgCode ?? null,
  rev: Number(rev ?? 0) + 1,
})

async function insert(
  { trx }: RecordTransaction,
  resource: Resource,
  caller: Caller,
  { id, then }: Difference,
): Promise<void> {
  const env = caller.env('edit')
  const stamp = caller.stamp(env)
  await insertRows(
    trx,
    resource.table,
    resource.columns,
    [{ id, values: then, extra: formerStamp(then) }],
    stamp,
  )
  for (const detail of listDetails(resource))
    await insertDetail(trx, resource, detail, { ...then, id }, readRowsThen(then, detail) ?? [], caller, env)
}
