import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue, type QueueLimits, type ReleasePermit } from '#server/platform/store/queue/fair-queue.ts'

const buildRefusal = (reason: string): Error => new Error(reason)
const limits: QueueLimits = {
  maxRunning: 3,
  maxRunningPerKey: 2,
  maxPending: 12,
  maxPendingPerKey: 6,
  maxWait: 60_000,
}

interface Entry {
  key: string
  /** The position in the order of requests. */
  number: number
  abort(): void
  release?: ReleasePermit
  refusal?: string
}

/** The visible state of a queue: requests, running work and refusals, in order. */
class Watched {
  readonly queue: FairQueue
  readonly entries: Entry[] = []
  readonly started: Entry[] = []

  constructor(some: Partial<QueueLimits> = {}) {
    this.queue = new FairQueue({ ...limits, ...some }, buildRefusal)
  }

  ask(key: string): Entry {
    const gone = new AbortController()
    const entry: Entry = { key, number: this.entries.length, abort: () => gone.abort() }
    this.entries.push(entry)
    this.queue.acquire(key, gone.signal).then(
      (release) => {
        entry.release = release
        this.started.push(entry)
      },
      (error: Error) => {
        entry.refusal = error.message
      },
    )
    return entry
  }

  readonly left = new Set<Entry>()
  end(entry: Entry | undefined): void {
    if (!entry) return
    this.left.add(entry)
    entry.release?.()
  }

  get running(): Entry[] {
    return this.started.filter((entry) => !this.left.has(entry))
  }
  get waiting(): Entry[] {
    return this.entries.filter((entry) => !entry.release && entry.refusal === undefined)
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const ofKey = (entries: readonly Entry[], key: string) => entries.filter((entry) => entry.key === key)

const keys = ['a', 'b', 'c', 'd']
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ask: fc.constantFrom(...keys) }) },
  { weight: 4, arbitrary: fc.record({ end: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ abort: fc.nat() }) },
)

describe('a fair queue', () => {
  it('respects its limits and the order within a key, uses all capacity, and ends empty', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const watched = new Watched()
        const check = () => {
          const { running, waiting } = watched
          expect(running.length).toBeLessThanOrEqual(limits.maxRunning)
          expect(running.length + waiting.length).toBeLessThanOrEqual(limits.maxPending)
          for (const key of keys) {
            const own = ofKey(running, key).length
            expect(own).toBeLessThanOrEqual(limits.maxRunningPerKey)
            expect(own + ofKey(waiting, key).length).toBeLessThanOrEqual(limits.maxPendingPerKey)
            // Capacity is free only when no waiting key may use it.
            if (ofKey(waiting, key).length > 0 && own < limits.maxRunningPerKey)
              expect(running.length).toBe(limits.maxRunning)
            const numbers = ofKey(watched.started, key).map(({ number }) => number)
            expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
          }
        }
        for (const one of steps) {
          if ('ask' in one) watched.ask(one.ask)
          else if ('end' in one) watched.end(watched.running[one.end % (watched.running.length || 1)])
          else watched.waiting[one.abort % (watched.waiting.length || 1)]?.abort()
          await settled()
          check()
        }
        while (watched.running.length > 0) {
          watched.end(watched.running[0])
          await settled()
        }
        expect(watched.waiting).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('lets every other key start at most once while a key waits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        async (asked, ends) => {
          const watched = new Watched({ maxPending: 100, maxPendingPerKey: 100 })
          for (const key of asked) watched.ask(key)
          await settled()
          const passed = new Map<string, Map<string, number>>()
          for (const at of ends) {
            if (watched.running.length === 0) break
            const before = watched.started.length
            const isOwed = (key: string) =>
              ofKey(watched.waiting, key).length > 0 &&
              ofKey(watched.running, key).length < limits.maxRunningPerKey
            const owed = keys.filter(isOwed)
            for (const key of keys) if (!owed.includes(key)) passed.delete(key)
            watched.end(watched.running[at % watched.running.length])
            await settled()
            for (const { key } of watched.started.slice(before)) {
              passed.delete(key)
              for (const other of owed.filter((one) => one !== key)) {
                const counts = passed.get(other) ?? new Map<string, number>()
                passed.set(other, counts.set(key, (counts.get(key) ?? 0) + 1))
                expect(counts.get(key)).toBe(1)
              }
            }
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('refuses a key that has too many pending tasks, and no other key', async () => {
    const watched = new Watched()
    for (let n = 0; n < 8; n++) watched.ask('a')
    await settled()
    expect(watched.entries.map(({ refusal }) => refusal).filter(Boolean)).toEqual(['own', 'own'])
    expect(watched.ask('b').refusal).toBeUndefined()
    await settled()
    expect(ofKey(watched.running, 'b')).toHaveLength(1)
  })

  it('refuses the newest task of the longest lane when it is full, not a key that waits for its first permit', async () => {
    const watched = new Watched()
    for (let n = 0; n < 6; n++) watched.ask('a')
    for (let n = 0; n < 6; n++) watched.ask('b')
    const [late] = [watched.ask('c')]
    await settled()
    expect(late.refusal).toBeUndefined()
    expect(watched.entries.filter(({ refusal }) => refusal).map(({ key, number }) => [key, number])).toEqual([
      ['b', 11],
    ])
  })

  it('refuses all keys alike when it is full of keys with few pending tasks', async () => {
    const watched = new Watched({ maxPending: 4 })
    for (const key of ['a', 'b', 'c', 'd']) watched.ask(key)
    const fifth = watched.ask('e')
    await settled()
    expect([fifth.refusal, watched.waiting.map(({ key }) => key)]).toEqual(['all', ['d']])
  })

  it('ends a wait after its time limit, and reports whether the key itself was the cause', async () => {
    const watched = new Watched({ maxWait: 1, maxRunningPerKey: 1, maxRunning: 2 })
    for (const key of ['a', 'a', 'b', 'c']) watched.ask(key)
    await expect.poll(() => watched.waiting).toEqual([])
    expect(watched.entries.map(({ refusal }) => refusal)).toEqual([undefined, 'own', undefined, 'all'])
  })

  it('removes a waiting task when its client disconnects, and ignores one that disconnected before', async () => {
    const watched = new Watched({ maxRunningPerKey: 1 })
    const [first, second, third] = ['a', 'a', 'a'].map((key) => watched.ask(key))
    second?.abort()
    await settled()
    expect(second?.refusal).toBe('gone')
    watched.end(first)
    await settled()
    expect(watched.running).toEqual([third])
    await expect(watched.queue.acquire('a', AbortSignal.abort())).rejects.toThrow('gone')
  })

  it('releases capacity when the work fails, and only once', async () => {
    const { queue } = new Watched({ maxRunning: 1 })
    await expect(queue.run('a', () => Promise.reject(new Error('work')))).rejects.toThrow('work')
    const release = await queue.acquire('a')
    release()
    release()
    const next = await queue.acquire('b')
    const waits = queue.acquire('c')
    next()
    ;(await waits)()
    expect(await queue.run('d', async () => 'done')).toBe('done')
  })

  it('names a key as awaited while work of another key waits, not while its own work does', async () => {
    const { queue } = new Watched({ maxRunning: 1, maxRunningPerKey: 1 })
    const release = await queue.acquire('a')
    const second = queue.acquire('a')
    expect(queue.isAwaitedBeside('a')).toBe(false)
    const other = queue.acquire('b')
    expect(queue.isAwaitedBeside('a')).toBe(true)
    release()
    ;(await second)()
    await other
    expect(queue.isAwaitedBeside('a')).toBe(false)
  })
})
