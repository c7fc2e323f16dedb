import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { RecordServices } from '../../records/services.ts'
import { letTimeCome } from './act.ts'

/** Tasks of one run. */
const BATCH = 500

/** Lets the time of the tasks come that are due, each in a transaction of its own; returns their number. */
export async function runDueTasks(services: RecordServices, signal?: AbortSignal): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select t.id from sys_workflow_task t join sys_workflow_case c on c.id = t.case_id
    where t.status = 'open' and t.due_time <= localtimestamp and c.status = 'running'
    order by t.due_time limit ${BATCH}`.execute(services.db.app)
  let count = 0
  for (const { id } of rows) {
    if (signal?.aborted) break
    try {
      if (await letTimeCome(services, id)) count += 1
    } catch (error) {
      // It is tried again at the next run.
      services.log.warn({ err: error, task: id }, 'the time of a task could not come')
    }
  }
  return count
}

export const dueJob: Job<RecordServices> = {
  name: 'workflow-due',
  schedule: '* * * * *',
  catchUp: 0,
  run: async (services, signal) => void (await runDueTasks(services, signal)),
}
