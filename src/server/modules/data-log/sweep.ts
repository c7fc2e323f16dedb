import { sql } from 'kysely'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Trx } from '../../platform/store/database.ts'
import {
  archivePartition,
  listEndedPartitions,
  type Partition,
} from '../../platform/store/partitions/partitions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Archives a month, and returns its new name. A record with later versions keeps a copy of its last one of the month, so that
 * its state at each later moment can be read, until a month that supersedes the copy is archived. A record without later
 * versions needs none: it is as its row says, and its next change stores the values before it.
 */
async function archiveMonth(trx: Trx, partition: Partition): Promise<Partition> {
  const lastVersions = (month: Partition, since: unknown) => sql`
    select distinct on (data_table, data_id) * from ${sql.raw(month)} p
    where exists (select 1 from sys_data_log l
      where l.data_table = p.data_table and l.data_id = p.data_id and l.create_time >= ${since}::timestamp)
    order by data_table, data_id, data_version desc`
  const end = sql`sys_partition_end(${partition}::regclass)`
  const recently = formatDateTime(new Date(Date.now() - HOUR))
  // Before the month is detached, because nobody can write a version between that and the commit.
  await sql`create temporary table kept_version (like ${sql.raw(partition)}) on commit drop`.execute(trx)
  await sql`insert into kept_version ${lastVersions(partition, end)}`.execute(trx)
  await sql`
    delete from sys_data_log l using ${sql.raw(partition)} p
    where l.create_time < (select min(create_time) from ${sql.raw(partition)})
      and l.data_table = p.data_table and l.data_id = p.data_id and l.data_version < p.data_version`.execute(
    trx,
  )
  const archived = await archivePartition(trx, 'sys_data_log', partition)
  // Records may have got a later version meanwhile.
  await sql`
    insert into kept_version select * from (${lastVersions(archived, recently)}) as late
    where not exists (select 1 from kept_version k where k.id = late.id)`.execute(trx)
  await sql`select sys_move_rows('kept_version', 'sys_data_log', 'data_version', null, null)`.execute(trx)
  return archived
}

/** Archives the months that ended before the time for which versions are kept, by the owner's login: the application's may only add. */
export const archiveOldVersions: Job<PlatformServices> = {
  name: 'archive-old-versions',
  // 03:55 in China.
  schedule: '55 19 * * *',
  catchUp: DAY,
  async run({ db, config, log }) {
    if (config.versionKeepDays === 0) return
    for (const partition of await listEndedPartitions(db.owner, 'sys_data_log', config.versionKeepDays)) {
      const archived = await db.owner.transaction().execute((trx) => archiveMonth(trx, partition))
      log.info({ archived }, 'old versions of records were archived')
    }
  },
}
