import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from '../abuse/server.ts'

/** The module that measures the event loop inside the server. */
export const LOOP_DELAY = fileURLToPath(new URL('loop-delay.mjs', import.meta.url))

const MEMORY_PERIOD_MS = 50

export interface Watched<T> {
  value: T
  seconds: number
  /** Highest resident memory above the memory before the work, in MB. */
  memory: number
  /** Delay of the event loop in milliseconds, and the time of the server's process on a processor in seconds. */
  loop: { p99: number; max: number; processor: number }
}

async function loopDelay({ process: child }: Target): Promise<Watched<unknown>['loop']> {
  const answer = once(child, 'message')
  child.send({})
  const [delay] = await answer
  return delay
}

/** Measures the server while the work runs. */
export async function watchServer<T>(target: Target, work: () => Promise<T>): Promise<Watched<T>> {
  await loopDelay(target)
  const idle = target.memory()
  let highest = idle
  const watch = setInterval(() => {
    highest = Math.max(highest, target.memory())
  }, MEMORY_PERIOD_MS)
  const start = performance.now()
  try {
    const value = await work()
    const seconds = (performance.now() - start) / 1000
    return { value, seconds, memory: highest - idle, loop: await loopDelay(target) }
  } finally {
    clearInterval(watch)
  }
}
