import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner, WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'

/** Milliseconds before a runner that ended is replaced. The delay doubles with each runner that looked up no job. */
const MIN_RESTART_DELAY_MS = 1000
const MAX_RESTART_DELAY_MS = 60_000

/** Starts a runner of the library that reports to `events`. */
type StartRunner = (events: WorkerEvents) => Promise<Runner>

/** Milliseconds to wait after so many runners in a row that never looked up a job. */
export const restartDelay = (failures: number): number =>
  Math.min(MIN_RESTART_DELAY_MS * 2 ** failures, MAX_RESTART_DELAY_MS)

interface Ended {
  error: unknown
  /** Whether it has looked up jobs at least once. */
  hasWorked: boolean
}

/** Runs one runner until it cannot continue, or until `stopping` resolves; then the runner has been stopped. */
async function runOnce(startRunner: StartRunner, stopping: Promise<void>): Promise<Ended> {
  const events: WorkerEvents = new EventEmitter()
  let hasWorked = false
  for (const name of ['worker:getJob:empty', 'job:start'] as const) events.on(name, () => (hasWorked = true))
  // The library keeps the promise of its first look-up, so one that failed is never repeated by the same runner.
  // Later look-ups are repeated.
  const lookUpFailed = new Promise<unknown>((resolve) => {
    events.on('worker:getJob:error', ({ error }) => !hasWorked && resolve(error))
  })
  try {
    const runner = await startRunner(events)
    const ended = runner.promise.then(
      () => new Error('the runner of jobs ended'),
      (error: unknown) => error,
    )
    const error = await Promise.race([lookUpFailed, ended, stopping])
    // Rejects when the runner has stopped by itself.
    await runner.stop().catch(() => undefined)
    return { error, hasWorked }
  } catch (error) {
    return { error, hasWorked }
  }
}

/**
 * Keeps a runner of jobs running: one that ends, or that lost its connection at its first look-up, is replaced after a
 * delay. The returned function stops the runner and waits until the runs under way have ended.
 */
export function keepRunning(startRunner: StartRunner, log: Logger): () => Promise<void> {
  const abort = new AbortController()
  const { signal } = abort
  const stopping = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const work = async () => {
    for (let failures = 0; !signal.aborted; ) {
      const { error, hasWorked } = await runOnce(startRunner, stopping)
      if (signal.aborted) return
      failures = hasWorked ? 0 : failures + 1
      const delay = restartDelay(failures)
      log.error({ err: error, delay }, 'jobs ended and start again')
      await sleep(delay, undefined, { signal }).catch(() => undefined)
    }
  }
  const worked = work()
  return async () => {
    abort.abort()
    await worked
  }
}
