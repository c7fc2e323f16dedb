// @vitest-environment jsdom
import { HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '#client/session/client.ts'
import type { EarlyAnswer } from '#client/session/early-reads.ts'
import { createResponseCache } from '#runtime/host/response-cache.ts'

/** The current data of the server, and the requests that it received. */
let now = { tag: 'W/"a"', result: 'first' as unknown }
let asked: { tag: string | null; path: string }[] = []
const server = setupServer(
  route.get('*', ({ request }) => {
    const tag = request.headers.get('if-none-match')
    asked.push({ tag, path: new URL(request.url).pathname })
    if (tag === now.tag) return new HttpResponse(null, { status: 304 })
    return HttpResponse.json({ success: true, code: 200, result: now.result }, { headers: { etag: now.tag } })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

let person = 'clerk'
let early: EarlyAnswer | null
function open() {
  const kept = createResponseCache(
    { read: () => null, write: () => undefined, drop: () => undefined },
    () => person,
  )
  const http = createClient({
    token: () => person,
    tenant: () => null,
    refused: () => undefined,
    responseCache: kept,
    takeEarly: () => (early ? Promise.resolve(early) : null),
    pageAddress: () => '/stock/in-bill',
    storedAnswer: (url) => (url === '/sys/dict/getDictItems/unit' ? 'stored' : undefined),
  })
  return { http, kept }
}
beforeEach(() => {
  person = 'clerk'
  early = null
  now = { tag: 'W/"a"', result: 'first' }
  asked = []
})

describe('a read with an ETag', () => {
  it('shows the answer that the sign-in stored until it has one of its own', async () => {
    const { http } = open()
    expect(http.lastKnown?.('/sys/dict/getDictItems/unit')).toBe('stored')
    expect(http.lastKnown?.('/sys/dict/getDictItems/unit', { where: '{}' })).toBeUndefined()
    await http.get('/sys/dict/getDictItems/unit')
    expect(http.lastKnown?.('/sys/dict/getDictItems/unit')).toBe('first')
  })

  it('is revalidated and answered from the cache when the data has not changed', async () => {
    const { http } = open()
    expect(await http.get('/schema/index')).toBe('first')
    now.result = 'never sent'
    expect(await http.get('/schema/index')).toBe('first')
    expect(asked.map(({ tag }) => tag)).toEqual([null, 'W/"a"'])
  })

  it('returns the new data when the data has changed', async () => {
    const { http } = open()
    await http.get('/schema/index')
    now = { tag: 'W/"b"', result: 'second' }
    expect(await http.get('/schema/index')).toBe('second')
    expect(http.lastKnown?.('/schema/index')).toBe('second')
  })

  it('is cached by its address and parameters, for one user only', async () => {
    const { http } = open()
    await http.get('/schema/documents/a/b', { rev: '1' })
    expect(http.lastKnown?.('/schema/documents/a/b', { rev: '2' })).toBeUndefined()
    expect(http.lastKnown?.('/schema/documents/a/b', { rev: '1' })).toBe('first')
    person = 'reader'
    expect(http.lastKnown?.('/schema/documents/a/b', { rev: '1' })).toBeUndefined()
    await http.get('/schema/documents/a/b', { rev: '1' })
    expect(asked.at(-1)?.tag).toBeNull()
  })
})

describe('a read with an early answer', () => {
  it('sends no request', async () => {
    early = { status: 200, tag: 'W/"e"', id: undefined, data: { success: true, code: 200, result: 'early' } }
    const { http, kept } = open()
    expect(await http.get('/schema/index')).toBe('early')
    expect(asked).toEqual([])
    expect(kept.find('/schema/index')).toEqual({ tag: 'W/"e"', result: 'early' })
  })

  it('is answered from the cache when the early answer is 304', async () => {
    const { http } = open()
    await http.get('/schema/index')
    early = { status: 304, tag: 'W/"a"', id: undefined, data: null }
    expect(await http.get('/schema/index')).toBe('first')
    expect(asked).toHaveLength(1)
  })

  it('is requested again when the early answer is 304 for data that is not cached', async () => {
    early = { status: 304, tag: 'W/"a"', id: undefined, data: null }
    expect(await open().http.get('/schema/index')).toBe('first')
    expect(asked).toEqual([{ tag: null, path: '/jeecg-boot/schema/index' }])
  })

  it('is refused like any other read when the answer contains a refusal', async () => {
    early = { status: 200, tag: null, id: '7', data: { success: false, code: 510, message: '无权' } }
    await expect(open().http.get('/x/list')).rejects.toMatchObject({
      code: 'NO_DATA_PERMISSION',
      requestId: '7',
    })
  })
})

it('only noted reads are requested at the next load', async () => {
  const { http, kept } = open()
  // The contract has GETs that change data.
  await http.get('/sys/annountCement/doReleaseData', { id: '1' })
  http.noteRead?.('/resource/stock/in-bill/list', { pageNo: 1, column: 'a b' })
  expect(kept.listReads('/stock/in-bill')).toEqual(['/resource/stock/in-bill/list?pageNo=1&column=a+b'])
})
