import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Database, Trx } from '../../platform/store/database.ts'
import { readHead, type Values } from '../../records/read/record.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { planNext, type RunRequest, STARTED } from './planning.ts'
import { addRun, beginWaiting, isUnderWay, jobOfWaiting, type LoggedJob, readOccasion } from './runs.ts'

/** The id of the screen. */
export const quartzId = 'system/quartz-job'
/** Milliseconds after its time from which a run was missed: no server was running, or none had room for it. */
const MISSED_MS = 60_000

export type ClaimServices = Pick<ReadServices, 'documents'> & { db: Database }

/** A run that this server carries out. */
export interface Claim {
  run: string
  /** The job as its screen stores it. */
  job: Values
  /** The same for all attempts of the run. */
  occasion: string
}

/** The job with the fields of its screen, locked against other servers; undefined for one that was removed. */
async function lockJob(trx: Trx, { documents }: ClaimServices, id: string): Promise<Values | undefined> {
  const entry = documents.screen(quartzId)
  if (!entry) return undefined
  return await readHead(trx, getResource(entry.document, entry.documentHash, fieldValues), id, [], true)
}

export const loggedJob = ({ id, jobClassName, description }: Values): LoggedJob => ({
  id: String(id),
  jobClassName: String(jobClassName),
  description: description === null || description === undefined ? null : String(description),
})

const busyText = '上一次还没有执行完，任务不允许同时执行'

const isBusy = async (trx: Trx, job: Values): Promise<boolean> =>
  job.concurrent !== 'Y' && (await isUnderWay(trx, String(job.id)))

/** Takes the planned run: false when another server has, or the job has another plan by now. */
async function takePlan(trx: Trx, job: string, due: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_quartz_plan where job_id = ${job} and next_run = ${due}::timestamptz`.execute(trx)
  return rows.length > 0
}

/** Begins a planned run and plans the next one in the same transaction, so that no ending of a server loses it. */
const claimPlanned = (services: ClaimServices, id: string, due: Date): Promise<Claim | undefined> =>
  services.db.write(async (trx) => {
    const job = await lockJob(trx, services, id)
    if (job?.status !== STARTED || !(await takePlan(trx, id, due.toISOString()))) return undefined
    const now = currentTime()
    await planNext(trx, { id, cron: String(job.cronExpression) }, now > due ? now : due)
    const logged = loggedJob(job)
    const isMissed = now.getTime() - due.getTime() > MISSED_MS
    if (isMissed && job.misfire !== 'once') {
      const error = '到时间后 1 分钟内没有空闲的服务器，错过的不补做'
      await addRun(trx, logged, { cause: 'plan', state: 'missed', due, error })
      return undefined
    }
    if (await isBusy(trx, job)) {
      await addRun(trx, logged, { cause: 'plan', state: 'skipped', due, error: busyText })
      return undefined
    }
    const run = await addRun(trx, logged, { cause: 'plan', state: 'running', due })
    return { run, job, occasion: await readOccasion(trx, run) }
  })

/** Begins a run that stands in the log as waiting. */
const claimWaiting = (services: ClaimServices, run: string): Promise<Claim | undefined> =>
  services.db.write(async (trx) => {
    const id = await jobOfWaiting(trx, run)
    const job = id === undefined ? undefined : await lockJob(trx, services, id)
    if (id === undefined || !job) return undefined
    const omitted = (await isBusy(trx, job)) ? busyText : undefined
    const isOurs = await beginWaiting(trx, { run, job: id, omitted })
    if (!isOurs || omitted !== undefined) return undefined
    return { run, job, occasion: await readOccasion(trx, run) }
  })

/** Begins the run that the queue asks for; undefined where it does not begin. */
export const claim = (services: ClaimServices, request: RunRequest): Promise<Claim | undefined> =>
  'run' in request
    ? claimWaiting(services, request.run)
    : claimPlanned(services, request.job, new Date(request.due))
