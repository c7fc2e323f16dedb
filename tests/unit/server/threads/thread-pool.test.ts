import { afterEach, expect, it, vi } from 'vitest'
import { ThreadFailure, ThreadPool } from '#server/platform/threads/thread-pool.ts'

/** A thread with the protocol of `answerRequests`, without a loader of source files. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  const arrays = []
  parentPort.postMessage('from a loader')
  parentPort.on('message', ({ work }) => {
    if (work === 'fail') throw new Error('no such work')
    if (work === 'sleep') return
    if (work === 'exit') setTimeout(() => process.exit(0), 20)
    if (work === 'fill') for (;;) arrays.push(new Array(100_000).fill(work))
    parentPort.postMessage({ kind: 'answer', answer: { work, threadId } })
  })
  parentPort.postMessage({ kind: 'ready' })
`)}`,
)

interface Done {
  work: string
  threadId: number
}
const openPool = (change: { entry?: URL; maxRunMs?: number } = {}) =>
  new ThreadPool<{ work: string }, Done>({ entry, maxMemoryMb: 32, maxRunMs: 30_000, ...change })
const failure = (reason: string) => expect.objectContaining({ name: 'Error', reason })

afterEach(() => vi.useRealTimers())

it('a thread answers the next request too, and requests at a time have a thread each', async () => {
  const pool = openPool()
  const first = await pool.run({ work: 'a' })
  expect(first.work).toBe('a')
  expect((await pool.run({ work: 'b' })).threadId).toBe(first.threadId)
  const both = await Promise.all([pool.run({ work: 'c' }), pool.run({ work: 'd' })])
  expect(both.map(({ work }) => work)).toEqual(['c', 'd'])
  expect(new Set(both.map(({ threadId }) => threadId)).size).toBe(2)
})

it.each([
  ['fail', 'ended'],
  ['fill', 'ended'],
  ['sleep', 'time'],
])('a request that ends by %s fails, and the next has a new thread', async (work, reason) => {
  const pool = openPool({ maxRunMs: work === 'sleep' ? 50 : 30_000 })
  const { threadId } = await pool.run({ work: 'a' })
  const error = await pool.run({ work }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ThreadFailure)
  expect(error).toEqual(failure(reason))
  expect((await pool.run({ work: 'b' })).threadId).not.toBe(threadId)
})

it('a thread that ends between two requests is not used again', async () => {
  const pool = openPool()
  const { threadId } = await pool.run({ work: 'exit' })
  await vi.waitFor(async () => expect((await pool.run({ work: 'a' })).threadId).not.toBe(threadId))
})

it('a thread whose code cannot be loaded is a failure of its start', async () => {
  const faulty = openPool({ entry: new URL('data:text/javascript,throw new Error("no code")') })
  await expect(faulty.run({ work: 'a' })).rejects.toEqual(failure('start'))
  const empty = openPool({ entry: new URL('data:text/javascript,') })
  await expect(empty.run({ work: 'a' })).rejects.toEqual(failure('start'))
})

it('a thread without requests ends after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = openPool()
  const { threadId } = await pool.run({ work: 'a' })
  await vi.advanceTimersByTimeAsync(59_000)
  expect((await pool.run({ work: 'b' })).threadId).toBe(threadId)
  await vi.advanceTimersByTimeAsync(61_000)
  expect((await pool.run({ work: 'c' })).threadId).not.toBe(threadId)
})
