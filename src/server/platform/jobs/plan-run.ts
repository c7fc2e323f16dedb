import { sql } from 'kysely'
import type { Db } from '../store/database.ts'

export interface PlannedRun {
  /** The name of the `Task` that carries it out. */
  task: string
  /** Names the run: a run of the same key that has not begun is replaced. */
  key: string
  payload: object
  due: Date
  /** Runs of the key follow each other; they begin after runs that are not serial, and end after `SERIAL_MS`. */
  isSerial?: boolean
}

/** Milliseconds after which a serial run begins nothing more and plans the next one, so that others get its place. */
export const SERIAL_MS = 20_000

/** Plans a run of a task in the transaction of the change that asks for it. */
export const planRun = async (
  trx: Db,
  { task, key, payload, due, isSerial = false }: PlannedRun,
): Promise<void> => {
  const plan = sql.id(isSerial ? 'sys_queue_run' : 'sys_plan_run')
  await sql`select ${plan}(${task}, ${key}, ${JSON.stringify(payload)}::json, ${due.toISOString()}::timestamptz)`.execute(
    trx,
  )
}

/** Takes a planned run back; one that has begun goes on. */
export const cancelRun = async (trx: Db, key: string): Promise<void> => {
  await sql`select sys_plan_run(null, ${key}, null, null)`.execute(trx)
}
