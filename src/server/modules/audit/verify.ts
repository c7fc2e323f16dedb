import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { type AuditRow, type Break, followChain, hashedColumns } from './chain.ts'

const BATCH = 5000

/** Checks all rows of the log of operations, and returns their number and the first break. */
export async function verifyAudit(db: Db): Promise<{ rows: number; broken: Break | null }> {
  // The removal of old rows leaves none up to the start of the chain.
  const foreign = await sql<{ seq: number }>`
    select seq from sys_audit where seq <= (select seq from sys_audit_start) order by seq limit 1`.execute(db)
  const first = foreign.rows[0]
  if (first) return { rows: 0, broken: { seq: Number(first.seq), reason: 'foreign' } }
  const start = await sql<{ seq: number; hash: string }>`select seq, hash from sys_audit_start`.execute(db)
  let last = start.rows[0] ?? { seq: 0, hash: '0'.repeat(64) }
  let count = 0
  for (;;) {
    const { rows } = await sql<AuditRow & { hash: string }>`
      select ${sql.join(hashedColumns.map((name) => sql.ref(name)))}, hash from sys_audit
      where seq > ${last.seq} order by seq limit ${BATCH}`.execute(db)
    if (rows.length === 0) return { rows: count, broken: null }
    const followed = followChain(last, rows)
    if ('broken' in followed) return { rows: count, broken: followed.broken }
    count += rows.length
    last = followed.last
  }
}
