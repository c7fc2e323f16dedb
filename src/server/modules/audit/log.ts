import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { Database } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'
import { type AuditRow, restOf } from './chain.ts'

/** One operation; `seq`, `id` and the time are added when it is written. */
export type AuditEntry = Omit<AuditRow, 'seq' | 'id' | 'create_time' | 'log_type'>

export interface AuditLog {
  /** Resolves when the entry is stored. Entries that arrive while others are written are stored together. */
  append(entry: AuditEntry): Promise<void>
}

/** A cut text may end with half of a character, which the database replaces; the hash covers the replacement. */
const wellFormed = (entry: AuditEntry): AuditEntry =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      typeof value === 'string' ? Buffer.from(value).toString() : value,
    ]),
  ) as AuditEntry

/** Continues the chain by one statement. */
function writeBatch({ app }: Pick<Database, 'app'>, entries: readonly AuditEntry[]): Promise<unknown> {
  const create_time = formatDateTime(new Date())
  const lines = entries.map((entry) => {
    const row = { ...wellFormed(entry), id: randomUUID(), create_time, log_type: 2 }
    return { ...row, rest: restOf(row) }
  })
  return runAsServer(() => sql`select sys_audit_append(${JSON.stringify(lines)}::jsonb)`.execute(app))
}

/** The writer of this instance: one batch at a time, so that the lock is taken once for all waiting entries. */
export function openAuditLog(db: Pick<Database, 'app'>): AuditLog {
  let waiting: AuditEntry[] = []
  let next: Promise<void> | null = null
  let running: Promise<unknown> = Promise.resolve()
  return {
    append(entry) {
      waiting.push(entry)
      next ??= running
        .catch(() => undefined)
        .then(async () => {
          const entries = waiting
          waiting = []
          next = null
          running = writeBatch(db, entries)
          await running
        })
      return next
    },
  }
}
