import {
  AxiosError,
  type AxiosHeaders,
  type AxiosRequestConfig,
  type InternalAxiosRequestConfig,
} from 'axios'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../runtime/kernel/errors.ts'
import { createClient } from '../../../src/app/session/client.ts'
import type { Refusal } from '../../../src/app/session/refusals.ts'

type Reply = { status?: number; data?: unknown } | 'broken' | 'late'

const good: Reply = { data: { success: true, code: 200, message: '操作成功', result: 7 } }

/** A client whose wire gives the replies one after another (the last one again and again). */
function wired(replies: Reply[], token: string | null = 'secret') {
  const asked: (AxiosRequestConfig & { headers: AxiosHeaders })[] = []
  const refusals: Refusal[] = []
  const adapter = async (config: InternalAxiosRequestConfig) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? good
    asked.push(config)
    if (reply === 'broken') throw new AxiosError('Network Error', 'ERR_NETWORK', config)
    if (reply === 'late') throw new AxiosError('timeout', 'ECONNABORTED', config)
    const response = { status: reply.status ?? 200, data: reply.data, statusText: '', headers: {}, config }
    if (response.status >= 300) throw new AxiosError('refused', 'ERR_BAD_RESPONSE', config, null, response)
    return response
  }
  const http = createClient({
    token: () => token,
    tenant: () => null,
    refused: (refusal) => refusals.push(refusal),
    adapter,
    pause: async () => undefined,
  })
  return { http, asked, refusals, first: () => asked[0] as (typeof asked)[number] }
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
  it('carry token and tenant, go to the prefix and give up after 60 s', async () => {
    const { http, first } = wired([good])
    await http.send('POST', '/x', { a: 1 })
    expect(first().headers.get('X-Access-Token')).toBe('secret')
    expect(first().headers.get('tenant_id')).toBe('0')
    expect(first()).toMatchObject({ baseURL: '/jeecg-boot', timeout: 60_000, data: '{"a":1}' })
    expect(first().params).toBeUndefined()
  })

  it('stamp every GET with seconds, but not a dictionary look-up', async () => {
    const { http, asked } = wired([good])
    await http.get('/resource/a/b/list', { pageNo: 2 })
    await http.get('/sys/dict/getDictItems/unit')
    expect(asked[0]?.params.pageNo).toBe(2)
    expect(Math.abs(asked[0]?.params._t - Date.now() / 1000)).toBeLessThan(5)
    expect(Number.isInteger(asked[0]?.params._t)).toBe(true)
    expect(asked[1]?.params).toBeUndefined()
  })

  it('send the token with an upload only where it is asked for', async () => {
    const { http, asked } = wired([good])
    await http.upload('/sys/common/upload', new FormData())
    await http.upload('/sys/common/upload', new FormData(), { token: true })
    expect(asked.map(({ headers }) => headers.get('X-Access-Token'))).toEqual([undefined, 'secret'])
    expect(asked.map(({ headers }) => headers.get('tenant_id'))).toEqual(['0', '0'])
  })

  it('keep headers of the caller', async () => {
    const { http, first } = wired([good])
    await http.send('POST', '/add', {}, { headers: { 'Idempotency-Key': 'abcdefgh' } })
    expect(first().headers.get('Idempotency-Key')).toBe('abcdefgh')
  })

  it('read again twice over a broken wire, and never write again', async () => {
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

  it('do not read again what was refused or took too long', async () => {
    for (const reply of [{ status: 404 }, 'late'] as const) {
      const { http, asked } = wired([reply, good])
      await failed(http.get('/x'))
      expect(asked).toHaveLength(1)
    }
  })
})

describe('answers', () => {
  it('are unwrapped, and bare ones pass', async () => {
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
    // The caller shows what the envelope says.
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
  ] as const)('%j with a token %s means %s', async (reply, hasToken, code, text, kind) => {
    const { http, refusals } = wired([reply], hasToken ? 'secret' : null)
    expect(await failed(http.send('POST', '/x'))).toMatchObject({ code, text })
    expect(refusals.map((refusal) => refusal.kind)).toEqual(kind ? [kind] : [])
  })

  it('is silent about a session that has been replaced meanwhile', async () => {
    let token = 'old'
    const refusals: Refusal[] = []
    const http = createClient({
      token: () => token,
      tenant: () => null,
      refused: (refusal) => refusals.push(refusal),
      adapter: async (config) => {
        token = 'new'
        const response = { status: 401, data: null, statusText: '', headers: {}, config }
        throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, response)
      },
    })
    await failed(http.get('/x'))
    expect(refusals).toEqual([])
  })
})
