import { hostname } from 'node:os'
import { sql } from 'kysely'
import { currentTime } from '../../platform/store/clock.ts'
import type { Database, Db, Trx } from '../../platform/store/database.ts'
import { newId } from '../../records/write.ts'
import { planStored } from './planning.ts'

/** Seconds between two signs of life of a run. */
export const BEAT_SECONDS = 15
/** Seconds without a sign of life after which the server of a run has ended. */
const SILENCE_SECONDS = 60
const MAX_RESULT = 500
const MAX_ERROR = 2000
/** Milliseconds before the first further attempt; the pause doubles with each attempt. */
const RETRY_MS = 30_000
/** Days for which the log is kept. */
const KEEP_DAYS = 90

/** Names this server in the log. */
const serverName = `${hostname()}:${process.pid}`.slice(-100)

/** Why a run began. */
export type Cause = 'plan' | 'hand' | 'retry'
/** How a run that began has ended. */
export type Ending = 'done' | 'failed' | 'timeout' | 'interrupted'
/** Why a run did not begin. */
type Omission = 'missed' | 'skipped'

/** What the log says of the job. */
export interface LoggedJob {
  id: string
  jobClassName: string
  description: string | null
}

interface NewRun {
  cause: Cause
  state: 'waiting' | 'running' | Omission
  attempt?: number
  due: Date
  error?: string
  by?: string
}

/** The list of jobs shows the last run and how it ended. */
const showLast = (trx: Db, job: string, state: string, isEnd = false) =>
  sql`update sys_quartz_job set last_state = ${state}, last_run = case when ${isEnd} then last_run else localtimestamp end
    where id = ${job}`.execute(trx)

/** Writes a run into the log; one that runs begins now, on this server. */
export async function addRun(
  trx: Db,
  { id: job, jobClassName, description }: LoggedJob,
  { cause, state, attempt = 1, due, error, by = 'system' }: NewRun,
): Promise<string> {
  const id = newId()
  const isRunning = state === 'running'
  await sql`
    insert into sys_quartz_run (id, create_by, create_time, job_id, job_class_name, description, cause, state, attempt,
      due_time, begin_time, server, error, beat)
    values (${id}, ${by}, localtimestamp, ${job}, ${jobClassName}, ${description}, ${cause}, ${state}, ${attempt}::int,
      ${due.toISOString()}::timestamptz, case when ${isRunning} then localtimestamp end,
      ${state === 'waiting' ? null : serverName}, ${error ?? null}, case when ${isRunning} then now() end)`.execute(
    trx,
  )
  if (state !== 'waiting') await showLast(trx, job, state)
  return id
}

/** The job of a run that waits; undefined where it was cancelled or has begun. */
export async function jobOfWaiting(trx: Trx, run: string): Promise<string | undefined> {
  const { rows } = await sql<{ job: string }>`
    select job_id as job from sys_quartz_run where id = ${run} and state = 'waiting'`.execute(trx)
  return rows[0]?.job
}

/** Names the time of a job that a run is for: the same for all its attempts. */
export async function readOccasion(trx: Trx, run: string): Promise<string> {
  const { rows } = await sql<{ occasion: string }>`
    select job_id || ' ' || extract(epoch from due_time::timestamptz)::bigint as occasion from sys_quartz_run
    where id = ${run}`.execute(trx)
  return rows[0]?.occasion ?? run
}

/**
 * A waiting run begins on this server, or does not begin for the reason `omitted`; false where it was cancelled or has begun.
 * The job is locked before its runs, here and at its changes.
 */
export async function beginWaiting(
  trx: Trx,
  { run, job, omitted }: { run: string; job: string; omitted: string | undefined },
): Promise<boolean> {
  const isBegun = omitted === undefined
  const state = isBegun ? 'running' : 'skipped'
  const { rows } = await sql`
    update sys_quartz_run set state = ${state}, begin_time = case when ${isBegun} then localtimestamp end,
      beat = now(), server = ${serverName}, error = ${omitted ?? null}
    where id = ${run} and state = 'waiting' returning 1`.execute(trx)
  if (rows.length > 0) await showLast(trx, job, state)
  return rows.length > 0
}

/** Whether a run of the job is under way on a server that lives. */
export async function isUnderWay(trx: Db, job: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_quartz_run where job_id = ${job} and state = 'running'
      and beat > now() - make_interval(secs => ${SILENCE_SECONDS}) limit 1`.execute(trx)
  return rows.length > 0
}

/** False when the run is not under way any more: another server has taken it for interrupted. */
export async function beat(db: Db, run: string): Promise<boolean> {
  const { rows } = await sql`
    update sys_quartz_run set beat = now() where id = ${run} and state = 'running' returning 1`.execute(db)
  return rows.length > 0
}

interface Ended {
  state: Ending
  /** Milliseconds. */
  cost: number
  result?: string
  error?: string
}

/** Ends a run in the log, and plans another attempt of a failed one while the job has attempts left and is not paused. */
export function endRun(db: Database, run: string, { state, cost, result, error }: Ended): Promise<void> {
  return db.write(async (trx) => {
    const { rows } = await sql<StoredRun>`
      update sys_quartz_run set state = ${state}, end_time = localtimestamp, cost_time = ${Math.round(cost)}::int,
        result = ${result?.slice(0, MAX_RESULT) ?? null}, error = ${error?.slice(0, MAX_ERROR) ?? null}
      where id = ${run} and state = 'running' returning ${storedRun}`.execute(trx)
    const [ended] = rows
    if (!ended) return
    await showLast(trx, ended.id, state, true)
    if (state !== 'done') await planRetry(trx, ended)
  })
}

interface StoredRun extends LoggedJob {
  attempt: number
  due: Date
}

const storedRun = sql`job_id as id, job_class_name as "jobClassName", description, attempt,
  due_time::timestamptz as due`

/** A paused job has further attempts of what was begun by hand only. */
async function planRetry(trx: Trx, { attempt, due, ...job }: StoredRun): Promise<void> {
  const { rows } = await sql`
    select 1 from sys_quartz_job where id = ${job.id} and del_flag = 0 and coalesce(retries, 0) >= ${attempt}
      and (status = 0 or exists (select 1 from sys_quartz_run where job_id = ${job.id} and cause = 'hand'
        and due_time = ${new Date(due).toISOString()}::timestamptz)) for share`.execute(trx)
  if (rows.length === 0) return
  const run = await addRun(trx, job, {
    cause: 'retry',
    state: 'waiting',
    attempt: attempt + 1,
    due: new Date(due),
  })
  await planStored(trx, run, new Date(currentTime().getTime() + RETRY_MS * 2 ** (attempt - 1)))
}

/** Logs the runs whose server has ended during them as interrupted; returns their number. */
export function endInterrupted(db: Database): Promise<number> {
  return db.write(async (trx) => {
    const { rows } = await sql<StoredRun>`
      update sys_quartz_run set state = 'interrupted', end_time = beat, error = '执行它的服务器中途停止了',
        cost_time = extract(epoch from beat::timestamp - begin_time)::int * 1000
      where state = 'running' and beat < now() - make_interval(secs => ${SILENCE_SECONDS})
      returning ${storedRun}`.execute(trx)
    for (const run of rows) {
      await showLast(trx, run.id, 'interrupted', true)
      await planRetry(trx, run)
    }
    return rows.length
  })
}

/** Removes what the log has kept long enough. */
export const removeOldRuns = (db: Db) =>
  sql`delete from sys_quartz_run where state not in ('waiting', 'running')
    and create_time < localtimestamp - make_interval(days => ${KEEP_DAYS})`.execute(db)
