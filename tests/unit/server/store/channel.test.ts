import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Channel } from '#server/platform/store/channel.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test?.close())

it('modules that listen at the same time get their messages, by one statement at a time', async () => {
  const channel = new Channel(test.links.app, { onDown: () => undefined, onMessage: () => undefined })
  await channel.open()
  const query = pg.Client.prototype.query as (text: string) => Promise<unknown>
  let running = 0
  let most = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    text: string,
  ) {
    running += 1
    most = Math.max(most, running)
    try {
      return await query.call(this, text)
    } finally {
      running -= 1
    }
  } as never)
  const received: string[] = []
  const names = ['channel_a', 'channel_b', 'channel_c']
  try {
    await Promise.all(names.map((name) => channel.listen(name, (text) => void received.push(text))))
  } finally {
    spy.mockRestore()
  }
  expect(most).toBe(1)
  for (const name of names) await test.db.notify(name, `to ${name}`)
  await expect.poll(() => received).toEqual(names.map((name) => `to ${name}`))
  await channel.close()
})
