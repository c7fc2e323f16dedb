import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Db } from '../../platform/store/database.ts'
import type { RecordServices } from '../../records/services.ts'
import { letTimeCome } from './act.ts'

/** Tasks that are read at once. */
const BATCH = 500

interface DueTask {
  id: string
  due: string
}

/** The next tasks that are due, after one of them. */
async function readDue(db: Db, after: DueTask | undefined): Promise<DueTask[]> {
  const isLater = after ? sql`(t.due_time, t.id) > (${after.due}::timestamp, ${after.id})` : sql`true`
  const { rows } = await sql<DueTask>`
    select t.id, t.due_time::text as due from sys_workflow_task t join sys_workflow_case c on c.id = t.case_id
    where t.status = 'open' and t.due_time <= localtimestamp and c.status = 'running' and ${isLater}
    order by t.due_time, t.id limit ${BATCH}`.execute(db)
  return rows
}

/**
 * Lets the time of the tasks come that are due, each in a transaction of its own; returns their number. All of them are tried:
 * those whose time cannot come remain due, and would hide the later ones.
 */
export async function runDueTasks(services: RecordServices, signal?: AbortSignal): Promise<number> {
  let count = 0
  let rows: DueTask[] = []
  do {
    rows = await readDue(services.db.app, rows.at(-1))
    for (const { id } of rows) {
      if (signal?.aborted) return count
      try {
        if (await letTimeCome(services, id)) count += 1
      } catch (error) {
        // It is tried again at the next run.
        services.log.warn({ err: error, task: id }, 'the time of a task could not come')
      }
    }
  } while (rows.length === BATCH)
  return count
}

export const dueJob: Job<RecordServices> = {
  name: 'workflow-due',
  schedule: '* * * * *',
  catchUp: 0,
  run: async (services, signal) => void (await runDueTasks(services, signal)),
}
