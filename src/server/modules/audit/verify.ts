import { sql } from 'kysely'
import type { Secrets } from '../../platform/secrets.ts'
import type { Db } from '../../platform/store/database.ts'
import { type AuditRow, type Break, followChain, hashedColumns, type Link, type Sign } from './chain.ts'
import { LINE_KEY } from './log.ts'
import { isOwnStart, readStart } from './start.ts'

const BATCH = 5000

export const lineSign =
  (secrets: Secrets): Sign =>
  (text) =>
    secrets.sign(text, LINE_KEY)

/** The rows after `seq`, up to `to`, in parts. */
export async function* readRows(
  db: Db,
  seq: number,
  to: number = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<(AuditRow & { hash: string })[]> {
  let last = seq
  for (;;) {
    const { rows } = await sql<AuditRow & { hash: string }>`
      select ${sql.join(hashedColumns.map((name) => sql.ref(name)))}, hash from sys_audit
      where seq > ${last} and seq <= ${to} order by seq limit ${BATCH}`.execute(db)
    if (rows.length === 0) return
    yield rows
    last = Number(rows.at(-1)?.seq)
  }
}

/**
 * Checks all rows of the log of operations against the key, and against the checkpoints that were kept outside of the database.
 * Returns the number of good rows and the first break.
 */
export async function verifyAudit(
  db: Db,
  secrets: Secrets,
  checkpoints: ReadonlyMap<number, string>,
): Promise<{ rows: number; broken: Break | null }> {
  const start = await readStart(db)
  if (!isOwnStart(secrets, start)) return { rows: 0, broken: { seq: start.seq, reason: 'start' } }
  // The removal of old rows leaves none up to the start of the chain.
  const foreign = await sql<{ seq: string }>`
    select seq from sys_audit where seq <= ${start.seq} order by seq limit 1`.execute(db)
  const first = foreign.rows[0]
  if (first) return { rows: 0, broken: { seq: Number(first.seq), reason: 'foreign' } }
  const { keyedFrom } = start
  let last: Link = start
  for await (const rows of readRows(db, start.seq)) {
    const followed = followChain(last, rows, { sign: lineSign(secrets), keyedFrom, checkpoints })
    if ('broken' in followed) return { rows: followed.broken.seq - start.seq - 1, broken: followed.broken }
    last = followed.last
  }
  const rows = last.seq - start.seq
  const recorded = [...checkpoints.keys()].reduce((most, seq) => Math.max(most, seq), 0)
  if (recorded > last.seq) return { rows, broken: { seq: last.seq + 1, to: recorded, reason: 'missing' } }
  // Each keyed line is followed by a checkpoint within a second.
  const isUnrecorded = checkpoints.size === 0 && last.seq >= keyedFrom
  return { rows, broken: isUnrecorded ? { seq: last.seq, reason: 'unrecorded' } : null }
}
