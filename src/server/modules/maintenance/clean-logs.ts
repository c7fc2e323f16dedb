import Type from 'typebox'
import { defineJobType } from '../../platform/jobs/job-type.ts'
import type { Database } from '../../platform/store/database.ts'
import { logSweep, sweepTable } from './sweeps.ts'

/** Days that the log cannot be shorter than: what happened last week can always be looked up. */
const MIN_DAYS = 7

/** Removes what the log of sign-ins and operations has from more days ago. */
export const cleanLogs = defineJobType({
  name: 'cleanLogs',
  title: '清理日志',
  parameters: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3650 }) }),
  fault: (_services: { db: Database }, { days }) =>
    days < MIN_DAYS ? { key: 'days', text: `日志至少保留 ${MIN_DAYS} 天` } : undefined,
  async run({ db }, { days }, { signal }) {
    const removed = await sweepTable(db, logSweep(days), signal)
    signal.throwIfAborted()
    return `删除 ${removed} 条日志`
  },
})
