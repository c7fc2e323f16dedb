import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBaseServer, passwords, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createBaseServer({ sessionIdle: 200, sessionMax: 400 })
})
afterAll(() => server?.close())

const login = (username: string, password: string, more: object = {}) =>
  server.call('POST', '/jeecg-boot/sys/login', { payload: { username, password, ...more } })

describe('sign-in', () => {
  it('accepts a name and a password, and ignores the further keys of the contract', async () => {
    const { status, body } = await login('clerk', passwords.demo, {
      captcha: '',
      checkKey: 1,
      remember_me: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, code: 200, message: '登录成功' })
    expect(body.result).toMatchObject({
      userInfo: { username: 'clerk', realname: '李文澜', orgCode: 'A01A01', orgCodeTxt: '采编部' },
      multi_depart: 1,
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  it('answers a wrong password and an unknown name with one text', async () => {
    const wrong = await login('clerk', 'not this one')
    const unknown = await login('nobody-here', 'not this one')
    expect(wrong.body).toMatchObject({ success: false, code: 500, message: '用户名或密码错误' })
    expect(unknown.body.message).toBe(wrong.body.message)
    expect(unknown.status).toBe(wrong.status)
  })

  it('reports a frozen user only after the right password, and ends the user’s sessions', async () => {
    const token = await server.enter('reader')
    const { db, sessions } = server.services
    const user = await db.app
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', 'reader')
      .executeTakeFirst()
    await db.app.updateTable('sys_user').set({ status: 2 }).where('username', '=', 'reader').execute()
    await sessions.userChanged(String(user?.id))
    expect((await login('reader', 'wrong one')).body.message).toBe('用户名或密码错误')
    expect((await login('reader', passwords.demo)).body.message).toBe('该用户已冻结')
    expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })).status).toBe(401)
  })

  it('requires a captcha after five wrong passwords, also with the right one', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => login('admin', 'wrong')))
    expect(tries.every(({ body }) => body.message === '用户名或密码错误')).toBe(true)
    expect((await login('admin', passwords.admin)).body).toMatchObject({
      code: 500,
      message: '请输入验证码',
      result: { captcha: true },
    })
    const picture = await server.call('GET', '/sys/randomImage/my-key')
    expect(picture.body.result).toMatch(/^data:image\/svg\+xml;base64,/)
    const { db } = server.services
    const row = await db.app
      .selectFrom('sys_captcha')
      .select('answer')
      .where('key', '=', 'my-key')
      .executeTakeFirst()
    const solved = { captcha: String(row?.answer), checkKey: 'my-key' }
    expect((await login('admin', passwords.admin, solved)).body.code).toBe(200)
  })

  it('ends a session after its idle time, and any session after its longest time', async () => {
    const ask = (token: string) => server.call('GET', '/sys/user/getCurrentUserDeparts', { token })
    /** Advances the clock of the server, and moves the times in the database back. */
    const pass = async (seconds: number) => {
      vi.setSystemTime(Date.now() + seconds * 1000)
      await sql`update sys_session set last_seen = last_seen - make_interval(secs => ${seconds}),
        expires = expires - make_interval(secs => ${seconds})`.execute(server.services.db.app)
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const used = await server.enter('clerk')
    const idle = await server.enter('clerk')
    await pass(130)
    expect((await ask(used)).status).toBe(200)
    await pass(130)
    expect((await ask(idle)).body).toMatchObject({
      success: false,
      code: 401,
      message: 'Token失效，请重新登录',
    })
    expect((await ask(used)).status).toBe(200)
    await pass(180)
    expect((await ask(used)).status).toBe(401)
  })

  it('ends the session at logout', async () => {
    const token = await server.enter('clerk')
    expect((await server.call('POST', '/sys/logout', { token })).body.message).toBe('退出登录成功！')
    expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })).status).toBe(401)
  })

  it('changes the user’s own password only, and ends the user’s other sessions', async () => {
    const token = await server.enter('clerk')
    const other = await server.enter('clerk')
    const put = (payload: object) => server.call('PUT', '/sys/user/updatePassword', { token, payload })
    const wanted = {
      oldpassword: passwords.demo,
      password: 'mountain-paper-9',
      confirmpassword: 'mountain-paper-9',
    }
    expect((await put({ ...wanted, username: 'admin' })).body.message).toBe('只允许修改自己的密码！')
    expect((await put({ ...wanted, oldpassword: 'x' })).body.message).toBe('旧密码输入错误!')
    expect((await put({ ...wanted, password: '12345678', confirmpassword: '12345678' })).body.code).toBe(500)
    expect((await put(wanted)).body.message).toBe('密码重置成功!')
    expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token: other })).status).toBe(401)
    expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })).status).toBe(200)
  })
})
