// @vitest-environment jsdom
import { delay, HttpResponse, http as route } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '#client/session/client.ts'
import type { Refusal } from '#client/session/refusals.ts'
import { AppError } from '#runtime/kernel/errors.ts'

type Reply = { status?: number; data?: unknown } | 'broken' | 'late'
type SentRequest = { method: string; url: URL; headers: Headers; body: string }

const good: Reply = { data: { success: true, code: 200, message: '操作成功', result: 7 } }

/** The answers of the server. */
let wire: { replies: readonly Reply[]; asked: SentRequest[]; onAsked?: () => void } = {
  replies: [],
  asked: [],
}
let lastSent: XMLHttpRequest | undefined

const server = setupServer(
  route.all('*', async ({ request }) => {
    const { replies, asked, onAsked } = wire
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? good
    const { method, url, headers } = request
    asked.push({ method, url: new URL(url), headers, body: await request.clone().text() })
    onAsked?.()
    if (reply === 'broken') return HttpResponse.error()
    if (reply === 'late') {
      // The minute has passed: the event that a browser would send then.
      lastSent?.dispatchEvent(new ProgressEvent('timeout'))
      await delay('infinite')
    }
    const { status = 200, data } = reply as Exclude<Reply, string>
    if (typeof data === 'string') return HttpResponse.html(data, { status })
    return data === undefined
      ? new HttpResponse(null, { status })
      : HttpResponse.json(data as object, { status })
  }),
)
beforeAll(() => {
  const { open } = XMLHttpRequest.prototype
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (
    this: XMLHttpRequest,
    ...args: Parameters<typeof open>
  ) {
    lastSent = this
    open.apply(this, args)
  })
  server.listen()
})
afterAll(() => {
  server.close()
  vi.restoreAllMocks()
})

/** A client whose server gives the replies one after another and repeats the last one. */
function wired(replies: readonly Reply[], token: string | null | (() => string) = 'secret') {
  const asked: SentRequest[] = []
  const refusals: Refusal[] = []
  wire = { replies, asked }
  const http = createClient({
    token: typeof token === 'function' ? token : () => token,
    tenant: () => null,
    refused: (refusal) => refusals.push(refusal),
    pause: async () => undefined,
  })
  return { http, asked, refusals, first: () => asked[0] as SentRequest }
}

const failed = async (call: Promise<unknown>): Promise<AppError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error(`no AppError but ${error}`)
  return error
}

describe('requests', () => {
  it('contain token and tenant, start with the prefix and time out after 60 s', async () => {
    const { http, first } = wired([good])
    await http.send('POST', '/x', { a: 1 })
    const { headers, url, body } = first()
    expect(headers.get('X-Access-Token')).toBe('secret')
    expect(headers.get('tenant_id')).toBe('0')
    expect([url.pathname, url.search, body]).toEqual(['/jeecg-boot/x', '', '{"a":1}'])
    expect(lastSent?.timeout).toBe(60_000)
  })

  it('have a timestamp in seconds when they are GETs, except dictionary look-ups', async () => {
    const { http, asked } = wired([good])
    await http.get('/resource/a/b/list', { pageNo: 2 })
    await http.get('/sys/dict/getDictItems/unit')
    const query = asked[0]?.url.searchParams
    expect(query?.get('pageNo')).toBe('2')
    expect(query?.get('_t')).toMatch(/^\d{10}$/)
    expect(Math.abs(Number(query?.get('_t')) - Date.now() / 1000)).toBeLessThan(5)
    expect(asked[1]?.url.search).toBe('')
  })

  it('send the token with an upload only when the caller requests it', async () => {
    const { http, asked } = wired([good])
    await http.upload('/sys/common/upload', new FormData())
    await http.upload('/sys/common/upload', new FormData(), { token: true })
    expect(asked.map(({ headers }) => headers.get('X-Access-Token'))).toEqual([null, 'secret'])
    expect(asked.map(({ headers }) => headers.get('tenant_id'))).toEqual(['0', '0'])
  })

  it('keep the headers of the caller', async () => {
    const { http, first } = wired([good])
    await http.send('POST', '/add', {}, { headers: { 'Idempotency-Key': 'abcdefgh' } })
    expect(first().headers.get('Idempotency-Key')).toBe('abcdefgh')
  })

  it('repeat a read twice after a network error, and never a write', async () => {
    const reading = wired(['broken', 'broken', good])
    expect(await reading.http.get('/x')).toBe(7)
    expect(reading.asked).toHaveLength(3)
    const dead = wired(['broken'])
    expect((await failed(dead.http.get('/x'))).code).toBe('NETWORK')
    expect(dead.asked).toHaveLength(3)
    const writing = wired(['broken', good])
    expect((await failed(writing.http.send('POST', '/x'))).code).toBe('NETWORK')
    expect(writing.asked).toHaveLength(1)
  })

  it('do not repeat a read that was refused or timed out', async () => {
    for (const reply of [{ status: 404 }, 'late'] as const) {
      const { http, asked } = wired([reply, good])
      await failed(http.get('/x'))
      expect(asked).toHaveLength(1)
    }
  })
})

describe('answers', () => {
  it('are unwrapped from their envelope, and accepted without one', async () => {
    expect(await wired([good]).http.send('PUT', '/x')).toEqual({ result: 7, message: '操作成功', code: 200 })
    expect(await wired([{ data: { success: true, code: 0, result: [] } }]).http.get('/x')).toEqual([])
    expect(await wired([{ data: [1, 2] }]).http.get('/x')).toEqual([1, 2])
  })

  it.each([
    [{ success: false, code: 500, message: '不行', result: { captcha: true } }, 'BUSINESS', '不行'],
    [{ success: false, code: 510, message: '没有权限' }, 'NO_DATA_PERMISSION', '没有权限'],
    [{ success: true, code: 500, message: '不行' }, 'BUSINESS', '不行'],
    ['<!doctype html>', 'UNKNOWN_SHAPE', '返回数据类型不识别'],
  ])('with the body %j are refused', async (data, code, text) => {
    const { http, refusals } = wired([{ data }])
    expect(await failed(http.get('/x'))).toMatchObject({ code, text })
    // The caller shows the text of the envelope.
    expect(refusals).toEqual([])
  })

  it('keep the result of a refusal', async () => {
    const error = await failed(
      wired([{ status: 409, data: { result: { current: { id: '1' } } } }]).http.get('/x'),
    )
    expect(error.result).toEqual({ current: { id: '1' } })
  })
})

describe('the catalogue of refusals', () => {
  const token = { message: 'Token失效，请重新登录' }
  it.each([
    // reply, has token, code, text, what the shell does
    [{ status: 403 }, true, 'FORBIDDEN', '拒绝访问', 'notice'],
    [{ status: 404, data: { message: '路径不存在' } }, true, 'NOT_FOUND', '很抱歉，资源未找到!', 'notice'],
    [{ status: 423 }, true, 'RECORD_BUSY', '该记录正被他人保存，请稍后再试', 'notice'],
    [{ status: 504 }, true, 'TIMEOUT', '网络超时', 'notice'],
    ['late', true, 'TIMEOUT', '网络超时', 'notice'],
    [{ status: 401, data: token }, true, 'UNAUTHORIZED', 'Token失效，请重新登录', 'unauthorized'],
    [{ status: 401, data: token }, false, 'UNAUTHORIZED', 'Token失效，请重新登录', 'notice'],
    [{ status: 500, data: token }, true, 'UNAUTHORIZED', 'Token失效，请重新登录', 'expired'],
    [{ status: 500, data: token }, false, 'INTERNAL', 'Token失效，请重新登录', 'notice'],
    [{ status: 500, data: { message: '操作失败，编号 7' } }, true, 'INTERNAL', '操作失败，编号 7', 'notice'],
    [{ status: 503 }, true, 'UNAVAILABLE', '服务暂时不可用，请稍后重试', 'notice'],
    [{ status: 429, data: { message: '太快' } }, true, 'TOO_MANY', '太快', 'notice'],
    [{ status: 400, data: { message: '参数无效：a' } }, true, 'BAD_PARAMETER', '参数无效：a', undefined],
    [{ status: 409, data: { message: '已被修改' } }, true, 'STALE', '已被修改', undefined],
    ['broken', true, 'NETWORK', '网络异常，请检查网络连接', undefined],
  ] as const)('%j with a token %s has the code %s', async (reply, hasToken, code, text, kind) => {
    const { http, refusals } = wired([reply], hasToken ? 'secret' : null)
    expect(await failed(http.send('POST', '/x'))).toMatchObject({ code, text })
    expect(refusals.map((refusal) => refusal.kind)).toEqual(kind ? [kind] : [])
  })

  it('reports nothing for a session that was replaced meanwhile', async () => {
    let token = 'old'
    const { http, refusals } = wired([{ status: 401 }], () => token)
    wire.onAsked = () => {
      token = 'new'
    }
    await failed(http.get('/x'))
    expect(refusals).toEqual([])
  })
})

describe('a downloaded file', () => {
  it('is saved under the name in the header of the server', async () => {
    server.use(
      route.get(
        '*/report.xls',
        () =>
          new HttpResponse('内容', {
            headers: {
              'content-type': 'application/vnd.ms-excel',
              'content-disposition': `attachment; filename="a.xls"; filename*=UTF-8''${encodeURIComponent('流水.xls')}`,
            },
          }),
      ),
    )
    const { http } = wired([good])
    const { blob, name } = await http.download('/report.xls', { a: 1 })
    expect(name).toBe('流水.xls')
    expect(blob.size).toBe(new TextEncoder().encode('内容').length)
    server.resetHandlers()
  })

  it('is not saved when the answer is an envelope with a refusal', async () => {
    const { http } = wired([{ data: { success: false, code: 510, message: '没有权限' } }])
    await expect(http.download('/report.xls')).rejects.toMatchObject({
      code: 'NO_DATA_PERMISSION',
      text: '没有权限',
    })
  })

  it('is refused with the text of the envelope when the HTTP status is an error', async () => {
    const { http } = wired([{ status: 400, data: { success: false, code: 400, message: '参数无效：x' } }])
    await expect(http.download('/report.xls')).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      text: '参数无效：x',
    })
  })
})
