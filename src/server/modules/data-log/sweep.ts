import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'

const DAY = 24 * 3_600_000
/** Maximum versions that one statement removes. */
const BATCH = 5000

/** Removes old versions and returns their number. The newest version of a record that exists stays. */
export async function removeOldVersions(owner: Db, days: number, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from sys_data_log where ctid = any(array(
          select l.ctid from sys_data_log l
          where l.create_time < localtimestamp - make_interval(days => ${days})
            and (l.type = 'removed' or exists (
              select 1 from sys_data_log n where n.data_table = l.data_table and n.data_id = l.data_id
                and n.data_version > l.data_version))
          order by l.data_version limit ${BATCH}))
        returning 1)
      select count(*)::int as count from gone`.execute(owner)
    const count = rows[0]?.count ?? 0
    total += count
    if (count < BATCH) break
  }
  return total
}

/** Removes versions older than they are kept, by the owner's login: the application's may only add. */
export const oldVersionsJob: Job<PlatformServices> = {
  name: 'remove-old-versions',
  // 03:55 in China.
  schedule: '55 19 * * *',
  catchUp: DAY,
  async run({ db, config, log }, signal) {
    if (config.versionKeepDays === 0) return
    const removed = await removeOldVersions(db.owner, config.versionKeepDays, signal)
    log.info({ removed }, 'old versions of records were removed')
  },
}
