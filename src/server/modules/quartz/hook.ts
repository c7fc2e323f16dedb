import type { JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { BoundJobType, ParameterFault } from '../../platform/jobs/job-type.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { badValues } from '../../records/refuse.ts'
import { readParameters } from './execute.ts'
import { cronFault, dropWaiting, endPlan, planNext, STARTED } from './planning.ts'

interface HookServices {
  jobTypes: readonly BoundJobType[]
}

/** Why a job cannot have its type and its parameters; undefined where it can. */
function findFault({ jobTypes }: HookServices, job: Readonly<JsonObject>): ParameterFault | undefined {
  const type = jobTypes.find(({ name }) => name === job.jobClassName)
  return type
    ? type.fault(readParameters(type, job))
    : { key: 'jobClassName', text: '任务类型未登记：请在「任务类名」里选一种' }
}

/** A change that only pauses a job is no reason to look at its parameters again. */
const isPause = (before: Readonly<JsonObject> | null, after: Readonly<JsonObject>): boolean =>
  before?.status === STARTED && after.status !== STARTED

/**
 * Checks the parameters of a job by its type for every writer, plans its next run in the transaction of its change, and takes
 * the plan back when the job is paused or removed.
 */
export const quartzHook = (read: () => HookServices): RecordHook => ({
  name: 'quartz.plan',
  table: 'sys_quartz_job',
  description:
    '定时任务：任务类型没有登记、参数不合它的要求、cron 表达式不会再执行、或两次执行不到 1 分钟时拒绝保存；启动的任务排好下一次执行，暂停和删除的不再执行。读 cronExpression、status',
  async beforeSave({ before, after }) {
    const fault = isPause(before, after) ? undefined : findFault(read(), after)
    if (fault) throw badValues([{ path: pointer(fault.key), code: 'parameter', text: fault.text }])
    const cron = String(after.cronExpression ?? '')
    if (before?.cronExpression === cron && after.status !== STARTED) return
    const text = cronFault(cron, currentTime())
    if (text !== undefined)
      throw badValues([{ path: pointer('cronExpression'), code: 'cron', text: `执行时间：${text}` }])
  },
  async afterSave({ trx, before, after }) {
    const id = String(after.id)
    const isSame = before?.status === after.status && before?.cronExpression === after.cronExpression
    if (isSame) return
    if (after.status === STARTED) {
      await planNext(trx, { id, cron: String(after.cronExpression) }, currentTime())
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
})
