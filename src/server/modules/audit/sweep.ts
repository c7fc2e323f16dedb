import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'

const DAY = 24 * 3_600_000

/**
 * Removes lines older than the log is kept, by the owner's login: the application's may only add. The hash of the last
 * removed line becomes the start of the chain.
 */
export const removeOldAudit: Job<PlatformServices> = {
  name: 'remove-old-audit',
  // 03:50 in China.
  schedule: '50 19 * * *',
  catchUp: DAY,
  async run({ db, config, log }) {
    if (config.logKeepDays === 0) return
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from sys_audit where seq <= (
          select max(seq) from sys_audit where create_time < localtimestamp - make_interval(days => ${config.logKeepDays}))
        returning seq, hash),
      moved as (
        update sys_audit_start s set seq = g.seq, hash = g.hash
        from (select seq, hash from gone order by seq desc limit 1) as g)
      select count(*)::int as count from gone`.execute(db.owner)
    log.info({ removed: rows[0]?.count ?? 0 }, 'old lines of the operation log were removed')
  },
}
