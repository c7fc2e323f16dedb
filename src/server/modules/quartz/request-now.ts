import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Values } from '../../records/read/record.ts'
import { loggedJob } from './claim.ts'
import { planStored } from './planning.ts'
import { addRun, isUnderWay } from './runs.ts'

const refuse = defineRefusals({
  JOB_UNDER_WAY: '任务正在执行，不允许同时执行；请等它执行完，或在任务里把「允许同时执行」改为是',
})

/** Seconds within which a second request for a run is the same one: a double click. */
const SAME_SECONDS = 5

/** Asks for a run of a job now, whether it is started or paused. */
export async function requestNow(trx: Trx, job: Values, by: string): Promise<void> {
  const logged = loggedJob(job)
  // Simultaneous requests wait for each other here.
  await sql`select 1 from sys_quartz_job where id = ${logged.id} for update`.execute(trx)
  const { rows } = await sql`
    select 1 from sys_quartz_run where job_id = ${logged.id} and cause = 'hand'
      and (state = 'waiting' or create_time > localtimestamp - make_interval(secs => ${SAME_SECONDS})) limit 1`.execute(
    trx,
  )
  if (rows.length > 0) return
  if (job.concurrent !== 'Y' && (await isUnderWay(trx, logged.id))) throw refuse('JOB_UNDER_WAY')
  const due = currentTime()
  await planStored(trx, await addRun(trx, logged, { cause: 'hand', state: 'waiting', due, by }), due)
}
