import { expect, it, vi } from 'vitest'
import { createLimiter } from '#server/platform/live/limiter.ts'
import { Publisher } from '#server/platform/live/publisher.ts'

/** A database that answers when the test releases it. */
function slow() {
  const queries: { payloads: readonly string[]; answer: () => void; fail: () => void }[] = []
  const recovered: string[] = []
  const errors: unknown[] = []
  const publisher = new Publisher<string>({
    publish: (payloads) =>
      new Promise<void>((resolve, reject) =>
        queries.push({ payloads, answer: resolve, fail: () => reject(new Error('away')) }),
      ),
    onRecovered: (source) => void recovered.push(source),
    onError: (error) => void errors.push(error),
  })
  const add = (source: string, from: number, to: number) => {
    for (let at = from; at <= to; at += 1) publisher.add(`${source}${at}`, source)
  }
  const nth = (at: number) => vi.waitUntil(() => queries[at], { interval: 1 })
  return { add, queries, recovered, errors, nth }
}

it('publisher sends the payloads in one query that arrived during the query before', async () => {
  const { add, queries, recovered, nth } = slow()
  add('a', 1, 3)
  add('b', 1, 1)
  expect(queries.map(({ payloads }) => payloads)).toEqual([['a1']])
  queries[0]?.answer()
  const second = await nth(1)
  expect(second.payloads).toEqual(['a2', 'a3', 'b1'])
  second.answer()
  expect(recovered).toEqual([])
})

it('publisher drops the excess payloads of a source while the database is slow, and notifies the source afterwards', async () => {
  const { add, queries, recovered, nth } = slow()
  add('a', 1, 500)
  add('b', 1, 1)
  queries[0]?.answer()
  const second = await nth(1)
  expect(second.payloads).toHaveLength(30)
  expect(second.payloads.at(-1)).toBe('b1')
  second.answer()
  await vi.waitUntil(() => recovered.length > 0, { interval: 1 })
  expect(recovered).toEqual(['a'])
  add('a', 501, 501)
  expect((await nth(2)).payloads).toEqual(['a501'])
})

it('publisher limits the number of waiting payloads', async () => {
  const { add, queries, nth } = slow()
  for (let source = 0; source < 200; source += 1) add(`s${source}-`, 1, 20)
  for (let at = 0; at < 11; at += 1) (await nth(at)).answer()
  await Promise.resolve()
  expect(queries).toHaveLength(11)
  expect(queries.flatMap(({ payloads }) => payloads)).toHaveLength(1001)
})

it('publisher notifies the sources of failed payloads when the database answers again', async () => {
  const { add, queries, recovered, errors, nth } = slow()
  add('a', 1, 1)
  queries[0]?.fail()
  await vi.waitUntil(() => errors.length > 0, { interval: 1 })
  expect(recovered).toEqual([])
  add('b', 1, 1)
  const second = await nth(1)
  second.answer()
  await vi.waitUntil(() => recovered.length > 0, { interval: 1 })
  expect(recovered).toEqual(['a'])
})

it('limiter runs a fixed number of tasks at once and the others in order, also when a task fails', async () => {
  const limit = createLimiter(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const all = [0, 1, 2, 3].map((turn) =>
    limit(async () => {
      begun.push(turn)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (turn === 0) throw new Error('failed')
      return turn
    }),
  )
  const settled = Promise.allSettled(all)
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await vi.waitUntil(() => begun.length > 2, { interval: 1 })
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.()
  ends[2]?.()
  await vi.waitUntil(() => begun.length > 3, { interval: 1 })
  ends[3]?.()
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
