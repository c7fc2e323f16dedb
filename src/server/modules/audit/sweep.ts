import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { archivePartition, listEndedPartitions } from '../../platform/store/partitions/partitions.ts'
import { followChain, type Link } from './chain.ts'
import { isOwnStart, readStart, writeStart } from './start.ts'
import { lineSign, readRows } from './verify.ts'

const DAY = 24 * 3_600_000

/**
 * Archives the months that ended before the time for which the log is kept, by the owner's login: the application's may only
 * add. The hash of their last line becomes the start of the chain. Only lines that are whole are archived, so that nobody makes
 * the server sign away what he changed. Where the clocks of instances differ, lines of a later month stand before the last one
 * of these months in the chain; they are archived too.
 */
export const archiveOldAudit: Job<PlatformServices> = {
  name: 'archive-old-audit',
  // 03:50 in China.
  schedule: '50 19 * * *',
  catchUp: DAY,
  async run({ db, config, secrets, log }) {
    if (config.logKeepDays === 0) return
    for (const partition of await listEndedPartitions(db.owner, 'sys_audit', config.logKeepDays)) {
      const start = await readStart(db.owner)
      if (!isOwnStart(secrets, start))
        return log.error('the start of the operation log was changed; no old line was archived')
      const { keyedFrom } = start
      const { rows } = await sql<{ seq: string | null }>`
        select max(seq) as seq from ${sql.raw(partition)}`.execute(db.owner)
      let last: Link = start
      for await (const part of readRows(db.owner, start.seq, Number(rows[0]?.seq ?? 0))) {
        const followed = followChain(last, part, { sign: lineSign(secrets), keyedFrom })
        if ('broken' in followed)
          return log.error(followed.broken, 'the operation log is broken; no old line was archived')
        last = followed.last
      }
      const archived = await db.owner.transaction().execute(async (trx) => {
        const name = await archivePartition(trx, 'sys_audit', partition)
        await sql`select sys_move_rows('sys_audit', ${name}, 'seq', null, ${String(last.seq + 1)})`.execute(
          trx,
        )
        await writeStart(trx, secrets, { seq: last.seq, hash: last.hash, keyedFrom })
        return name
      })
      log.info({ archived, lines: last.seq - start.seq }, 'old lines of the operation log were archived')
    }
  },
}
