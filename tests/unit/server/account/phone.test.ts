import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import {
  codeTo,
  drag,
  forgetCounts,
  givePhone,
  other,
  outbox,
  readId,
  slide,
  smsCode,
  ticket,
} from './steps.ts'

const phones = { clerk: '13800000001', reader: '13800000002', nobody: '13800000009' }
let server: TestServer
beforeAll(async () => {
  server = await createBaseServer()
  await givePhone(server, 'clerk', phones.clerk)
  await givePhone(server, 'reader', phones.reader)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await forgetCounts(server)
  await server.services.db.app.deleteFrom('sys_sms_code').execute()
})

const post = (url: string, payload: object) => server.call('POST', url, { payload })
const sms = async (mobile: string, smsmode: string, more: object = {}) =>
  post('/sys/sms', { mobile, smsmode, ticket: await ticket(server), ...more })
const phoneLogin = (mobile: string, captcha: string, more: object = {}) =>
  post('/sys/phoneLogin', { mobile, captcha, ...more })

describe('the bot check', () => {
  it('issues a ticket for a solved picture, and reports a wrong or an expired answer', async () => {
    const draw = async () => {
      await server.call('GET', '/sys/randomImage/k1')
      const { rows } = await sql<{ answer: string }>`select answer from sys_captcha where key = 'k1'`.execute(
        server.services.db.app,
      )
      return rows[0]?.answer ?? ''
    }
    const check = (captcha: string) => post('/sys/checkCaptcha', { captcha, checkKey: 'k1' })
    await draw()
    expect((await check('x')).body.message).toBe('验证码错误')
    expect((await check('x')).body.message).toBe('验证码无效')
    expect((await check('')).body.message).toBe('验证码无效')
    const right = await check(await draw())
    expect(right.body.result).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/) })
  })

  it('issues one ticket for a drag, and none for a jump, a reversal or a drag faster than its stated time', async () => {
    const { challenge, answer } = await slide(server)
    expect(answer.body.result).toEqual({ ticket: expect.any(String) })
    expect((await post('/sys/slideTicket', { challenge, trace: drag })).body.message).toBe('验证失败，请重试')
    const bad = [
      [0, 0.2, 0.5, 0.8, 1].map((x, n) => [x, n]),
      [0, 0.2, 0.5, 0.8, 1].map((x, n) => [x, 400 - n * 100]),
      [0, 0.2, 0.5, 0.8, 0.9].map((x, n) => [x, n * 50]),
      [0, 0.2, 0.5, 0.8, 1].map((x, n) => [x, n * 5000]),
    ]
    for (const trace of bad) expect((await slide(server, trace)).answer.body.message).toBe('验证失败，请重试')
    const made = await post('/sys/slideTicket', { challenge: 'a'.repeat(43), trace: drag })
    expect(made.body.message).toBe('验证失败，请重试')
  })
})

describe('text messages', () => {
  it('need a ticket of the same address, and use it up', async () => {
    const own = await ticket(server)
    const wanted = { mobile: phones.clerk, smsmode: '0' }
    for (const bad of [undefined, null, 'x', await ticket(server, '10.0.0.9')]) {
      const { body } = await post('/sys/sms', { ...wanted, ...(bad !== undefined && { ticket: bad }) })
      expect([body.message, body.result]).toEqual(['请先完成安全验证', { ticket: true }])
    }
    expect((await post('/sys/sms', { ...wanted, ticket: own })).body.message).toBe('验证码已发送')
    expect((await post('/sys/sms', { ...wanted, smsmode: '2', ticket: own })).body.message).toBe(
      '请先完成安全验证',
    )
  })

  it('are answered with the texts of the contract', async () => {
    expect((await sms('', '0')).body.message).toBe('手机号不允许为空！')
    expect((await sms('12', '0')).body.message).toBe('手机号格式不正确')
    expect((await sms(phones.clerk, '1')).body.message).toBe('手机号已经注册，请直接登录！')
    expect((await sms(phones.clerk, '7')).status).toBe(400)
    await sms(phones.clerk, '0')
    expect((await sms(phones.clerk, '0')).body.message).toBe('验证码10分钟内，仍然有效！')
  })

  it('are answered alike for known and unknown phones; only the message to the phone reports an unknown one', async () => {
    for (const mode of ['0', '2']) {
      const known = await sms(phones.clerk, mode)
      const unknown = await sms(phones.nobody, mode)
      expect({ ...unknown.body, timestamp: 0 }).toEqual({ ...known.body, timestamp: 0 })
      expect((await sms(phones.nobody, mode)).body.message).toBe((await sms(phones.clerk, mode)).body.message)
    }
    expect((await outbox(server, phones.nobody))[0]).toContain('该用户不存在或未绑定手机号')
    expect(await codeTo(server, phones.nobody)).toBe('')
  })

  it('are limited to five an hour for a phone across all addresses', async () => {
    const { db } = server.services
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      await db.app.deleteFrom('sys_sms_code').execute()
      statuses.push((await sms(phones.reader, '0', { ticket: await ticket(server) })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const left = await db.app.selectFrom('sys_sms_code').selectAll().execute()
    expect(left).toEqual([])
  })

  it('leave no code behind when the message cannot be sent', async () => {
    const { sender } = server.services
    server.services.sender = { send: () => Promise.reject(new Error('provider away')) }
    expect((await sms(phones.clerk, '0')).body.message).toBe('短信验证码发送失败,请稍后重试')
    server.services.sender = sender
    expect((await sms(phones.clerk, '0')).body.message).toBe('验证码已发送')
  })

  it('store no code in plain text', async () => {
    const code = await smsCode(server, phones.clerk, '0')
    const rows = await server.services.db.app.selectFrom('sys_sms_code').selectAll().execute()
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('phone sign-in', () => {
  it('accepts a code once', async () => {
    const code = await smsCode(server, phones.clerk, '0')
    const both = await Promise.all([phoneLogin(phones.clerk, code), phoneLogin(phones.clerk, code)])
    const codes = both.map(({ body }) => body.code).sort()
    expect(codes).toEqual([200, 500])
    expect(both.find(({ body }) => body.code === 200)?.body.result).toMatchObject({
      userInfo: { username: 'clerk' },
      multi_depart: 1,
      sysAllDictItems: {},
    })
    expect((await phoneLogin(phones.clerk, code)).body.message).toBe('手机验证码错误')
  })

  it('verifies five of a hundred simultaneous guesses, and then refuses the right code too', async () => {
    const code = await smsCode(server, phones.clerk, '0')
    const guesses = Array.from({ length: 100 }, (_, n) =>
      server.call('POST', '/sys/phoneLogin', {
        payload: { mobile: phones.clerk, captcha: other(code) },
        remoteAddress: `10.5.0.${n}`,
      }),
    )
    const answers = await Promise.all(guesses)
    expect(answers.every(({ body }) => body.success === false)).toBe(true)
    const { rows } = await sql<{ tries: number }>`select tries from sys_sms_code`.execute(
      server.services.db.app,
    )
    expect(rows[0]?.tries).toBe(5)
    await forgetCounts(server)
    expect((await phoneLogin(phones.clerk, code)).body.message).toBe('手机验证码错误')
    // A used-up code does not lock its owner out for the ten minutes.
    expect((await sms(phones.clerk, '0')).body.message).toBe('验证码已发送')
  })

  it('refuses a code of another phone, another purpose, another user or an earlier time', async () => {
    const code = await smsCode(server, phones.clerk, '0')
    const forgotten = await smsCode(server, phones.reader, '2')
    expect((await phoneLogin(phones.reader, code)).body.message).toBe('手机验证码错误')
    expect((await phoneLogin(phones.reader, forgotten)).body.message).toBe('手机验证码错误')
    await givePhone(server, 'clerk', '13800000003')
    await givePhone(server, 'admin', phones.clerk)
    expect((await phoneLogin(phones.clerk, code)).body.message).toBe('手机验证码错误')
    await givePhone(server, 'admin', '13800000004')
    await givePhone(server, 'clerk', phones.clerk)
    const { db } = server.services
    await sql`update sys_sms_code set expires = now() - interval '1 second'`.execute(db.app)
    expect((await phoneLogin(phones.clerk, code)).body.message).toBe('手机验证码错误')
  })

  it('has the check after five failures, the refusal of frozen users and the log entry of a password sign-in', async () => {
    for (let n = 0; n < 5; n++) await phoneLogin(phones.reader, '000000')
    const code = await smsCode(server, phones.reader, '0')
    const asked = await phoneLogin(phones.reader, code)
    expect([asked.body.message, asked.body.result]).toEqual(['请先完成安全验证', { ticket: true }])
    const { db } = server.services
    await db.app.updateTable('sys_user').set({ status: 2 }).where('username', '=', 'reader').execute()
    const frozen = await phoneLogin(phones.reader, code, { ticket: await ticket(server) })
    expect(frozen.body.message).toBe('该用户已冻结')
    await db.app.updateTable('sys_user').set({ status: 1 }).where('username', '=', 'reader').execute()
    const failures = await db.app
      .selectFrom('sys_log')
      .select('log_content')
      .where('route', '=', '/sys/phoneLogin')
      .where('ok', '=', false)
      .where('username', '=', phones.reader)
      .execute()
    expect(failures.length).toBeGreaterThanOrEqual(6)
    expect(JSON.stringify(failures)).not.toContain(code)
  })
})

describe('a password reset', () => {
  it('completes in four steps, each valid once', async () => {
    const asked = await server.call(
      'GET',
      `/sys/user/querySysUser?username=clerk&ticket=${await ticket(server)}`,
    )
    expect(asked.body.result).toEqual({ username: 'cl***', phone: '***********' })
    const session = await server.enter('clerk')
    const code = await smsCode(server, phones.clerk, '2')
    const verify = (smscode: string) => post('/sys/user/phoneVerification', { phone: phones.clerk, smscode })
    expect((await verify(other(code))).body.message).toBe('手机验证码错误')
    const verified = await verify(code)
    const { smscode, username } = verified.body.result as { smscode: string; username: string }
    expect(username).toBe('clerk')
    expect((await verify(code)).body.message).toBe('手机验证码错误')

    const wanted = { username, phone: phones.clerk, smscode, password: 'mountain-paper-9' }
    const change = (more: object) => post('/sys/user/passwordChange', { ...wanted, ...more })
    expect((await change({ password: 'clerk-1234' })).body.message).toBe('密码不能包含账号或本馆名称')
    expect((await change({ smscode: 'x'.repeat(43) })).body.message).toBe('短信验证码失效！')
    expect((await change({})).body.message).toBe('密码重置完成！')
    expect((await change({})).body.message).toBe('短信验证码失效！')
    expect((await server.call('GET', '/sys/user/getUserInfo', { token: session })).status).toBe(401)
    const login = await post('/sys/login', { username: 'clerk', password: 'mountain-paper-9' })
    expect(login.body.code).toBe(200)
  })

  it('changes no other account, and refuses GET', async () => {
    const begin = async () => {
      await server.services.db.app.deleteFrom('sys_sms_code').execute()
      const code = await smsCode(server, phones.reader, '2')
      const { body } = await post('/sys/user/phoneVerification', { phone: phones.reader, smscode: code })
      return (body.result as { smscode: string }).smscode
    }
    const password = 'mountain-paper-9'
    for (const wrong of [{ username: 'admin' }, { phone: phones.clerk }]) {
      const given = { username: 'reader', phone: phones.reader, smscode: await begin(), password, ...wrong }
      expect((await post('/sys/user/passwordChange', given)).body.message).toBe('短信验证码不匹配！')
    }
    const got = await server.call('GET', '/sys/user/passwordChange?username=reader')
    expect(got.body.code).toBe(405)
    const login = await post('/sys/login', { username: 'reader', password: passwords.demo })
    expect(login.body.code).toBe(200)
  })

  it('answers alike for known and unknown users', async () => {
    const ask = async (query: string) =>
      (await server.call('GET', `/sys/user/querySysUser?${query}&ticket=${await ticket(server)}`)).body.result
    expect(await ask('username=clXXX')).toEqual(await ask('username=clerk'))
    expect(await ask('phone=13800000009')).toEqual({ username: '***', phone: '138****0009' })
    expect((await server.call('GET', '/sys/user/querySysUser?username=clerk')).body.message).toBe(
      '请先完成安全验证',
    )
  })
})

describe('registration', () => {
  const phone = '13800000077'
  const body = { username: 'new.person', password: 'mountain-paper-9', phone }
  const register = (more: object) => post('/sys/user/register', { ...body, ...more })

  it('creates a user without any right who waits for an administrator', async () => {
    const smscode = await smsCode(server, phone, '1')
    expect((await register({ smscode, username: 'a' })).body.message).toMatch(/^用户名应为/)
    expect((await register({ smscode, password: 'short' })).body.message).toMatch(/^密码长度/)
    // A request without a code learns nothing about names.
    expect((await register({ smscode: other(smscode), username: 'admin' })).body.message).toBe(
      '手机验证码错误',
    )
    expect((await register({ smscode, username: 'Admin' })).body.message).toBe('用户名已注册')
    expect((await register({ smscode, username: 'system' })).body.message).toBe('用户名已注册')
    const done = await register({ smscode, roles: ['admin'], status: 1, userIdentity: 2 })
    expect([done.body.message, done.body.result]).toEqual([
      '注册成功',
      { username: 'new.person', waiting: true },
    ])
    expect((await register({ smscode, username: 'another' })).body.message).toBe('手机验证码失效，请重新获取')
    const enter = (password: string) => post('/sys/login', { username: 'new.person', password })
    expect((await enter('wrong one')).body.message).toBe('用户名或密码错误')
    expect((await enter(body.password)).body.message).toBe('您的账号正在等待管理员开通')
    const { db } = server.services
    const ids = `${await readId(server, 'new.person')},`
    const letIn = async (who: string) =>
      server.call('PUT', '/sys/user/frozenBatch', {
        token: await server.enter(who),
        payload: { ids, status: '1' },
      })
    expect((await letIn('reader')).status).toBe(403)
    expect((await letIn('admin')).body.message).toBe('操作成功!')
    const entered = await enter(body.password)
    expect(entered.body).toMatchObject({
      code: 200,
      result: { multi_depart: 0, userInfo: { userIdentity: 1 } },
    })
    const roles = await db.app
      .selectFrom('sys_user_role')
      .selectAll()
      .where('user_id', '=', await readId(server, 'new.person'))
      .execute()
    expect(roles).toEqual([])
  })

  it('creates one user when four requests for the same name arrive at once', async () => {
    const asked = Array.from({ length: 4 }, (_, n) => `1380000008${n}`)
    const codes: string[] = []
    for (const mobile of asked) codes.push(await smsCode(server, mobile, '1'))
    const answers = await Promise.all(
      asked.map((mobile, n) => register({ username: 'same.name', phone: mobile, smscode: codes[n] })),
    )
    expect(answers.map(({ body: { message } }) => message).sort()).toEqual([
      '注册成功',
      '用户名已注册',
      '用户名已注册',
      '用户名已注册',
    ])
  })

  it('reports whether a name is free only to the holder of a ticket or of the right to manage users', async () => {
    const ask = (query: string, token?: string) =>
      server.call('GET', `/sys/user/checkOnlyUser?${query}`, token === undefined ? {} : { token })
    expect((await ask('username=admin')).body.message).toBe('请先完成安全验证')
    expect((await ask('username=admin', await server.enter('reader'))).body.message).toBe('请先完成安全验证')
    const own = await ticket(server)
    expect((await ask(`username=admin&ticket=${own}`)).body).toMatchObject({
      success: false,
      message: '用户账号已存在',
    })
    expect((await ask(`username=free.name&ticket=${own}`)).body).toMatchObject({
      success: true,
      result: true,
    })
    expect((await ask(`phone=${phones.clerk}&ticket=${own}`)).body.success).toBe(false)
    expect((await ask('username=free.name', await server.enter('admin'))).body.success).toBe(true)
    const most = await Promise.all(Array.from({ length: 30 }, () => ask(`username=admin&ticket=${own}`)))
    expect(most.filter(({ body: { message } }) => message === '用户账号已存在').length).toBe(17)
  })
})
