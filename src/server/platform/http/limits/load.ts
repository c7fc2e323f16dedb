import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import type { PlatformServices } from '../../services.ts'

/** Milliseconds between two measurements of the event loop delay. */
const LOOK_EVERY = 500
/** Consecutive late measurements before requests are refused: a single long task has ended when it is measured. */
const LATE_LOOKS = 2

/**
 * Refuses new requests early (BUSY) while the event loop is later than `maxLoopDelay`; the app's files and /healthz are
 * still answered. Returns a function that reports this state. Must be added before any hook that queries the database.
 */
export function addLoadShedding(
  app: FastifyInstance,
  { config, log }: Pick<PlatformServices, 'config' | 'log'>,
): () => boolean {
  if (config.maxLoopDelay === 0) return () => false
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let lateLooks = 0
  const isBusy = () => lateLooks >= LATE_LOOKS

  const timer = setInterval(() => {
    const delay = Math.round(delays.max / 1e6)
    delays.reset()
    const wasBusy = isBusy()
    lateLooks = delay > config.maxLoopDelay ? lateLooks + 1 : 0
    if (isBusy() !== wasBusy) log.warn({ delay }, wasBusy ? 'no longer overloaded' : 'overloaded')
  }, LOOK_EVERY).unref()

  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', async (request) => {
    if (isBusy() && !request.is404 && request.routeOptions.url !== '/healthz') throw appError('BUSY')
  })
  return isBusy
}
