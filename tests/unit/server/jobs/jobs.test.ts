import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Job, startJobs, type Task } from '#server/platform/jobs/jobs.ts'
import { planRun } from '#server/platform/jobs/plan-run.ts'
import { type Database, openDatabase } from '#server/platform/store/database.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

const log = pino({ level: 'silent' })
const HOUR = 3_600_000

let database: TestDatabase
let other: Database
beforeAll(async () => {
  database = await openTestDatabase()
  other = await openDatabase(database.links)
  // Makes the tables of the queue.
  const stop = await startJobs([], {}, { db: database.db, links: database.links, log })
  await stop()
})
afterAll(async () => {
  await other?.close()
  await database?.close()
})

interface Counter {
  runs: number
}
/** Starts the jobs as one server does; the test stops it at its end, where it has not stopped it before. */
async function start(jobs: readonly Job<Counter>[], counter = { runs: 0 }, db = database.db) {
  const stop = await startJobs(jobs, counter, { db, links: database.links, log })
  let stopped: Promise<void> | null = null
  const stopOnce = () => {
    stopped ??= stop()
    return stopped
  }
  onTestFinished(stopOnce)
  return stopOnce
}

/** A planned run every hour, at a minute that is half an hour away. */
const hourly = (): string => `${(new Date().getUTCMinutes() + 30) % 60} * * * *`
const makeJob = (run: Job<Counter>['run']): Job<Counter> => ({
  name: 'test',
  schedule: hourly(),
  catchUp: HOUR,
  run,
})

const runQueries = (...texts: string[]) =>
  texts.reduce<Promise<unknown>>(
    (done, text) => done.then(() => sql.raw(text).execute(database.db.owner)),
    Promise.resolve(),
  )
const addRun = () =>
  runQueries(`select graphile_worker.add_job('test', job_key => 'test', max_attempts => 5)`)
/** The state after all servers were stopped for two hours. */
const missTwoRuns = () =>
  runQueries(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('test', now() - interval '1 day', now() - interval '2 hours')`)
const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(
    database.db.owner,
  )
  return rows[0]?.n ?? -1
}

/** Ends the connections of jobs that wait for a lock; returns their number. */
const cutWaiting = async (): Promise<number> => {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'gazetteer-office-jobs' and wait_event_type = 'Lock'`.execute(
    database.db.owner,
  )
  return rows.length
}

beforeEach(() =>
  runQueries(
    'delete from graphile_worker._private_jobs',
    'delete from graphile_worker._private_known_crontabs',
  ),
)

describe('a job', () => {
  it('runs once for all servers of the database when its time has come', async () => {
    await missTwoRuns()
    const counters = [{ runs: 0 }, { runs: 0 }]
    const job = makeJob(async (counter) => {
      counter.runs++
      await sleep(50)
    })
    const stops = await Promise.all([start([job], counters[0]), start([job], counters[1], other)])
    const total = () => counters.reduce((sum, { runs }) => sum + runs, 0)
    await expect.poll(total).toBe(1)
    await expect.poll(countWaiting).toBe(0)
    await Promise.all(stops.map((stop) => stop()))
    expect(total()).toBe(1)
  })

  it('does not run at the first start of a database', async () => {
    const counter = { runs: 0 }
    const stop = await start([makeJob(async () => void counter.runs++)])
    await expect
      .poll(
        async () =>
          (await sql`select 1 from graphile_worker._private_known_crontabs`.execute(database.db.owner)).rows
            .length,
      )
      .toBe(1)
    await stop()
    expect([counter.runs, await countWaiting()]).toEqual([0, 0])
  })

  it('is logged and runs again when it has failed', async () => {
    const counter = { runs: 0 }
    const error = vi.spyOn(log, 'error')
    const job = makeJob(async () => {
      counter.runs++
      if (counter.runs === 1) throw new Error('no database')
    })
    const stop = await start([job])
    await addRun()
    await expect.poll(() => counter.runs).toBe(1)
    // The next attempt is due in some seconds.
    await expect.poll(() => error.mock.calls.length).toBe(1)
    expect(error).toHaveBeenCalledWith(
      { job: 'test', err: expect.objectContaining({ message: 'no database' }) },
      'job failed',
    )
    await expect.poll(() => counter.runs).toBe(2)
    await expect.poll(countWaiting).toBe(0)
    await stop()
    expect(error).toHaveBeenCalledTimes(1)
    error.mockRestore()
  })

  it('has its signal aborted and is waited for when the server stops', async () => {
    let finish = () => {}
    let signal: AbortSignal | undefined
    const job = makeJob(
      (_counter, given) =>
        new Promise<void>((resolve) => {
          signal = given
          finish = resolve
        }),
    )
    const stop = await start([job])
    await addRun()
    await expect.poll(() => signal).toBeDefined()
    let isStopped = false
    const stopping = stop().then(() => {
      isStopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect([signal?.aborted, isStopped]).toEqual([true, false])
    finish()
    await stopping
    expect(await countWaiting()).toBe(0)
  })

  it('runs again when the connections to the database were cut', async () => {
    const counter = { runs: 0 }
    const stop = await start([makeJob(async () => void counter.runs++)], counter)
    await addRun()
    await expect.poll(() => counter.runs).toBe(1)
    await runQueries(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'gazetteer-office-jobs'`)
    await expect
      .poll(async () => {
        await addRun()
        return counter.runs
      })
      .toBeGreaterThan(1)
    await stop()
  })

  it('runs when the connection was lost at the first look-up of the server', async () => {
    const counter = { runs: 0 }
    await other.owner.transaction().execute(async (trx) => {
      // The first look-up registers the names of the jobs, so it waits for this lock.
      await sql`lock table graphile_worker._private_tasks`.execute(trx)
      await start([makeJob(async () => void counter.runs++)], counter)
      await expect.poll(cutWaiting).toBe(1)
    })
    await addRun()
    await expect.poll(() => counter.runs).toBe(1)
  })

  it('does not delay a stop when its time has not come', async () => {
    const run = vi.fn()
    const stop = await start([makeJob(run)])
    const began = performance.now()
    await stop()
    expect(performance.now() - began).toBeLessThan(2000)
    expect(run).not.toHaveBeenCalled()
  })
})

/** Starts tasks as one server does, until the end of the test. */
async function startTasks(tasks: readonly Task<object>[]) {
  onTestFinished(await startJobs([], {}, { db: database.db, links: database.links, log }, tasks))
}
const plan = (task: string, key: string, isSerial: boolean) =>
  planRun(database.db.app, { task, key, payload: {}, due: new Date(Date.now() - 1000), isSerial })

it('serial runs of a key follow each other, and leave room for the other tasks', async () => {
  let ends: (() => void)[] = []
  const endAll = () => {
    for (const end of ends) end()
    ends = []
  }
  let runs = 0
  const slow = async () => {
    runs++
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  const quick = vi.fn(async () => undefined)
  await startTasks([
    { name: 'slow', run: slow },
    { name: 'quick', run: quick },
  ])
  onTestFinished(endAll)
  await plan('slow', 'slow', true)
  await expect.poll(() => runs, { timeout: 8000 }).toBe(1)
  for (let at = 0; at < 5; at++) {
    await plan('slow', 'slow', true)
    await sleep(50)
  }
  await plan('quick', 'quick', false)
  await expect.poll(() => quick.mock.calls.length, { timeout: 8000 }).toBe(1)
  expect(runs).toBe(1)
  endAll()
  await expect.poll(() => runs, { timeout: 8000 }).toBe(2)
})

it('a run that is not serial begins before the serial ones that wait', async () => {
  const begun: string[] = []
  const note = (name: string): Task<object> => ({ name, run: async () => void begun.push(name) })
  for (let at = 0; at < 8; at++) await plan('slow', `slow ${at}`, true)
  await plan('quick', 'quick', false)
  await startTasks([note('slow'), note('quick')])
  await expect.poll(() => begun.length, { timeout: 8000 }).toBe(9)
  expect(begun.indexOf('quick')).toBeLessThan(4)
})
