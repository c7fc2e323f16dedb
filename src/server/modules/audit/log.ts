import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { ADVISORY_LOCKS } from '../../platform/store/advisory-locks.ts'
import { type Database, dynamicTables, type Trx } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import { type AuditRow, hashOf } from './chain.ts'

/** One operation; `seq`, `id` and the time are added when it is written. */
export type AuditEntry = Omit<AuditRow, 'seq' | 'id' | 'create_time' | 'log_type'>

export interface AuditLog {
  /** Resolves when the entry is stored. Entries that arrive while others are written are stored together. */
  append(entry: AuditEntry): Promise<void>
}

async function lastLink(trx: Trx): Promise<{ seq: number; hash: string }> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    (select seq, hash from sys_audit order by seq desc limit 1)
    union all select seq, hash from sys_audit_start order by seq desc limit 1`.execute(trx)
  return rows[0] ?? { seq: 0, hash: '0'.repeat(64) }
}

/** Continues the chain. Instances take turns by a lock that is held for one insert. */
const writeBatch = (db: Pick<Database, 'write'>, entries: readonly AuditEntry[]): Promise<void> =>
  runAsServer(() =>
    db.write(async (trx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.audit})`.execute(trx)
      let { seq, hash } = await lastLink(trx)
      const create_time = formatDateTime(new Date())
      const rows = entries.map((entry) => {
        seq += 1
        const row: AuditRow = { ...entry, seq, id: randomUUID(), create_time, log_type: 2 }
        hash = hashOf(hash, row)
        return { ...row, hash, create_by: entry.username }
      })
      await dynamicTables(trx).insertInto('sys_audit').values(rows).execute()
    }),
  )

/** The writer of this instance: one batch at a time, so that the lock is taken once for all waiting entries. */
export function openAuditLog(db: Pick<Database, 'write'>): AuditLog {
  let waiting: AuditEntry[] = []
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()
  return {
    append(entry) {
      waiting.push(entry)
      next ??= running
        .catch(() => undefined)
        .then(() => {
          const entries = waiting
          waiting = []
          next = null
          running = writeBatch(db, entries)
          return running
        })
      return next
    },
  }
}
