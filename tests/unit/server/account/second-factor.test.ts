import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { totpCode, totpStep } from '#server/modules/session/second-factor/totp.ts'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { forgetCounts, givePhone, readId, smsCode } from './steps.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await createBaseServer()
  token = await server.enter('clerk')
  await givePhone(server, 'clerk', '13955500901')
})
afterAll(() => server?.close())
const STEP = 30_000
beforeEach(async () => {
  // The middle of a step: no code expires during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / STEP) * STEP + STEP / 2 })
  await forgetCounts(server)
  for (const table of ['sys_second_factor', 'sys_sms_code', 'sys_sign_in_place'])
    await sql`delete from ${sql.table(table)}`.execute(server.services.db.app)
})

afterEach(() => void vi.useRealTimers())

const own = (verb: string, payload: object, as = token) =>
  server.call('POST', `/sys/user/secondFactor/${verb}`, { token: as, payload })
const begin = async () =>
  (await own('begin', { password: passwords.demo })).body.result as {
    setupToken: string
    secret: string
    uri: string
  }
/** Switches the factor on with the code of the step before, so that the codes of this step are unused. */
async function enable(): Promise<{ secret: string; codes: string[] }> {
  const { setupToken, secret } = await begin()
  const inputCode = totpCode(secret, Date.now() - STEP)
  const { body } = await own('enable', { setupToken, inputCode })
  expect(body.message).toBe('两步验证已开启')
  return { secret, codes: (body.result as { recoveryCodes: string[] }).recoveryCodes }
}
const signIn = (remoteAddress = '127.0.0.1') =>
  server.call('POST', '/sys/login', {
    payload: { username: 'clerk', password: passwords.demo },
    remoteAddress,
  })
const getPending = (reply: Awaited<ReturnType<typeof signIn>>) =>
  (reply.body.result as { secondFactor: string }).secondFactor
const prove = (pending: string, inputCode: string, remoteAddress = '127.0.0.1') =>
  server.call('POST', '/sys/login/secondFactor', { payload: { token: pending, inputCode }, remoteAddress })
const wrongFor = (secret: string): string => {
  let code = 0
  while (totpStep(secret, String(code).padStart(6, '0')) !== null) code++
  return String(code).padStart(6, '0')
}

it('second factor is switched on with the password and a right code, and stored encrypted', async () => {
  expect((await own('begin', { password: 'wrong' })).body.message).toBe('密码不正确')
  const { setupToken, secret, uri } = await begin()
  expect(uri).toContain(`secret=${secret}`)
  expect((await own('enable', { setupToken, inputCode: wrongFor(secret) })).body.message).toBe(
    '动态验证码错误',
  )
  const reader = await server.enter('reader')
  expect((await own('enable', { setupToken, inputCode: totpCode(secret) }, reader)).body.message).toBe(
    '设置已超时，请重新开始',
  )
  const { body } = await own('enable', { setupToken, inputCode: totpCode(secret) })
  const { recoveryCodes } = body.result as { recoveryCodes: string[] }
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const state = await server.call('GET', '/sys/user/secondFactor', { token })
  expect(state.body.result).toMatchObject({ recoveryCodes: 10 })
  expect((await own('begin', { password: passwords.demo })).body.message).toBe('两步验证已经开启')
  const { rows } =
    await sql`select f.*, c.digest from sys_second_factor f join sys_recovery_code c using (user_id)`.execute(
      server.services.db.app,
    )
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(secret)
  for (const code of recoveryCodes) expect(stored).not.toContain(code)
})

it('sign-in with the password opens no session before the code', async () => {
  const { secret } = await enable()
  const first = await signIn()
  expect(first.body).toMatchObject({ success: false, message: '请输入动态验证码' })
  expect(first.headers['x-error-code']).toBe('SECOND_FACTOR_NEEDED')
  expect(first.body.result).toEqual({ secondFactor: expect.stringMatching(/^[\w-]{43}$/) })
  const second = await prove(getPending(first), totpCode(secret))
  expect(second.body).toMatchObject({ success: true, message: '登录成功' })
  const session = (second.body.result as { token: string }).token
  expect((await server.call('GET', '/sys/user/getUserInfo', { token: session })).status).toBe(200)
})

it('every sign-in method asks for the second factor', async () => {
  await enable()
  const payload = { username: 'clerk', password: passwords.demo }
  expect((await server.call('POST', '/sys/mLogin', { payload })).body.message).toBe('请输入动态验证码')
  const captcha = await smsCode(server, '13955500901', '0')
  const byPhone = await server.call('POST', '/sys/phoneLogin', {
    payload: { mobile: '13955500901', captcha },
  })
  expect(byPhone.body.message).toBe('请输入动态验证码')
})

it('code is accepted once, and never after a later one', async () => {
  const { secret } = await enable()
  const [now, next] = [totpCode(secret), totpCode(secret, Date.now() + STEP)]
  const [a, b] = [getPending(await signIn()), getPending(await signIn())]
  const both = await Promise.all([prove(a, now), prove(b, now)])
  expect(both.filter(({ body }) => body.success)).toHaveLength(1)
  expect((await prove(getPending(await signIn()), now)).body.message).toBe('动态验证码错误')
  expect((await prove(getPending(await signIn()), next)).body.success).toBe(true)
  expect((await prove(getPending(await signIn()), now)).body.message).toBe('动态验证码错误')
})

it('pending sign-in is used up by its success and by five wrong codes', async () => {
  const { secret } = await enable()
  const used = getPending(await signIn())
  expect((await prove(used, totpCode(secret))).body.success).toBe(true)
  expect((await prove(used, totpCode(secret, Date.now() + STEP))).body.message).toBe('登录已超时，请重新登录')
  const guessed = getPending(await signIn())
  for (let count = 0; count < 5; count++)
    expect((await prove(guessed, wrongFor(secret))).body.message).toBe('动态验证码错误')
  const late = await prove(guessed, totpCode(secret, Date.now() + STEP))
  expect(late.body.message).toBe('登录已超时，请重新登录')
  expect((await prove('no-such-token', '123456')).body.message).toBe('登录已超时，请重新登录')
})

it('pending sign-in of a user who was frozen since opens no session', async () => {
  const { secret } = await enable()
  const pending = getPending(await signIn())
  const change = (status: number) =>
    server.services.db.app.updateTable('sys_user').set({ status }).where('username', '=', 'clerk').execute()
  await change(2)
  try {
    const { body } = await prove(pending, totpCode(secret))
    expect(body).toMatchObject({ success: false, message: '该用户已冻结', result: null })
  } finally {
    await change(1)
    token = await server.services.sessions.open(await readId(server, 'clerk'), {
      ip: '127.0.0.1',
      agent: 'test',
    })
  }
})

it('wrong codes are limited for the user, without locking out a known device', async () => {
  const { secret } = await enable()
  expect((await prove(getPending(await signIn()), totpCode(secret))).body.success).toBe(true)
  const strange = '10.9.0.1'
  const replies: number[] = []
  for (let round = 0; round < 3; round++) {
    const pending = getPending(await signIn(strange))
    const guesses = Array.from({ length: 5 }, () => prove(pending, wrongFor(secret), strange))
    for (const reply of await Promise.all(guesses)) replies.push(reply.status)
  }
  expect(replies.filter((status) => status === 200)).toHaveLength(10)
  expect(replies.filter((status) => status === 429)).toHaveLength(5)
  const later = totpCode(secret, Date.now() + STEP)
  expect((await prove(getPending(await signIn()), later)).body.success).toBe(true)
})

it('recovery code signs in once, in any spelling, and new codes replace the old ones', async () => {
  const { codes } = await enable()
  const [first = '', second = ''] = codes
  expect(first).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect(
    (await prove(getPending(await signIn()), first.toUpperCase().replaceAll('-', ' '))).body.success,
  ).toBe(true)
  expect((await prove(getPending(await signIn()), first)).body.message).toBe('动态验证码错误')
  expect((await own('recoveryCodes', { password: 'wrong' })).body.message).toBe('密码不正确')
  await forgetCounts(server)
  const renewed = await own('recoveryCodes', { password: passwords.demo })
  expect((await prove(getPending(await signIn()), second)).body.message).toBe('动态验证码错误')
  const [fresh = ''] = (renewed.body.result as { recoveryCodes: string[] }).recoveryCodes
  expect((await prove(getPending(await signIn()), fresh)).body.success).toBe(true)
})

it('second factor is switched off with the password only', async () => {
  await enable()
  expect((await own('disable', { password: 'wrong' })).body.message).toBe('密码不正确')
  expect((await own('disable', { password: passwords.demo })).body.message).toBe('两步验证已关闭')
  expect((await signIn()).body.success).toBe(true)
  expect((await own('disable', { password: passwords.demo })).body.message).toBe('两步验证没有开启')
  const { rows } = await sql<{ content: string }>`select log_content as content from sys_log
    where username = 'clerk' and log_type = 2 order by create_time`.execute(server.services.db.app)
  expect(rows.map(({ content }) => content)).toContain('关闭两步验证')
})

it('secret of one user is of no use in the row of another', async () => {
  const { secret } = await enable()
  const readerId = await readId(server, 'reader')
  await sql`insert into sys_second_factor (user_id, secret, last_step)
    select ${readerId}, secret, last_step from sys_second_factor`.execute(server.services.db.app)
  const first = await server.call('POST', '/sys/login', {
    payload: { username: 'reader', password: passwords.demo },
  })
  expect((await prove(getPending(first), totpCode(secret))).body.message).toBe('动态验证码错误')
})
