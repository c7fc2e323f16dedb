import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { casUser } from '#server/modules/session/external/cas-answer.ts'
import { readConfig } from '#server/platform/config.ts'
import { cpuTime } from '../../cpu-time.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { type Outside, openOutside } from './external-server.ts'
import { forgetCounts } from './steps.ts'

const service = 'https://office.example/user/login'
const success = (inner: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">\n <cas:authenticationSuccess>${inner}</cas:authenticationSuccess>\n</cas:serviceResponse>\n`
const user = (name: string) => success(`<cas:user>${name}</cas:user>`)

describe('casUser', () => {
  it('reads the user name when the answer has any prefix or further attributes', () => {
    expect(casUser(user('clerk'))).toBe('clerk')
    expect(casUser(`<?xml version="1.0" encoding="UTF-8"?>\n${user(' li &amp; co ')}`)).toBe('li & co')
    expect(casUser(user('clerk').replaceAll('cas:', 'c:'))).toBe('clerk')
    const more =
      '<cas:user>clerk</cas:user><cas:attributes><cas:user>admin</cas:user><x a="1"/></cas:attributes>'
    expect(casUser(success(more))).toBe('clerk')
  })

  it.each([
    [
      'a failure',
      '<cas:serviceResponse><cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure></cas:serviceResponse>',
    ],
    [
      'a user among the attributes only',
      success('<cas:attributes><cas:user>admin</cas:user></cas:attributes>'),
    ],
    [
      'a user in a failure',
      '<serviceResponse><authenticationFailure><user>admin</user></authenticationFailure></serviceResponse>',
    ],
    ['two users', success('<user>clerk</user><user>admin</user>')],
    ['a document type', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${user('&e;')}`],
    ['an entity of its own', user('&e;')],
    ['a number for a character', user('&#97;dmin')],
    ['a comment', user('clerk<!-- x -->admin')],
    ['character data', user('<![CDATA[admin]]>')],
    ['an element inside', user('clerk<b>admin</b>')],
    [
      'tags that do not match',
      '<serviceResponse><authenticationSuccess><user>admin</serviceResponse></user></authenticationSuccess>',
    ],
    ['two answers', `${user('clerk')}${user('admin')}`],
    ['an element behind the answer', `${user('clerk')}<user/>`],
    ['elements nested deeply', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
    ['a torn answer', user('clerk').slice(0, -20)],
    ['an empty name', user('  ')],
    ['a page', '<html><body>Sign in</body></html>'],
    ['nothing', ''],
  ])('returns no user for an answer with %s', (_, xml) => {
    expect(casUser(xml)).toBeNull()
  })

  it('takes time in proportion to the length of a hostile answer', async () => {
    const twisted = [
      '<a '.repeat(20_000),
      `<a ${'b="c" '.repeat(9000)}`,
      '&'.repeat(60_000),
      '<'.repeat(60_000),
    ]
    expect(await cpuTime(() => expect(twisted.map(casUser)).toEqual(twisted.map(() => null)))).toBeLessThan(
      1000,
    )
  })
})

describe('CAS sign-in', () => {
  let server: TestServer
  let outside: Outside
  beforeAll(async () => {
    outside = await openOutside()
    server = await createBaseServer({ cas: { url: `${outside.url}/cas`, service } })
  })
  afterAll(async () => {
    await server?.close()
    await outside?.close()
  })
  beforeEach(() => forgetCounts(server))

  const enter = (ticket = 'ST-1-abc', wanted = service) =>
    server.call('GET', `/sys/cas/client/validateLogin?${new URLSearchParams({ ticket, service: wanted })}`)

  it('validates the ticket at the CAS server and signs the user in', async () => {
    outside.answer((_, response) => void response.end(user('clerk')))
    const { body } = await enter()
    expect(body).toMatchObject({ success: true, code: 200, result: { userInfo: { username: 'clerk' } } })
    const { token } = body.result as { token: string }
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(200)
    const asked = outside.asked.at(-1)?.url
    expect([asked?.pathname, asked?.searchParams.get('ticket'), asked?.searchParams.get('service')]).toEqual([
      '/cas/serviceValidate',
      'ST-1-abc',
      service,
    ])
  })

  it('sends no request to the CAS server when the service or the ticket is malformed', async () => {
    const before = outside.asked.length
    for (const wanted of ['https://evil.example/', `${service}/`, `${service}?x=1`, ''])
      expect((await enter('ST-1', wanted)).body.message).toBe('单点登录校验失败')
    expect((await enter('ST-1&service=x')).body.message).toBe('单点登录校验失败')
    expect(outside.asked.length).toBe(before)
  })

  it('refuses a user who is unknown to CAS, unknown to the product, or frozen', async () => {
    outside.answer((_, response) => void response.end('<serviceResponse/>'))
    const unknown = await enter()
    expect([unknown.body.message, unknown.headers['x-error-code']]).toEqual([
      '单点登录校验失败',
      'CAS_TICKET_INVALID',
    ])
    outside.answer((_, response) => void response.end(user('stranger')))
    const stranger = await enter()
    expect([stranger.body.message, stranger.headers['x-error-code']]).toEqual([
      '该用户不存在，请注册',
      'CAS_USER_UNKNOWN',
    ])
    outside.answer((_, response) => void response.end(user('reader')))
    const { db } = server.services
    await db.app.updateTable('sys_user').set({ status: 2 }).where('username', '=', 'reader').execute()
    expect((await enter()).body.message).toBe('该用户已冻结')
  })

  it('refuses a redirect and an endless answer, and reports an unreachable CAS server', async () => {
    const away = '单点登录服务暂不可用'
    outside.answer((url, response) => {
      if (url.pathname.endsWith('/elsewhere')) response.end(user('admin'))
      else response.writeHead(302, { location: `${outside.url}/elsewhere` }).end()
    })
    expect((await enter()).body.message).toBe(away)
    outside.answer((_, response) => void response.end(user('admin') + ' '.repeat(100_000)))
    expect((await enter()).body.message).toBe(away)
    outside.answer((_, response) => void response.writeHead(500).end(user('admin')))
    for (let n = 0; n < 60; n++) expect((await enter()).body.message).toBe(away)
    outside.answer((_, response) => void response.end(user('clerk')))
    expect((await enter()).body.code).toBe(200)
  })

  it('is listed with its redirect address, and is refused with a clear text when it is not configured', async () => {
    const ways = await server.call('GET', '/sys/loginWays')
    expect(ways.body.result).toEqual({
      phone: true,
      register: true,
      cas: `${outside.url}/cas/login?service=${encodeURIComponent(service)}`,
      third: [],
    })
    const { cas } = server.services.config
    server.services.config.cas = undefined
    expect((await enter()).body.message).toBe('未配置单点登录')
    expect((await server.call('GET', '/sys/loginWays')).body.result).toMatchObject({ cas: null })
    server.services.config.cas = cas
  })
})

it('configuration is refused when only one of the two CAS addresses is set', () => {
  expect(readConfig({}).cas).toBeUndefined()
  expect(readConfig({ CAS_URL: 'https://cas.example/cas/', CAS_SERVICE: service }).cas).toEqual({
    url: 'https://cas.example/cas',
    service,
  })
  expect(() => readConfig({ CAS_URL: 'https://cas.example/cas' })).toThrow('CAS_SERVICE')
  expect(() => readConfig({ CAS_URL: 'file:///x', CAS_SERVICE: service })).toThrow('CAS_URL')
})
