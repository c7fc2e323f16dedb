import { afterAll, beforeAll, expect, it } from 'vitest'
import { GuardedPool } from '#server/platform/store/pool.ts'
import { runAs } from '#server/platform/store/requester.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

const defaults = { maxRunning: 1, maxRunningPerKey: 1, maxPending: 2, maxPendingPerKey: 2, maxWait: 10_000 }
const openPool = (limits: Partial<typeof defaults> = {}) =>
  new GuardedPool(
    database.links.app,
    { limits: { ...defaults, ...limits }, statementTimeout: 5000 },
    () => true,
  )
const connect = (pool: GuardedPool, key: string) =>
  runAs({ key, signal: () => undefined }, () => pool.connect())
const busy = { code: 'BUSY', status: 503, envelope: 503, text: '系统繁忙，请稍后再试' }

it('a pool refuses a further requester with BUSY when its queue is full, and serves those that wait', async () => {
  const pool = openPool()
  const first = await connect(pool, 'a')
  const second = connect(pool, 'b')
  await expect(connect(pool, 'c')).rejects.toMatchObject(busy)
  first.release()
  const client = await second
  expect((await client.query<{ n: number }>('select 1 as n', [])).rows).toEqual([{ n: 1 }])
  client.release()
  ;(await connect(pool, 'c')).release()
  await pool.end()
})

it('a pool refuses a requester with BUSY when no connection becomes free in time', async () => {
  const pool = openPool({ maxWait: 20 })
  const first = await connect(pool, 'a')
  await expect(connect(pool, 'b')).rejects.toMatchObject(busy)
  first.release()
  await pool.end()
})

it('a pool refuses a requester with REQUESTER_BUSY when that requester alone has too many requests', async () => {
  const pool = openPool({ maxPending: 10 })
  const first = await connect(pool, 'a')
  const second = connect(pool, 'a')
  await expect(connect(pool, 'a')).rejects.toMatchObject({ code: 'REQUESTER_BUSY', status: 429 })
  first.release()
  ;(await second).release()
  await pool.end()
})
