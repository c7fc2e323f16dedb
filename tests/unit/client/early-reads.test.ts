// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'

const permissions = '/sys/permission/getUserPermissionByToken'
const list = '/resource/stock/in-bill/list?pageNo=1'
const stored = (value: unknown) => JSON.stringify({ value, expire: null })
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (result: unknown, tag = 'W/"new"') =>
  Response.json({ success: true, code: 200, result }, { headers: { etag: tag } })
/** The requested addresses, without prefix and timestamp. */
const addresses = () =>
  asked.mock.calls.map(([url]) => url.replace('/jeecg-boot', '').replace(/[?&]_t=\d{10}$/, ''))

/** Runs the module as on a page load. */
async function load(path: string) {
  window.history.replaceState(null, '', path)
  vi.resetModules()
  const early = await import('#client/session/early-reads.ts')
  early.startEarly()
  return early
}

function signIn(id: string) {
  localStorage.setItem('pro__Access-Token', stored(`token of ${id}`))
  localStorage.setItem('pro__LOGIN_USER', stored({ id, username: id }))
  localStorage.setItem('pro__TENANT_ID', stored('0'))
}

const lastAnswers = (owner: string) => ({
  owner,
  answers: { [permissions]: { tag: 'W/"known"', result: { menu: [] } } },
  reads: { '/stock/in-bill': [list] },
})

beforeEach(() => {
  localStorage.clear()
  asked.mockReset().mockImplementation(async () => answer([]))
  vi.stubGlobal('fetch', asked)
  return () => vi.unstubAllGlobals()
})

describe('early reads', () => {
  it('request permissions, index and the rows of the address together', async () => {
    signIn('clerk')
    localStorage.setItem('pro__LAST_ANSWERS', stored(lastAnswers('clerk@0')))
    asked.mockImplementation(() => new Promise(() => undefined))
    await load('/stock/in-bill')
    expect(addresses()).toEqual([permissions, '/schema/index', list])
    const headers = asked.mock.calls.map(([, init]) => init.headers as Record<string, string>)
    expect(headers[0]).toEqual({
      'X-Access-Token': 'token of clerk',
      tenant_id: '0',
      'If-None-Match': 'W/"known"',
    })
    expect(headers[2]).not.toHaveProperty('If-None-Match')
  })

  it('request nothing without a session or on the sign-in page', async () => {
    await load('/stock/in-bill')
    signIn('clerk')
    await load('/user/login?redirect=/stock/in-bill')
    expect(asked).not.toHaveBeenCalled()
  })

  it('request nothing that another user stored', async () => {
    signIn('reader')
    localStorage.setItem('pro__LAST_ANSWERS', stored(lastAnswers('clerk@0')))
    await load('/stock/in-bill')
    expect(addresses()).not.toContain(list)
    for (const [, init] of asked.mock.calls) expect(init.headers).not.toHaveProperty('If-None-Match')
  })

  it('request the document that the index contains for the address', async () => {
    signIn('clerk')
    asked.mockImplementation(async (url) =>
      answer(
        url.includes('/schema/index') ? [{ id: 'stock/in-bill', rev: 'r1', path: '/stock/in-bill' }] : [],
      ),
    )
    await load('/stock/in-bill')
    await vi.waitFor(() => expect(addresses()).toContain('/schema/documents/stock/in-bill?rev=r1'))
  })

  it('send the known tags, and request more only for data that is not cached', async () => {
    signIn('clerk')
    localStorage.setItem('pro__LAST_ANSWERS', stored({ ...lastAnswers('clerk@0'), reads: {} }))
    asked.mockImplementation(async (url) =>
      url.includes(permissions)
        ? new Response(null, { status: 304 })
        : answer([{ id: 'stock/in-bill', rev: 'r1', path: '/stock/in-bill' }]),
    )
    window.history.replaceState(null, '', '/stock/in-bill')
    vi.resetModules()
    const { startEarly } = await import('#client/session/early-reads.ts')
    const facts = startEarly()
    expect(await facts?.permissions).toEqual({ menu: [] })
    expect(facts?.isFirstVisit).toBe(true)
    await facts?.document
    asked.mockClear()
    facts?.ask([permissions, list])
    expect(addresses()).toEqual([list])
  })

  it('return each answer once, and only to the session that requested it', async () => {
    signIn('clerk')
    const { takeEarly } = await load('/a')
    expect(await takeEarly('/schema/index', 'token of clerk')).toMatchObject({ status: 200, tag: 'W/"new"' })
    expect(takeEarly('/schema/index', 'token of clerk')).toBeNull()
    expect(takeEarly(permissions, 'token of reader')).toBeNull()
    expect(takeEarly(permissions, 'token of clerk')).toBeNull()
  })

  it('leave refusals and failures to the client', async () => {
    signIn('clerk')
    asked.mockImplementation(async (url) => {
      if (url.includes('/schema/index')) throw new TypeError('no line')
      return new Response('{}', { status: 403 })
    })
    const { takeEarly } = await load('/a')
    expect(await takeEarly(permissions, 'token of clerk')).toBeNull()
    expect(await takeEarly('/schema/index', 'token of clerk')).toBeNull()
  })

  it('return no expired answer, and are not repeated when the page did not need them', async () => {
    vi.useFakeTimers()
    signIn('clerk')
    localStorage.setItem('pro__LAST_ANSWERS', stored(lastAnswers('clerk@0')))
    const { takeEarly } = await load('/stock/in-bill')
    await vi.advanceTimersByTimeAsync(12_000)
    expect(takeEarly(list, 'token of clerk')).toBeNull()
    vi.useRealTimers()
    const { value } = JSON.parse(localStorage.getItem('pro__LAST_ANSWERS') ?? '') as {
      value: ReturnType<typeof lastAnswers>
    }
    expect(value.reads['/stock/in-bill']).toEqual([])
  })
})
