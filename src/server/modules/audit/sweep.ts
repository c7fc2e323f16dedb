import { sql } from 'kysely'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { followChain, type Link } from './chain.ts'
import { isOwnStart, readStart, writeStart } from './start.ts'
import { lineSign, readRows } from './verify.ts'

const DAY = 24 * 3_600_000

/**
 * Removes lines older than the log is kept, by the owner's login: the application's may only add. The hash of the last
 * removed line becomes the start of the chain. Only lines that are whole are removed, so that nobody makes the server remove
 * and sign away what he changed.
 */
export const removeOldAudit: Job<PlatformServices> = {
  name: 'remove-old-audit',
  // 03:50 in China.
  schedule: '50 19 * * *',
  catchUp: DAY,
  async run({ db, config, secrets, log }) {
    if (config.logKeepDays === 0) return
    const start = await readStart(db.owner)
    if (!isOwnStart(secrets, start))
      return log.error('the start of the operation log was changed; no old line was removed')
    const before = formatDateTime(new Date(Date.now() - config.logKeepDays * DAY))
    const { rows } = await sql<{ seq: string | null }>`
      select max(seq) as seq from sys_audit where create_time < ${before}::timestamp`.execute(db.owner)
    const end = Number(rows[0]?.seq ?? 0)
    let last: Link = start
    for await (const part of readRows(db.owner, start.seq, end)) {
      const followed = followChain(last, part, { sign: lineSign(secrets), keyedFrom: start.keyedFrom })
      if ('broken' in followed)
        return log.error(followed.broken, 'the operation log is broken; no old line was removed')
      last = followed.last
    }
    if (last.seq === start.seq) return
    const { keyedFrom } = start
    await db.owner.transaction().execute(async (trx) => {
      await sql`delete from sys_audit where seq <= ${last.seq}`.execute(trx)
      await writeStart(trx, secrets, { seq: last.seq, hash: last.hash, keyedFrom })
    })
    log.info({ removed: last.seq - start.seq }, 'old lines of the operation log were removed')
  },
}
