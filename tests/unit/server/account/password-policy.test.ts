import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashPassword } from '#server/modules/session/passwords/passwords.ts'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { forgetCounts, givePhone, readId, smsCode } from './steps.ts'

let server: TestServer
let admin: string
const phone = '13955500901'
beforeAll(async () => {
  server = await createBaseServer()
  admin = await server.enter('admin')
  await givePhone(server, 'clerk', phone)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await forgetCounts(server)
  const { db } = server.services
  for (const table of ['sys_setting', 'sys_sms_code'])
    await sql`delete from ${sql.table(table)}`.execute(db.app)
  await setPassword(passwords.demo)
  await sql`delete from sys_password_history`.execute(db.app)
})

const setPassword = async (plain: string) => {
  const password = await hashPassword(plain)
  await server.services.db.app
    .updateTable('sys_user')
    .set({ password })
    .where('username', '=', 'clerk')
    .execute()
  await server.services.sessions.userChanged(await readId(server, 'clerk'))
}
const setPolicy = async (payload: object) =>
  expect((await server.call('PUT', '/sys/setting', { token: admin, payload })).body.success).toBe(true)
const signIn = (password: string = passwords.demo) =>
  server.call('POST', '/sys/login', { payload: { username: 'clerk', password } })
const enter = async (password?: string) => ((await signIn(password)).body.result as { token: string }).token
const change = (token: string, oldpassword: string, password: string) =>
  server.call('PUT', '/sys/user/updatePassword', {
    token,
    payload: { oldpassword, password, confirmpassword: password },
  })
const readOwn = (token: string) => server.call('GET', '/sys/user/getUserInfo', { token })

it('new password is refused when it is shorter or simpler than the settings demand', async () => {
  const token = await enter()
  await setPolicy({ policyLength: 12, policyKinds: 3 })
  const tried = async (password: string) => (await change(token, passwords.demo, password)).body.message
  expect(await tried('Lantern-7')).toBe('密码长度应为 12 到 128 个字符')
  expect(await tried('lantern-orchid')).toBe('密码应包含大写字母、小写字母、数字、符号中的至少 3 种')
  expect(await tried('Lantern-orchid')).toBe('密码重置成功!')
})

it('new password is refused when it is common or has a name of the person, the institution or the product', async () => {
  const token = await enter()
  const tried = async (password: string) => (await change(token, passwords.demo, password)).body.message
  for (const common of ['Starwars1', 'letmein123', 'michael1', 'woaini1314', '123123123', '99999999'])
    expect([common, await tried(common)]).toEqual([common, '密码过于常见，请换一个'])
  for (const name of ['Clerk-lantern-7', '省地方志馆-lantern', '我的业务管理系统', '某县志-lantern'])
    expect([name, await tried(name)]).toEqual([name, '密码不能包含账号或本馆名称'])
})

it('former passwords are refused, the current one included, until enough others were used', async () => {
  const token = await enter()
  await setPolicy({ policyHistory: 3 })
  const [first, second, third, fourth] = [passwords.demo, 'river-second-2', 'river-third-3', 'river-fourth-4']
  const refused = '不能使用最近 3 次用过的密码'
  expect((await change(token, first, first)).body.message).toBe(refused)
  expect((await change(token, first, second)).body.success).toBe(true)
  expect((await change(token, second, third)).body.success).toBe(true)
  expect((await change(token, third, first)).body.message).toBe(refused)
  expect((await change(token, third, fourth)).body.success).toBe(true)
  expect((await change(token, fourth, first)).body.success).toBe(true)
})

it('reset by phone obeys the settings, and a refused password does not use up the proof', async () => {
  await setPolicy({ policyHistory: 1, policyLength: 10 })
  const smscode = await smsCode(server, phone, '2')
  const proof = await server.call('POST', '/sys/user/phoneVerification', { payload: { phone, smscode } })
  const { smscode: once } = proof.body.result as { smscode: string }
  const reset = async (password: string) =>
    (
      await server.call('POST', '/sys/user/passwordChange', {
        payload: { username: 'clerk', password, smscode: once, phone },
      })
    ).body.message
  expect(await reset('river-9')).toBe('密码长度应为 10 到 128 个字符')
  expect(await reset(passwords.demo)).toBe('不能使用最近 1 次用过的密码')
  expect(await reset('river-tenth-10')).toBe('密码重置完成！')
})

it('sign-in with a password past its days opens the change of the password only', async () => {
  await setPolicy({ policyDays: 90 })
  const age = (days: number) =>
    sql`update sys_user set password_time = now() - make_interval(days => ${days}) where username = 'clerk'`.execute(
      server.services.db.app,
    )
  await age(89)
  expect((await readOwn(await enter())).status).toBe(200)
  await age(91)
  const { body } = await signIn()
  const { token, userInfo } = body.result as { token: string; userInfo: { passwordExpired: boolean } }
  expect(userInfo.passwordExpired).toBe(true)
  const refused = await readOwn(token)
  expect([refused.status, refused.body.message]).toEqual([403, '密码已过期或不符合现在的要求，请先修改密码'])
  expect((await change(token, passwords.demo, 'river-second-2')).body.success).toBe(true)
  expect((await readOwn(token)).status).toBe(200)
  expect((await readOwn(await enter('river-second-2'))).status).toBe(200)
})

it('sign-in with a password that the settings no longer allow opens the change of the password only', async () => {
  await setPolicy({ policyKinds: 4 })
  const token = await enter()
  expect((await readOwn(token)).body.message).toBe('密码已过期或不符合现在的要求，请先修改密码')
  expect((await change(token, passwords.demo, 'Harbour-willow-4')).body.success).toBe(true)
  expect((await readOwn(token)).status).toBe(200)
})

it('sessions that are open when the policy changes stay usable', async () => {
  const token = await enter()
  await setPolicy({ policyLength: 20 })
  expect((await readOwn(token)).status).toBe(200)
})
