import { isBlank } from '#runtime/kernel/json.ts'
import type { BoundJobType } from '../../platform/jobs/job-type.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentRequester, runAs } from '../../platform/store/requester.ts'
import type { Values } from '../../records/read/record.ts'
import { type Claim, type ClaimServices, claim } from './claim.ts'
import { RUN_TASK, type RunRequest } from './planning.ts'
import { BEAT_SECONDS, beat, type Ending, endRun } from './runs.ts'

export type ExecuteServices = ClaimServices &
  Pick<PlatformServices, 'log'> & { jobTypes: readonly BoundJobType[] }

/** Seconds for a run of a job without a limit of its own. */
const DEFAULT_LIMIT = 600
/** Milliseconds that a run has to end by itself after its signal was aborted at the stop of the server. */
const STOP_MS = 3000

/** The parameters of a type in a record of the screen; blank ones are left out. */
export const readParameters = ({ keys }: Pick<BoundJobType, 'keys'>, job: Values): Record<string, unknown> =>
  Object.fromEntries(keys.flatMap((key) => (isBlank(job[key]) ? [] : [[key, job[key]]])))

/** Resolves with the reason, some time after the signal: code that does not listen to it keeps nobody waiting. */
const afterAbort = (signal: AbortSignal, reason: Ending, delay: number): Promise<Ending> =>
  new Promise((resolve) => {
    const wait = () => void setTimeout(resolve, delay, reason).unref()
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
  })

interface Outcome {
  state: Ending
  result?: string
  error?: string
}

const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs the code of the job until it ends, its time is over, the server stops, or the run was taken for interrupted. */
async function runCode(
  { jobTypes }: ExecuteServices,
  { job, occasion }: Claim,
  { stop, lost }: { stop: AbortSignal; lost: AbortSignal },
): Promise<Outcome> {
  const type = jobTypes.find(({ name }) => name === job.jobClassName)
  if (!type) return { state: 'failed', error: `任务类型「${job.jobClassName}」未登记` }
  const seconds = Number(job.timeLimit ?? DEFAULT_LIMIT)
  const limit = AbortSignal.timeout(seconds * 1000)
  const signal = AbortSignal.any([limit, stop, lost])
  const sender = `定时任务 ${type.title}`
  const runType = () =>
    type.run(readParameters(type, job), {
      job: String(job.id),
      occasion,
      description: String(job.description ?? ''),
      signal,
    })
  const code = runAs({ ...currentRequester(), sender }, runType).then(
    (result): Outcome => ({ state: 'done', result }),
    (error: unknown): Outcome => ({ state: 'failed', error: formatError(error) }),
  )
  const outcome = await Promise.race([
    code,
    afterAbort(limit, 'timeout', 0),
    afterAbort(AbortSignal.any([stop, lost]), 'interrupted', STOP_MS),
  ])
  if (typeof outcome === 'object' && (outcome.state === 'done' || !signal.aborted)) return outcome
  if (limit.aborted) return { state: 'timeout', error: `超过 ${seconds} 秒还没有执行完，已中止` }
  return { state: 'interrupted', error: '服务器停止，没有执行完' }
}

/** Carries out a run that has begun, with signs of life, and writes its end into the log. */
async function carryOut(services: ExecuteServices, claimed: Claim, stop: AbortSignal): Promise<void> {
  const { run, job } = claimed
  const lost = new AbortController()
  const beats = setInterval(() => {
    beat(services.db.app, run)
      .then((isOurs) => isOurs || lost.abort())
      // Without a database the run is taken for interrupted by another server.
      .catch((error: unknown) => services.log.warn({ err: error, run }, 'no sign of life of a scheduled job'))
  }, BEAT_SECONDS * 1000)
  const began = performance.now()
  try {
    const outcome = await runCode(services, claimed, { stop, lost: lost.signal })
    await endRun(services.db, run, { ...outcome, cost: performance.now() - began })
    if (outcome.state !== 'done')
      services.log.warn(
        { job: job.id, run, state: outcome.state, reason: outcome.error },
        'a scheduled job failed',
      )
  } finally {
    clearInterval(beats)
  }
}

/** Carries out what the queue asks for. */
export const runTask: Task<ExecuteServices> = {
  name: RUN_TASK,
  async run(services, payload, signal) {
    const claimed = await claim(services, payload as RunRequest)
    if (claimed) await carryOut(services, claimed, signal)
  },
}
