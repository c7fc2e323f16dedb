import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { startJobs } from '#server/modules/maintenance/schedule.ts'

const log = pino({ level: 'silent' })

describe('a maintenance job', () => {
  it('runs repeatedly, also after a failure', async () => {
    let runs = 0
    const error = vi.spyOn(log, 'error')
    const run = async () => {
      runs++
      if (runs === 1) throw new Error('no database')
    }
    const stop = startJobs([{ name: 'test', first: 1, every: 1, run }], log)
    await expect.poll(() => runs).toBeGreaterThan(2)
    await stop()
    expect(error).toHaveBeenCalledTimes(1)
    const before = runs
    await new Promise((resolve) => setImmediate(resolve))
    expect(runs).toBe(before)
  })

  it('receives the stop signal of the server, which waits for its end', async () => {
    let finish = () => {}
    let signal: AbortSignal | undefined
    const job = {
      name: 'test',
      first: 0,
      every: 1,
      run: (given: AbortSignal) =>
        new Promise<void>((resolve) => {
          signal = given
          finish = resolve
        }),
    }
    const stop = startJobs([job], log)
    await expect.poll(() => signal).toBeDefined()
    let isStopped = false
    const stopping = stop().then(() => {
      isStopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect([signal?.aborted, isStopped]).toEqual([true, false])
    finish()
    await stopping
  })

  it('does not delay a stop while it waits for its turn', async () => {
    const run = vi.fn()
    await startJobs([{ name: 'test', first: 3_600_000, every: 1, run }], log)()
    expect(run).not.toHaveBeenCalled()
  })
})
