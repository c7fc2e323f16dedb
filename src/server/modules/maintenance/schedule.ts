import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BaseServices } from '../../app/services.ts'
import { fileFolder } from '../file/store.ts'
import { sweepFiles } from '../file/sweep.ts'
import { sweepRows } from './sweeps.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface Job {
  name: string
  /** Milliseconds from the start of the server to the first run, and from the end of a run to the next. */
  first: number
  every: number
  run(signal: AbortSignal): Promise<void>
}

/** Servers that started together run their jobs at different times. */
const jitter = (duration: number): number => duration * (0.9 + Math.random() * 0.2)

async function repeat({ name, first, every, run }: Job, log: Logger, signal: AbortSignal): Promise<void> {
  for (let pause = first; ; pause = every) {
    await sleep(jitter(pause), undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await run(signal).catch((error: unknown) => log.error({ err: error, job: name }, 'maintenance failed'))
  }
}

/** Runs the jobs repeatedly. A stop waits for the current batch; a job that fails is logged and runs again. */
export function startJobs(jobs: readonly Job[], log: Logger): () => Promise<void> {
  const abort = new AbortController()
  const running = Promise.all(jobs.map((job) => repeat(job, log, abort.signal)))
  return async () => {
    abort.abort()
    await running
  }
}

/** Starts the sweeps of growing data: rows hourly, the file folder daily. The returned function stops them. */
export function startMaintenance({ db, config, log }: BaseServices): () => Promise<void> {
  const rows: Job = {
    name: 'sweep rows',
    first: 3 * MINUTE,
    every: HOUR,
    async run(signal) {
      const removed = await sweepRows(db, config, signal)
      log.info({ removed }, 'old rows were removed')
    },
  }
  const files: Job = {
    name: 'sweep files',
    first: 10 * MINUTE,
    every: 24 * HOUR,
    async run(signal) {
      const { parts, nameless, suspicious, missing } = await sweepFiles(db.app, fileFolder(config), signal)
      log.info({ parts, nameless }, 'files of interrupted uploads were removed')
      if (suspicious > 0) log.warn({ files: suspicious }, 'files that the database does not know were kept')
      if (missing.length > 0)
        log.warn({ files: missing.length, paths: missing.slice(0, 5) }, 'stored files are not on the disk')
    },
  }
  return startJobs([rows, files], log)
}
