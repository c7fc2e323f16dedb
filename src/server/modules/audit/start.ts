import { sql } from 'kysely'
import type { Secrets } from '../../platform/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'
import { ADVISORY_LOCKS } from '../../platform/store/queue/advisory-locks.ts'
import type { Link } from './chain.ts'

/** The record of the start of the chain: the link before its first row. */
export interface Start extends Link {
  /** The first row with a keyed hash; null before a server with keys has started. */
  keyedFrom: number | null
  mac: string | null
}

const PURPOSE = 'audit.start'

export async function readStart(db: Db): Promise<Start> {
  const { rows } = await sql<{ seq: string; hash: string; keyedFrom: string | null; mac: string | null }>`
    select seq, hash, keyed_from as "keyedFrom", mac from sys_audit_start`.execute(db)
  const [row] = rows
  if (!row) return { seq: 0, hash: '', keyedFrom: null, mac: null }
  return { ...row, seq: Number(row.seq), keyedFrom: row.keyedFrom === null ? null : Number(row.keyedFrom) }
}

const computeMac = (secrets: Secrets, { seq, hash, keyedFrom }: Omit<Start, 'mac'>): string =>
  secrets.sign(`${seq} ${hash} ${keyedFrom}`, PURPOSE)

/** Whether a server with this key wrote the record. */
export const isOwnStart = (secrets: Secrets, start: Start): start is Start & { keyedFrom: number } =>
  start.keyedFrom !== null && start.mac === computeMac(secrets, start)

/** Writes the record, by the owner's login: the one of the application may not. */
export async function writeStart(
  owner: Db,
  secrets: Secrets,
  start: Link & { keyedFrom: number },
): Promise<void> {
  const { seq, hash, keyedFrom } = start
  await sql`update sys_audit_start set seq = ${seq}, hash = ${hash}, keyed_from = ${keyedFrom},
    mac = ${computeMac(secrets, start)}`.execute(owner)
}

/** The first start of a server with keys: the lines that follow have keyed hashes. */
export async function keyChain({
  db,
  secrets,
  log,
}: Omit<PlatformServices, 'config' | 'files'>): Promise<void> {
  await db.owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.audit})`.execute(trx)
    const start = await readStart(trx)
    if (isOwnStart(secrets, start)) return
    if (start.mac !== null) {
      log.error(
        'the start of the operation log has another key: SECRET_KEY or secret.key must be the same on every instance',
      )
      return
    }
    const { rows } = await sql<{ seq: string }>`select seq from sys_audit_last()`.execute(trx)
    const keyedFrom = Number(rows[0]?.seq ?? 0) + 1
    await writeStart(trx, secrets, { seq: start.seq, hash: start.hash, keyedFrom })
    log.info({ keyedFrom }, 'the operation log has keyed hashes from this line on')
  })
}
