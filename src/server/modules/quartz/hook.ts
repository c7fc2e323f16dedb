import { pointer } from '#runtime/kernel/problem.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { cronFault, dropWaiting, endPlan, planNext, STARTED } from './planning.ts'

/** Plans the next run of a job in the transaction of its change, and takes it back when the job is paused or removed. */
export const quartzHook: RecordHook = {
  name: 'quartz.plan',
  table: 'sys_quartz_job',
  description:
    '定时任务：cron 表达式不会再执行、或两次执行不到 1 分钟时拒绝保存；启动的任务排好下一次执行，暂停和删除的不再执行。读 cronExpression、status',
  async beforeSave({ before, after }) {
    const cron = String(after.cronExpression ?? '')
    if (before?.cronExpression === cron && after.status !== STARTED) return
    const text = cronFault(cron, new Date())
    if (text !== undefined)
      throw badValues([{ path: pointer('cronExpression'), code: 'cron', text: `执行时间：${text}` }])
  },
  async afterSave({ trx, before, after }) {
    const id = String(after.id)
    const isSame = before?.status === after.status && before?.cronExpression === after.cronExpression
    if (isSame) return
    if (after.status === STARTED) {
      await planNext(trx, { id, cron: String(after.cronExpression) }, new Date())
      return
    }
    await endPlan(trx, id)
    await dropWaiting(trx, id)
  },
  async beforeRemove({ trx, records }) {
    for (const { id } of records) {
      await endPlan(trx, String(id))
      await dropWaiting(trx, String(id))
    }
  },
}
