// @vitest-environment jsdom
import { HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#client/session/client.ts'

const server = setupServer()
beforeAll(() => server.listen())
afterAll(() => server.close())

const text = '系统繁忙，请稍后再试'

/** A client whose server is busy for a number of requests before it answers 7. */
function wired(busyTimes: number, { status = 503, retryAfter = '2' as string | null } = {}) {
  const seen = { asked: 0, keys: [] as (string | null)[], pauses: [] as number[], waits: [] as boolean[] }
  const shown: string[] = []
  server.resetHandlers(
    route.all('*', ({ request }) => {
      seen.keys.push(request.headers.get('Idempotency-Key'))
      if (seen.asked++ >= busyTimes) return HttpResponse.json({ success: true, code: 200, result: 7 })
      const headers = retryAfter === null ? undefined : { 'Retry-After': retryAfter }
      return HttpResponse.json({ success: false, code: status, message: text }, { status, headers })
    }),
  )
  const http = createClient({
    token: () => 'secret',
    tenant: () => null,
    refused: ({ error }) => shown.push(error.text),
    waiting: (isWaiting) => seen.waits.push(isWaiting),
    pause: async (ms) => void seen.pauses.push(ms),
  })
  return { http, seen, shown }
}

it('a read waits for a busy server as long as the server requests, and leaves no timer behind', async () => {
  const { http, seen, shown } = wired(3)
  expect(await http.get('/x')).toBe(7)
  expect(seen.asked).toBe(4)
  for (const pause of seen.pauses) {
    expect(pause).toBeGreaterThanOrEqual(2000)
    expect(pause).toBeLessThanOrEqual(3000)
  }
  expect(new Set(seen.pauses).size).toBe(3)
  expect(seen.waits).toEqual([true, false])
  expect(shown).toEqual([])
})

it('a read reports a server that stays busy', async () => {
  const { http, seen, shown } = wired(99)
  await expect(http.get('/x')).rejects.toMatchObject({ code: 'BUSY', text })
  expect(seen.asked).toBe(5)
  expect(seen.waits).toEqual([true, false])
  expect(shown).toEqual([text])
})

it('a save is repeated under its key when the server was busy', async () => {
  const { http, seen } = wired(2)
  const headers = { 'Idempotency-Key': 'abcdefgh' }
  expect((await http.send('POST', '/add', { a: 1 }, { headers })).result).toBe(7)
  expect(seen.keys).toEqual(['abcdefgh', 'abcdefgh', 'abcdefgh'])
})

it('a read and a save with a key are repeated when a proxy lost its server', async () => {
  const { http, seen, shown } = wired(2, { status: 502, retryAfter: null })
  expect(await http.get('/x')).toBe(7)
  for (const pause of seen.pauses) expect(pause).toBeLessThan(1000)
  const headers = { 'Idempotency-Key': 'abcdefgh' }
  const saving = wired(1, { status: 502, retryAfter: null })
  expect((await saving.http.send('POST', '/add', { a: 1 }, { headers })).result).toBe(7)
  const moving = wired(1, { status: 502, retryAfter: null })
  await expect(moving.http.send('POST', '/move', {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect([seen.asked, saving.seen.asked, moving.seen.asked, shown]).toEqual([3, 2, 1, []])
})

it('a write without a key, a ticket and a background read fail when the server is busy', async () => {
  for (const ask of [
    (http: ReturnType<typeof createClient>) => http.send('POST', '/move', {}),
    (http: ReturnType<typeof createClient>) => http.redeem('/ticket'),
    (http: ReturnType<typeof createClient>) => http.renew('/count', null),
    (http: ReturnType<typeof createClient>) => http.upload('/file', new FormData()),
  ]) {
    const { http, seen, shown } = wired(1)
    await expect(ask(http)).rejects.toMatchObject({ code: 'BUSY', text })
    expect([seen.asked, seen.waits, shown]).toEqual([1, [], [text]])
  }
})

it.each([
  [503, null, 'UNAVAILABLE'],
  [503, '3600', 'UNAVAILABLE'],
  [503, 'Wed, 21 Oct 2026 07:28:00 GMT', 'UNAVAILABLE'],
  [429, '2', 'TOO_MANY'],
])('a read is not repeated when the answer is %s with Retry-After %s', async (status, retryAfter, code) => {
  const { http, seen } = wired(1, { status, retryAfter })
  await expect(http.get('/x')).rejects.toMatchObject({ code })
  expect(seen.asked).toBe(1)
})

it('a read that is aborted while it waits is not repeated', async () => {
  const { seen } = wired(9)
  const leaving = new AbortController()
  const http = createClient({
    token: () => null,
    tenant: () => null,
    refused: () => undefined,
    pause: async () => leaving.abort(),
  })
  await expect(http.get('/x', {}, leaving.signal)).rejects.toThrow()
  expect(seen.asked).toBe(1)
})
