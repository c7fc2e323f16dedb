import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { archiveMonths } from '../../platform/store/partitions/partitions.ts'

/** Archives old messages: a message and its recipients are in the partitions of one month. */
export const archiveOldMessages: Job<PlatformServices> = {
  name: 'archive-old-messages',
  // 04:00 in China.
  schedule: '0 20 * * *',
  catchUp: 24 * 3_600_000,
  async run({ db, config, log }) {
    if (config.messageKeepDays === 0) return
    for (const table of ['sys_announcement_send', 'sys_announcement']) {
      const archived = await archiveMonths(db.owner, table, config.messageKeepDays)
      if (archived.length > 0) log.info({ archived }, 'old messages were archived')
    }
  },
}
