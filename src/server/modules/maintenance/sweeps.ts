import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/store/database.ts'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'
import type { SystemTables } from '../../platform/store/system-tables.ts'
import { OUTBOX_DAYS } from '../outbox/interface.ts'
import { isSessionOpen, KNOWN_DEVICE_DAYS } from '../session/interface.ts'

/** Maximum rows that one statement removes. */
export const BATCH = 1000
/** Milliseconds between two batches, in which requests run. */
const PAUSE_MS = 20

/** A table that grows with use, and the condition for its expired rows. */
export interface Sweep {
  table: keyof SystemTables
  isOld: RawBuilder<SqlBool>
}

type Writer = Pick<Database, 'write'>
type Ages = Pick<Config, 'sessionIdle'>

export const olderThan = (column: string, interval: string) =>
  sql<SqlBool>`${sql.ref(column)} < now() - ${interval}::interval`
const isPast = (column: string) => sql<SqlBool>`${sql.ref(column)} < now()`

/**
 * All tables of the server itself that are swept by age; none has partitions, whose months are archived instead. Excluded, because
 * users stored their rows: `sys_file`, `sys_third_account`, `sys_document`; and `sys_number`, whose rows keep numbers unique.
 */
export const listSweeps = (ages: Ages): Sweep[] => [
  { table: 'sys_idempotency', isOld: olderThan('create_time', '24 hours') },
  { table: 'sys_session', isOld: sql<SqlBool>`not ${isSessionOpen(ages)}` },
  { table: 'sys_counter', isOld: isPast('ends') },
  { table: 'sys_captcha', isOld: isPast('expires') },
  { table: 'sys_one_time', isOld: isPast('expires') },
  { table: 'sys_sms_code', isOld: isPast('expires') },
  { table: 'sys_sign_in_place', isOld: olderThan('last', `${KNOWN_DEVICE_DAYS} days`) },
  { table: 'sys_outbox', isOld: olderThan('time', `${OUTBOX_DAYS} days`) },
]

/** Removes one batch and returns its size; null when another server is sweeping. Locked rows wait for the next sweep. */
async function sweepBatch(db: Writer, { table, isOld }: Sweep): Promise<number | null> {
  return await db.write(async (trx) => {
    const lock = await sql<{
      isOurs: boolean
    }>`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sweep}) as "isOurs"`.execute(trx)
    if (!lock.rows[0]?.isOurs) return null
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${isOld} limit ${BATCH} for update skip locked))
        returning 1)
      select count(*) from gone`.execute(trx)
    return rows[0]?.count ?? 0
  })
}

/** Removes the expired rows of one table, in batches, and returns their number. */
export async function sweepTable(db: Writer, sweep: Sweep, signal?: AbortSignal): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const count = await sweepBatch(db, sweep)
    total += count ?? 0
    if (count === null || count < BATCH) break
    await sleep(PAUSE_MS)
  }
  return total
}

/** Sweeps every table; returns the number of removed rows for each table that had any. */
export async function sweepRows(
  db: Writer,
  config: Ages,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const sweep of listSweeps(config)) {
    const count = await sweepTable(db, sweep, signal)
    if (count > 0) removed[sweep.table] = count
  }
  return removed
}
