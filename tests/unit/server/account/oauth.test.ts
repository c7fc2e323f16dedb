import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { storeFactor } from '#server/modules/session/second-factor/second-factor.ts'
import { createTotpSecret, totpCode } from '#server/modules/session/second-factor/totp.ts'
import { readConfig } from '#server/platform/config.ts'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { type Outside, openOutside } from './external-server.ts'
import { forgetCounts, givePhone, readId, smsCode } from './steps.ts'

const nonce = 'browser-of-the-clerk-1'
let server: TestServer
let outside: Outside
let person: Record<string, unknown>
beforeAll(async () => {
  outside = await openOutside()
  const name = (key: string) => `THIRD_LOGIN_GITHUB_${key}`
  const { signOnServers } = readConfig({
    [name('TITLE')]: '代码站',
    [name('AUTHORIZE_URL')]: `${outside.url}/authorize?prompt=x`,
    [name('TOKEN_URL')]: `${outside.url}/token`,
    [name('USER_URL')]: `${outside.url}/user`,
    [name('CLIENT_ID')]: 'our-id',
    [name('CLIENT_SECRET')]: 'our-secret',
    [name('CALLBACK_URL')]: 'https://office.example/sys/thirdLogin/github/callback',
    [name('SCOPE')]: 'read:user',
  })
  server = await createBaseServer({ signOnServers })
})
afterAll(async () => {
  await server?.close()
  await outside?.close()
})
beforeEach(async () => {
  await forgetCounts(server)
  await server.services.db.app.deleteFrom('sys_third_account').execute()
  person = { id: 4711, name: '李' }
  outside.answer((url, response) => {
    if (url.pathname === '/token') send(response, { access_token: 'their-token', token_type: 'bearer' })
    else send(response, person)
  })
})

const send = (response: ServerResponse, body: object) => void response.end(JSON.stringify(body))
const go = async (url: string): Promise<URL> => {
  const reply = await server.app.inject({ method: 'GET', url })
  expect(reply.statusCode).toBe(302)
  return new URL(String(reply.headers.location), 'https://office.example')
}
const render = (more = '') => go(`/sys/thirdLogin/render/github?nonce=${nonce}${more}`)
const callback = (state: string, code = 'their-code') =>
  go(`/sys/thirdLogin/github/callback?${new URLSearchParams({ state, code })}`)
const readWords = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const readState = (url: URL) => url.searchParams.get('state') ?? ''
const comeBack = async (more = '') => readWords(await callback(readState(await render(more))))
const getUser = (token: string, own = nonce, type = 'github') =>
  server.call('GET', `/sys/thirdLogin/getLoginUser/${token}/${type}?nonce=${own}`)
const bind = async (username: string) => {
  const stranger = await getUser((await comeBack()).token ?? '')
  const { thirdUserUuid: uuid } = stranger.body.result as { thirdUserUuid: string }
  const payload = { uuid, username, password: passwords.demo }
  return await server.call('POST', '/sys/thirdLogin/user/checkPassword', { payload })
}

it('sends the browser to the server that the configuration names, and back to the sign-in page', async () => {
  const there = await render()
  expect(there.origin + there.pathname).toBe(`${outside.url}/authorize`)
  expect(Object.fromEntries(there.searchParams)).toMatchObject({
    prompt: 'x',
    response_type: 'code',
    client_id: 'our-id',
    redirect_uri: 'https://office.example/sys/thirdLogin/github/callback',
    scope: 'read:user',
  })
  const back = await callback(readState(there))
  expect(back.origin + back.pathname + back.search).toBe('https://office.example/user/login')
  expect(readWords(back)).toEqual({ third: 'github', token: expect.stringMatching(/^[\w-]{43}$/) })
  const [exchange, who] = outside.asked.slice(-2)
  expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toMatchObject({
    grant_type: 'authorization_code',
    code: 'their-code',
    client_secret: 'our-secret',
  })
  expect(who?.headers.authorization).toBe('Bearer their-token')
})

it('the sign-on server receives the verifier of its challenge, another one for each sign-in', async () => {
  const challenges: (string | null)[] = []
  for (let n = 0; n < 2; n++) {
    const there = await render()
    await callback(readState(there))
    const body = new URLSearchParams(outside.asked.at(-2)?.body)
    const challenge = there.searchParams.get('code_challenge')
    const verifier = body.get('code_verifier') ?? ''
    expect(verifier).toMatch(/^[\w-]{43}$/)
    expect(there.searchParams.get('code_challenge_method')).toBe('S256')
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge)
    challenges.push(challenge)
  }
  expect(challenges[0]).not.toBe(challenges[1])
})

it('goes nowhere that a request names', async () => {
  const back = await render('&redirect_uri=https://evil.example&back=https://evil.example').catch(() => null)
  expect(back).toBeNull()
  const there = await render('&redirect_uri=https://evil.example')
  expect(there.searchParams.getAll('redirect_uri')).toEqual([
    'https://office.example/sys/thirdLogin/github/callback',
  ])
  const account = await callback(readState(await render('&back=account')))
  expect(account.origin + account.pathname).toBe('https://office.example/account/settings/binding')
  const other = await server.call('GET', `/sys/thirdLogin/render/wechat?nonce=${nonce}`)
  expect(other.body.message).toBe('未配置该登录方式')
})

it('takes a state once and no other state, and asks nobody about those', async () => {
  const state = readState(await render())
  const before = outside.asked.length
  for (const bad of ['', 'x'.repeat(43)])
    expect(readWords(await callback(bad))).toEqual({ third: 'github', error: '1' })
  expect(outside.asked.length).toBe(before)
  expect((await callback(state)).hash).toContain('token=')
  expect(readWords(await callback(state))).toEqual({ third: 'github', error: '1' })
})

it('says in the address when the other server answers nonsense', async () => {
  const nonsense = [{ error: 'bad code' }, { access_token: '' }, []]
  for (const answer of nonsense) {
    outside.answer((_, response) => send(response, answer))
    expect(await comeBack()).toEqual({ third: 'github', error: '1' })
  }
  outside.answer((url, response) =>
    send(response, url.pathname === '/token' ? { access_token: 't' } : { name: 'no id' }),
  )
  expect(await comeBack()).toEqual({ third: 'github', error: '1' })
})

it('binds a stranger to an account by its password, and knows the person from then on', async () => {
  const { token = '' } = await comeBack()
  const stranger = await getUser(token)
  expect(stranger.body).toMatchObject({ success: false, message: '用户未找到', result: { nickname: '李' } })
  expect(stranger.headers['x-error-code']).toBe('THIRD_USER_UNKNOWN')
  const { thirdUserUuid: uuid } = stranger.body.result as { thirdUserUuid: string }
  const check = (payload: object) => server.call('POST', '/sys/thirdLogin/user/checkPassword', { payload })
  const right = { uuid, username: 'clerk', password: passwords.demo }
  expect((await check({ ...right, password: 'wrong one' })).body.message).toBe('密码不正确')
  expect((await check({ ...right, username: 'nobody-here' })).body.message).toBe('密码不正确')
  expect((await check({ ...right, uuid: 'x'.repeat(43) })).body.message).toBe('校验失败')
  expect((await check(right)).body).toMatchObject({ code: 200, result: { userInfo: { username: 'clerk' } } })
  expect((await check(right)).body.message).toBe('校验失败')
  const known = await getUser((await comeBack()).token ?? '')
  expect(known.body).toMatchObject({
    code: 200,
    result: { userInfo: { username: 'clerk' }, multi_depart: 1 },
  })
})

it('binds by the phone’s code, too', async () => {
  await givePhone(server, 'reader', '13800000002')
  const stranger = await getUser((await comeBack()).token ?? '')
  const { thirdUserUuid } = stranger.body.result as { thirdUserUuid: string }
  const code = await smsCode(server, '13800000002', '0')
  const check = (captcha: string) =>
    server.call('POST', '/sys/thirdLogin/bindingThirdPhone', {
      payload: { mobile: '13800000002', captcha, thirdUserUuid },
    })
  expect((await check('000000')).body.message).toBe('手机验证码错误')
  expect((await check(code)).body).toMatchObject({ code: 200, result: { userInfo: { username: 'reader' } } })
})

it('lets nobody in by a link: the browser that began has to finish, once', async () => {
  await bind('clerk')
  for (const own of ['', 'browser-of-the-victim']) {
    const { token = '' } = await comeBack()
    expect((await getUser(token, own)).body.message).toBe('校验失败')
    expect((await getUser(token)).body.message).toBe('校验失败')
  }
  const { token = '' } = await comeBack()
  expect((await getUser(token)).body.code).toBe(200)
  expect((await getUser(token)).body.message).toBe('校验失败')
})

it('keeps frozen people out', async () => {
  await bind('reader')
  const { db } = server.services
  await db.app.updateTable('sys_user').set({ status: 2 }).where('username', '=', 'reader').execute()
  expect((await getUser((await comeBack()).token ?? '')).body.message).toBe('该用户已冻结')
  await db.app.updateTable('sys_user').set({ status: 1 }).where('username', '=', 'reader').execute()
})

it('is bound and unbound by who is signed in, and never to two people', async () => {
  const clerk = await server.enter('clerk')
  const reader = await server.enter('reader')
  const bindOwn = async (token: string) => {
    const { token: theirs } = await comeBack('&back=account')
    const payload = { token: theirs, type: 'github', nonce }
    return (await server.call('POST', '/sys/user/bindThird', { token, payload })).body.message
  }
  const bindings = async (token: string) =>
    (await server.call('GET', '/sys/user/bindings', { token })).body.result
  const unbound = { type: 'github', title: '代码站', bound: false, nickname: null }
  expect(await bindings(clerk)).toEqual([unbound])
  expect(await bindOwn(clerk)).toBe('绑定成功')
  expect(await bindOwn(reader)).toBe('该账号已绑定其他用户')
  expect(await bindings(clerk)).toEqual([{ ...unbound, bound: true, nickname: '李' }])
  expect(await bindings(reader)).toEqual([unbound])
  await server.call('DELETE', '/sys/user/bindings/github', { token: reader })
  expect(await bindings(clerk)).toEqual([{ ...unbound, bound: true, nickname: '李' }])
  await server.call('DELETE', '/sys/user/bindings/github', { token: clerk })
  expect(await bindOwn(reader)).toBe('绑定成功')
})

it('a server that is half set up stops the start by the name of what is missing', () => {
  expect(() => readConfig({ THIRD_LOGIN_X_CLIENT_ID: 'a' })).toThrow('THIRD_LOGIN_X_AUTHORIZE_URL')
})

it('binds to an account with a second factor after its code only, and asks for it at each sign-in', async () => {
  const { db, secrets } = server.services
  const secret = createTotpSecret()
  const userId = await readId(server, 'reader')
  await db.write((trx) => storeFactor(trx, secrets, { userId, secret, step: 0 }))
  const first = await bind('reader')
  expect(first.body).toMatchObject({ success: false, message: '请输入动态验证码' })
  const countBound = async () =>
    (await db.app.selectFrom('sys_third_account').select('user_id').execute()).length
  expect(await countBound()).toBe(0)
  const { secondFactor: token } = first.body.result as { secondFactor: string }
  const payload = { token, inputCode: totpCode(secret) }
  expect((await server.call('POST', '/sys/login/secondFactor', { payload })).body.success).toBe(true)
  expect(await countBound()).toBe(1)
  expect((await getUser((await comeBack()).token ?? '')).body.message).toBe('请输入动态验证码')
  await db.app.deleteFrom('sys_second_factor').execute()
})
