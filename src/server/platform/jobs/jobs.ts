import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  Logger as LibraryLogger,
  parseCronItems,
  type RunnerOptions,
  run,
  runMigrations,
} from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database, Links } from '../store/database.ts'
import { withSchemaLock } from '../store/migrate.ts'
import { keepRunning } from './keep-running.ts'

/** Work that recurs. All servers of one database share its schedule: each planned run is carried out by one of them. */
export interface Job<S> {
  /** The key of the job in the database: letters, digits and hyphens. */
  name: string
  /** Cron with five fields, in UTC. */
  schedule: string
  /** Milliseconds. A planned run that was missed by less than this, because no server ran, is made up at the next start. */
  catchUp: number
  /** Ends early when the signal is aborted. A run that throws is logged and tried again after some seconds. */
  run(services: S, signal: AbortSignal): Promise<void>
}

/** Work that `planRun` asks for at a time; one server of the database carries out each run. */
export interface Task<S> {
  name: string
  /** Ends early when the signal is aborted. A run that throws is logged and tried again after some seconds. */
  run(services: S, payload: unknown, signal: AbortSignal): Promise<void>
}

/** Runs of a failing job until the next planned one: the pauses grow from 3 seconds to 2 minutes. */
const MAX_ATTEMPTS = 5
/** Milliseconds between two looks for waiting runs; the database announces a run that is due at once. */
const POLL_INTERVAL_MS = 5000
/** The same for tasks, which begin at a second that people have chosen. */
const TASK_POLL_INTERVAL_MS = 2000
/** Runs of tasks at the same time on one server. They do not delay the jobs, which have a runner of their own. */
const TASK_CONCURRENCY = 4

const findTask = (meta?: { job?: unknown }): string | undefined =>
  (meta?.job as { task_identifier?: string } | undefined)?.task_identifier

/** Writes the library's warnings and errors to the server's log. */
const loggerTo = (log: Logger): LibraryLogger =>
  new LibraryLogger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const details = { job: findTask(meta), err: meta?.error }
    if (level === 'warning') log.warn(details, message)
    else log.error(details, meta?.failure === true ? 'job failed' : message)
  })

/** Connections of the owner's login: the queue's tables admit no other (docs/decisions/0001-jobs.md). */
export function openPool(link: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...link, application_name: 'gazetteer-office-jobs', max: 4, keepAlive: true })
  // Without listeners a connection that breaks would end the process; the library connects again by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Begins to carry out the jobs and tasks, and makes the queue's tables where they are missing. The returned function aborts
 * the signal of runs under way and waits until they have ended.
 */
export async function startJobs<S>(
  jobs: readonly Job<S>[],
  services: S,
  { db, links, log }: { db: Database; links: Links; log: Logger },
  tasks: readonly Task<S>[] = [],
): Promise<() => Promise<void>> {
  const abort = new AbortController()
  const pool = openPool(links.owner)
  const shared = { pgPool: pool, logger: loggerTo(log), noHandleSignals: true }
  try {
    await withSchemaLock(db.owner, () => runMigrations(shared))
  } catch (error) {
    await pool.end()
    throw error
  }
  const planned = jobs.map(({ name, schedule, catchUp }) => ({
    task: name,
    match: schedule,
    options: { backfillPeriod: catchUp, maxAttempts: MAX_ATTEMPTS, jobKey: name },
  }))
  const begin = (options: RunnerOptions) =>
    keepRunning((events) => run({ ...shared, events, ...options }), log)
  const { signal } = abort
  // The library refuses to look up jobs without a list of tasks.
  const stops = [
    jobs.length === 0
      ? undefined
      : begin({
          concurrency: 1,
          pollInterval: POLL_INTERVAL_MS,
          taskList: Object.fromEntries(jobs.map((job) => [job.name, () => job.run(services, signal)])),
          parsedCronItems: parseCronItems(planned),
        }),
    tasks.length === 0
      ? undefined
      : begin({
          concurrency: TASK_CONCURRENCY,
          pollInterval: TASK_POLL_INTERVAL_MS,
          taskList: Object.fromEntries(
            tasks.map((task) => [task.name, (payload: unknown) => task.run(services, payload, signal)]),
          ),
          parsedCronItems: [],
        }),
  ]
  return async () => {
    abort.abort()
    await Promise.all(stops.map((stop) => stop?.()))
    // The library does not wait for the statement that ends the last run, and a pool that is ending drops requests.
    await nextTurn()
    await pool.end()
  }
}
