import { sql } from 'kysely'
import type { Db } from '../store/database.ts'

export interface PlannedRun {
  /** The name of the `Task` that carries it out. */
  task: string
  /** Names the run: a run of the same key that has not begun is replaced. */
  key: string
  payload: object
  due: Date
}

/** Plans a run of a task in the transaction of the change that asks for it (`sys_plan_run`). */
export const planRun = async (trx: Db, { task, key, payload, due }: PlannedRun): Promise<void> => {
  await sql`select sys_plan_run(${task}, ${key}, ${JSON.stringify(payload)}::json, ${due.toISOString()}::timestamptz)`.execute(
    trx,
  )
}

/** Takes a planned run back; one that has begun goes on. */
export const cancelRun = async (trx: Db, key: string): Promise<void> => {
  await sql`select sys_plan_run(null, ${key}, null, null)`.execute(trx)
}
