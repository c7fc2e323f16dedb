import type { Runner } from 'graphile-worker'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { keepRunning, restartDelay } from '#server/platform/jobs/keep-running.ts'

const log = pino({ level: 'silent' })

it('the delay before a restart doubles, and is a minute at most', () => {
  expect([0, 1, 2, 5, 6, 5000].map(restartDelay)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
})

it('a runner is replaced when it ends, and no more after a stop', async () => {
  const stops: (() => void)[] = []
  const start = vi.fn(async () => {
    let end = () => {}
    const promise = new Promise<void>((resolve) => {
      end = resolve
    })
    stops.push(end)
    return { promise, stop: async () => end() } as Partial<Runner> as Runner
  })
  const stop = keepRunning(start, log)
  await vi.waitFor(() => expect(stops).toHaveLength(1))
  stops[0]?.()
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  await stop()
  expect(start).toHaveBeenCalledTimes(2)
})

it('a stop does not wait for the delay when a runner could not start', async () => {
  const start = vi.fn(() => Promise.reject(new Error('no database')))
  const stop = keepRunning(start, log)
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1))
  const began = performance.now()
  await stop()
  expect(performance.now() - began).toBeLessThan(900)
  expect(start).toHaveBeenCalledTimes(1)
})
