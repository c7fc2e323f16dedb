import Type from 'typebox'
import { defineJobType } from '../../platform/jobs/job-type.ts'
import type { Database } from '../../platform/store/database.ts'
import { archiveLog } from './archive-log.ts'

/** Days that the log cannot be shorter than: what happened last week can always be looked up. */
const MIN_DAYS = 7

/** Archives the months of the log of sign-ins that ended more days ago. */
export const cleanLogs = defineJobType({
  name: 'cleanLogs',
  title: '清理日志',
  parameters: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3650 }) }),
  fault: (_services: { db: Database }, { days }) =>
    days < MIN_DAYS ? { key: 'days', text: `日志至少保留 ${MIN_DAYS} 天` } : undefined,
  async run({ db }, { days }) {
    const archived = await archiveLog(db, days)
    return `归档 ${archived.length} 个月的日志`
  },
})
