import { setImmediate as nextTurn } from 'node:timers/promises'
import { Logger as LibraryLogger, parseCronItems, run, runMigrations } from 'graphile-worker'
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

/** Runs of a failing job until the next planned one: the pauses grow from 3 seconds to 2 minutes. */
const MAX_ATTEMPTS = 5
/** Milliseconds between two looks for waiting runs; the database announces a run that is due at once. */
const POLL_INTERVAL_MS = 5000

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
function openPool(link: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...link, application_name: 'gazetteer-office-jobs', max: 2, keepAlive: true })
  // Without listeners a connection that breaks would end the process; the library connects again by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Begins to carry out the jobs, and makes the queue's tables where they are missing. The returned function aborts the
 * signal of runs under way and waits until they have ended.
 */
export async function startJobs<S>(
  jobs: readonly Job<S>[],
  services: S,
  { db, links, log }: { db: Database; links: Links; log: Logger },
): Promise<() => Promise<void>> {
  const abort = new AbortController()
  const pool = openPool(links.owner)
  const shared = { pgPool: pool, logger: loggerTo(log) }
  try {
    await withSchemaLock(db.owner, () => runMigrations(shared))
  } catch (error) {
    await pool.end()
    throw error
  }
  // The library refuses to look up jobs without a list of tasks.
  if (jobs.length === 0) return () => pool.end()
  const taskList = Object.fromEntries(jobs.map((job) => [job.name, () => job.run(services, abort.signal)]))
  const planned = jobs.map(({ name, schedule, catchUp }) => ({
    task: name,
    match: schedule,
    options: { backfillPeriod: catchUp, maxAttempts: MAX_ATTEMPTS, jobKey: name },
  }))
  const stop = keepRunning(
    (events) =>
      run({
        ...shared,
        events,
        concurrency: 1,
        noHandleSignals: true,
        pollInterval: POLL_INTERVAL_MS,
        taskList,
        parsedCronItems: parseCronItems(planned),
      }),
    log,
  )
  return async () => {
    abort.abort()
    await stop()
    // The library does not wait for the statement that ends the last run, and a pool that is ending drops requests.
    await nextTurn()
    await pool.end()
  }
}
