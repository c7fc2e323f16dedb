// @vitest-environment jsdom
import { HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#client/session/client.ts'
import type { Refusal } from '#client/session/refusals.ts'

const asked: (string | null)[] = []
const refusals: Refusal[] = []
let isDown = false
const server = setupServer(
  route.get('*/news', ({ request }) => {
    const tag = request.headers.get('if-none-match')
    asked.push(tag)
    if (isDown) return HttpResponse.error()
    if (tag === '"b"') return new HttpResponse(null, { status: 304 })
    const body = { success: true, code: 200, message: '', result: 7 }
    return HttpResponse.json(body, { headers: { etag: '"b"' } })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

const http = createClient({
  token: () => 'secret',
  tenant: () => null,
  refused: (refusal) => void refusals.push(refusal),
})

it('a background read sends its known tag, and 304 is no failure but returns no data', async () => {
  expect(await http.renew('/news', null)).toEqual({ tag: '"b"', result: 7 })
  expect(await http.renew('/news', '"b"')).toBeNull()
  expect(await http.renew('/news', '"a"')).toEqual({ tag: '"b"', result: 7 })
  expect(asked).toEqual([null, '"b"', '"a"'])
  expect(refusals).toEqual([])
})

it('a background read is not retried, because its caller repeats it soon', async () => {
  isDown = true
  asked.length = 0
  await expect(http.renew('/news', '"b"')).rejects.toMatchObject({ code: 'NETWORK' })
  expect(asked).toHaveLength(1)
})
