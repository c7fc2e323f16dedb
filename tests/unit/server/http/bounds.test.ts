import { connect } from 'node:net'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { BaseServices } from '#server/app/services.ts'
import { ok } from '#server/platform/http/envelope.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'

const KB = 1024
const MB = 1024 * KB

const testRoutes: Plugin<BaseServices> = (app) => {
  app.post('/test/echo', { config: { access: 'self' } }, async ({ body }) => ok(JSON.stringify(body).length))
  app.post('/test/import', { config: { access: 'self' }, bodyLimit: 6 * MB }, async ({ body }) =>
    ok(JSON.stringify(body).length),
  )
  const querystring = Type.Object({ size: Type.Integer(), share: Type.Optional(Type.Number()) })
  app.get('/test/page', { config: { access: 'self' }, schema: { querystring } }, async ({ query }) =>
    ok(query),
  )
}

let server: TestServer
let token: string
let port: number
beforeAll(async () => {
  server = await createBaseServer({ uploadMaxMb: 1 }, [testRoutes])
  token = await server.enter('clerk')
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => server?.close())

const post = (url: string, payload: string, headers: Record<string, string> = {}, as?: string) =>
  server.call('POST', url, {
    payload,
    headers: { 'content-type': 'application/json', ...headers },
    token: as,
  })

/** Sends the head of a request and `part` of its body; returns the answer. */
async function sendPart(path: string, length: string, part = '', more = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}${length}\r\n\r\n${part}`,
  )
  let text = ''
  return await new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('}')) resolve(text)
    })
  })
}

/** A bill in the format of the form. */
const bill = (rows: number) => ({
  items: Array.from({ length: rows }, (_, at) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, column) => [`fcolumn${column}`, `第${at}行的内容`])),
  ),
})

describe('body bounds', () => {
  it('refuse a large body on a public route before it arrives', async () => {
    const answer = await sendPart('/sys/login', `content-length: ${65 * KB}`, '{"username":"a')
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('提交的内容超过64KB限制，请压缩或分批提交')
  })

  it('refuse a public body without a length once it is too large', async () => {
    const chunk = ' '.repeat(33 * KB)
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(2)
    const answer = await sendPart('/sys/login', 'transfer-encoding: chunked', chunks)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  it('refuse a large body when no route has the path', async () => {
    const { status, body } = await post('/no/such/path', `"${'x'.repeat(65 * KB)}"`)
    expect([status, body.code]).toEqual([413, 413])
  })

  it('answer 401 before any of the body arrives when the token is invalid', async () => {
    for (const held of ['', `x-access-token: ${'x'.repeat(43)}\r\n`]) {
      const answer = await sendPart('/test/echo', `content-length: ${3 * MB}`, '', held)
      expect(answer).toMatch(/^HTTP\/1.1 401 /)
    }
    // A malformed token causes no query.
    expect((await post('/test/echo', '{"broken')).status).toBe(401)
    expect((await post('/test/echo', '{"broken', {}, token)).status).toBe(400)
  })

  it('accept a bill of 5,000 rows with 12 columns from a signed-in user, and no body over 4 MB', async () => {
    const { status, body } = await post('/test/echo', JSON.stringify(bill(5000)), {}, token)
    expect([status, body.code]).toEqual([200, 200])
    const large = await post('/test/echo', `"${'x'.repeat(4 * MB)}"`, {}, token)
    expect(large.body).toMatchObject({ code: 413, message: '提交的内容超过4MB限制，请压缩或分批提交' })
    expect(large.headers['x-error-code']).toBe('BODY_TOO_LARGE')
  })

  it('are those of the route when it declares its own', async () => {
    expect((await post('/test/import', `"${'x'.repeat(5 * MB)}"`, {}, token)).status).toBe(200)
    expect((await post('/test/import', `"${'x'.repeat(6 * MB)}"`, {}, token)).status).toBe(413)
  })

  it('refuse an upload far over the limit before it arrives', async () => {
    const { status, body } = await post(
      '/sys/common/upload',
      'x'.repeat(1.5 * MB),
      { 'content-type': 'multipart/form-data; boundary=x' },
      token,
    )
    expect([status, body.message]).toEqual([413, '提交的内容超过1MB限制，请压缩或分批提交'])
  })

  it('refuse compressed bodies', async () => {
    const { status, body } = await post('/test/echo', '{}', { 'content-encoding': 'gzip' }, token)
    expect([status, body.message]).toEqual([415, '请求内容的类型不支持'])
  })
})

describe('JSON bounds', () => {
  it('refuse nesting deeper than 32 levels with a clear text', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect((await post('/test/echo', nested(32), {}, token)).status).toBe(200)
    const { status, body, headers } = await post('/test/echo', nested(33), {}, token)
    expect([status, body.message]).toEqual([400, '提交的数据超过32层，不能识别'])
    expect(headers['x-error-code']).toBe('JSON_TOO_DEEP')
    expect((await post('/sys/login', nested(30_000))).status).toBe(400)
  })

  it('refuse more than 1,000 values without a token and more than 200,000 with a token', async () => {
    const values = (count: number) => `[${'1,'.repeat(count - 1)}1]`
    const known = await post('/sys/login', values(1000))
    expect(known.body.message).not.toContain('项')
    const { status, body, headers } = await post('/sys/login', values(1001))
    expect([status, body.message]).toEqual([413, '提交的数据超过1000项，请分批提交'])
    expect(headers['x-error-code']).toBe('JSON_TOO_MANY_VALUES')
    expect((await post('/test/echo', values(200_000), {}, token)).status).toBe(200)
    expect((await post('/test/echo', values(200_001), {}, token)).status).toBe(413)
  })
})

describe('numbers of an address', () => {
  it.each([
    ['size=1e309', 'size'],
    ['size=-1e309', 'size'],
    ['size=1&share=1e400', 'share'],
  ])('are refused without an end: %s', async (query, key) => {
    const { status, body } = await server.call('GET', `/test/page?${query}`, { token })
    expect([status, body.message]).toEqual([400, expect.stringContaining(key)])
  })

  it('are read as numbers', async () => {
    const { body } = await server.call('GET', '/test/page?size=12&share=0.5', { token })
    expect(body.result).toEqual({ size: 12, share: 0.5 })
  })
})
