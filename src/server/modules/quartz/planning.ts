import { sql } from 'kysely'
import { type CronExpression, listValues } from '#runtime/kernel/cron/expression.ts'
import { cronWarnings, nextRuns } from '#runtime/kernel/cron/next-runs.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { cancelRun, planRun } from '../../platform/jobs/plan-run.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'

/** The name of the task that carries out runs. */
export const RUN_TASK = 'run-scheduled-job'
/** The server and its database have the time of China (`main.ts`, `store/pool.ts`). */
const ZONE = 'Asia/Shanghai'

/** The value of `status` for a job that is started. */
export const STARTED = 0
export const PAUSED = -1

/** Seconds after which a server that took a run, and has not begun it, has ended: it begins within the time limit of a statement. */
const TAKEN_SECONDS = 60
/** The same for serial runs, which end by themselves long before. Without that the next ones of their key would wait, too. */
const SERIAL_SECONDS = 300

/** What the queue tells the task: a planned run of a job, or a run that the log has already. */
export type RunRequest = { job: string; due: string } | { run: string }

const planKey = (job: string): string => `quartz:${job}`
const storedKey = (run: string): string => `quartz-run:${run}`

/** The next runs of an expression after an instant; empty for one that cannot be read. */
export function upcomingRuns(cron: string, after: Date, count: number): Date[] {
  const parsed = parseCron(cron)
  return parsed.ok ? nextRuns(parsed.value, after, count, ZONE) : []
}

/** Why a job cannot have this expression; undefined if it can. */
export function cronFault(cron: string, now: Date): string | undefined {
  const parsed = parseCron(cron)
  if (!parsed.ok) return parsed.text
  if (nextRuns(parsed.value, now, 1, ZONE).length === 0)
    return `${cronWarnings(parsed.value, now, ZONE)[0]}，请改 cron 表达式`
  return hasManySeconds(parsed.value) ? '两次执行至少相隔 1 分钟，「秒」请只写一个数' : undefined
}

const hasManySeconds = ({ second }: CronExpression): boolean => listValues(second, 'second').length > 1

/** Plans the first run of a job after an instant, in the transaction; without a further run the plan ends. */
export async function planNext(
  trx: Db,
  { id, cron }: { id: string; cron: string },
  after: Date,
): Promise<Date | null> {
  const [due] = upcomingRuns(cron, after, 1)
  if (!due) {
    await endPlan(trx, id)
    return null
  }
  await sql`
    insert into sys_quartz_plan (job_id, next_run) values (${id}, ${due.toISOString()}::timestamptz)
    on conflict (job_id) do update set next_run = excluded.next_run`.execute(trx)
  await showNext(trx, id, due.toISOString())
  const payload: RunRequest = { job: id, due: due.toISOString() }
  await planRun(trx, { task: RUN_TASK, key: planKey(id), payload, due })
  return due
}

/** The list of jobs shows the next run; the plan is in `sys_quartz_plan`, which no form writes. */
const showNext = (trx: Db, id: string, due: string | null) =>
  sql`update sys_quartz_job set next_run = ${due}::timestamptz where id = ${id}`.execute(trx)

/** Takes back what is planned for a job, and its attempts that wait. A run under way goes on. */
export async function endPlan(trx: Db, id: string): Promise<void> {
  await sql`delete from sys_quartz_plan where job_id = ${id}`.execute(trx)
  await showNext(trx, id, null)
  await cancelRun(trx, planKey(id))
}

/** The attempts and requested runs of a job that have not begun do not begin any more. */
export async function dropWaiting(trx: Db, id: string): Promise<void> {
  await sql`
    update sys_quartz_run set state = 'cancelled', end_time = localtimestamp
    where job_id = ${id} and state = 'waiting'`.execute(trx)
}

/** Plans a run that stands in the log as waiting. */
export const planStored = (trx: Db, run: string, due: Date): Promise<void> => {
  const payload: RunRequest = { run }
  return planRun(trx, { task: RUN_TASK, key: storedKey(run), payload, due })
}

/** The jobs that are started and whose next run is not in the queue. */
export async function listUnplanned(owner: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from sys_quartz_job j
    where j.status = ${STARTED} and j.del_flag = 0 and not exists (
      select 1 from graphile_worker.jobs q where q.key = 'quartz:' || j.id and q.attempts < q.max_attempts)
    order by j.id`.execute(owner)
  return rows.map(({ id }) => id)
}

/**
 * Gives back what servers took from the queue and did not begin, or as serial runs did not finish, before they ended, so that
 * another server begins it: without that it would wait for hours, until the library takes the server for ended. Returns the
 * number of these runs.
 */
export async function giveBackTaken(owner: Db): Promise<number> {
  const { rows } = await sql<{ worker: string }>`
    select q.locked_by as worker from graphile_worker.jobs q
    where q.task_identifier = ${RUN_TASK} and q.locked_at < now() - make_interval(secs => ${TAKEN_SECONDS})
      and (starts_with(q.key, ${planKey('')})
        or exists (select 1 from sys_quartz_run r where q.key = ${storedKey('')} || r.id and r.state = 'waiting'))
      or q.queue_name is not null and q.locked_at < now() - make_interval(secs => ${SERIAL_SECONDS})`.execute(
    owner,
  )
  const workers = rows.map(({ worker }) => worker)
  // A worker has one run at a time.
  if (workers.length > 0)
    await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(owner)
  return workers.length
}

/** Plans the next run of a job that is still started. */
export async function planAgain(trx: Db, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; cron: string }>`
    select id, cron_expression as cron from sys_quartz_job
    where id = ${id} and status = ${STARTED} and del_flag = 0 for update`.execute(trx)
  for (const job of rows) await planNext(trx, job, currentTime())
}
