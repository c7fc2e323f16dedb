import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from './test-server.ts'
import { upload } from './uploading.ts'

const content = Array.from({ length: 2000 }, (_, n) => `line ${n}\n`).join('')

let server: TestServer
let url: string
beforeAll(async () => {
  server = await createBaseServer()
  const token = await server.enter('clerk')
  const { body } = await upload(server, token, { name: '目录.txt', content })
  url = `/jeecg-boot/sys/common/static/${body.message}`
})
afterAll(() => server?.close())

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers })

const described = {
  'content-type': 'text/plain; charset=utf-8',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('目录.txt')}`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'accept-ranges': 'bytes',
}

describe('a stored file', () => {
  it('announces that it supports range requests', async () => {
    const reply = await get()
    expect([reply.statusCode, reply.body === content]).toEqual([200, true])
    expect(reply.headers).toMatchObject({ ...described, 'content-length': String(content.length) })
  })

  it.each([
    ['bytes=10-19', 10, 20],
    ['bytes=100-', 100, content.length],
    ['bytes=-50', content.length - 50, content.length],
    ['bytes=0-99999999', 0, content.length],
  ])('is answered in part when the range is %s', async (range, start, end) => {
    const reply = await get({ range })
    expect([reply.statusCode, reply.body]).toEqual([206, content.slice(start, end)])
    expect(reply.headers).toMatchObject({
      ...described,
      'content-range': `bytes ${start}-${end - 1}/${content.length}`,
      'content-length': String(end - start),
    })
  })

  it.each(['bytes=9999999-', 'bytes=x'])(
    'is answered 416 with its length when the range does not exist: %s',
    async (range) => {
      const reply = await get({ range })
      expect(reply.statusCode).toBe(416)
      expect(reply.headers['content-range']).toBe(`bytes */${content.length}`)
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(reply.json()).toMatchObject({ success: false, code: 416 })
    },
  )

  it('is answered in full when the request has several ranges or another unit', async () => {
    for (const range of ['bytes=0-1,5-6', 'lines=0-1']) {
      const reply = await get({ range })
      expect([reply.statusCode, reply.body === content], range).toEqual([200, true])
    }
  })

  it('is answered in part under If-Range only when the tag matches', async () => {
    const { etag, 'last-modified': modified } = (await get()).headers
    for (const seen of [String(etag), String(modified)]) {
      const reply = await get({ range: 'bytes=0-3', 'if-range': seen })
      expect([reply.statusCode, reply.body], seen).toEqual([206, 'line'])
    }
    for (const other of ['"other"', new Date(0).toUTCString()]) {
      const reply = await get({ range: 'bytes=0-3', 'if-range': other })
      expect([reply.statusCode, reply.body === content], other).toEqual([200, true])
    }
  })

  it('is answered 304 without a body when the tag matches', async () => {
    const { etag, 'last-modified': modified } = (await get()).headers
    const conditions = { 'if-none-match': String(etag), 'if-modified-since': String(modified) }
    for (const [name, value] of Object.entries(conditions)) {
      const reply = await get({ [name]: value })
      expect([reply.statusCode, reply.body]).toEqual([304, ''])
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('answers HEAD with the headers of GET and without a body', async () => {
    const reply = await get({}, 'HEAD')
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(reply.headers).toMatchObject(described)
    expect(Number(reply.headers['content-length'])).toBe(content.length)
  })
})
