import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { midDay } from '../mid-day.ts'
import { codeTo, forgetCounts, givePhone, outbox } from './steps.ts'

let server: TestServer
let clerk: string
beforeAll(async () => {
  server = await createBaseServer()
  clerk = await server.enter('clerk')
})
afterAll(() => server?.close())
beforeEach(() => forgetCounts(server))

const edit = (payload: object, token = clerk) => server.call('PUT', '/sys/user/appEdit', { token, payload })
const picture = `avatar/${'a'.repeat(32)}.png`
const addFile = (path: string, type: string, by: string) =>
  server.services.db.app
    .insertInto('sys_file')
    .values({ path, original_name: 'x', size: 1, type, create_by: by })
    .execute()

it('profile shows and changes the user’s own values, and keeps values that are not sent', async () => {
  await addFile(picture, 'image/png', 'clerk')
  const first = await edit({
    realname: '李文澜（采）',
    sex: 2,
    birthday: '1990-02-28',
    email: 'li@example.org',
    telephone: '0551-1234567',
    avatar: picture,
    bio: '编志书',
  })
  expect(first.body.message).toBe('修改成功!')
  await edit({ bio: null, telephone: '' })
  const { body } = await server.call('GET', '/sys/user/getUserInfo', { token: clerk })
  expect(body.result).toMatchObject({
    userInfo: {
      username: 'clerk',
      realname: '李文澜（采）',
      sex: 2,
      birthday: '1990-02-28',
      email: 'li@example.org',
      telephone: null,
      avatar: picture,
      bio: null,
      notify: { signIn: false, announcement: true, system: true },
    },
    sysAllDictItems: {},
  })
  expect(JSON.stringify(body)).not.toContain('argon2')
})

const notOnesOwn = 'username password status userIdentity orgCode phone workNo roles id delFlag'.split(' ')
it.each<[string, string | number | null]>([
  ...notOnesOwn.map((key): [string, string] => [key, '1']),
  ['realname', '  '],
  ['realname', null],
  ['sex', 3],
  ['birthday', '2024-02-30'],
  ['birthday', '2999-01-01'],
  ['email', 'no address'],
  ['bio', 'x'.repeat(201)],
])('profile refuses %s with the value %s', async (key, value) => {
  const reply = await edit({ [key]: value })
  expect([reply.status, reply.body.message]).toEqual([400, `参数无效：${key}`])
})

it('profile refuses an avatar that is another user’s file, not a picture, or an address', async () => {
  const other = `avatar/${'b'.repeat(32)}.png`
  const text = `avatar/${'c'.repeat(32)}.txt`
  await addFile(other, 'image/png', 'admin')
  await addFile(text, 'text/plain', 'clerk')
  for (const avatar of [other, text, `avatar/${'d'.repeat(32)}.png`, 'https://evil.example/x.png', '../../x'])
    expect((await edit({ avatar })).body.message).toBe('头像无效')
})

it('profile gives an email address to one user only when two request it at once', async () => {
  const tokens = [await server.enter('admin'), await server.enter('reader')]
  const answers = await Promise.all(tokens.map((token) => edit({ email: 'shared@example.org' }, token)))
  expect(answers.map(({ body }) => body.message).sort()).toEqual(['修改成功!', '邮箱已被注册'])
})

it('profile changes the phone when the user’s own password and the code sent to the new phone are right', async () => {
  const [phone, taken] = ['13800000031', '13800000032']
  await givePhone(server, 'admin', taken)
  const reader = await server.enter('reader')
  const ask = (wanted: string, token = clerk) =>
    server.call('POST', '/sys/user/phoneCode', { token, payload: { phone: wanted } })
  const put = (more: object, token = clerk) =>
    server.call('PUT', '/sys/user/updateMobile', {
      token,
      payload: { phone, smscode: '', password: passwords.demo, ...more },
    })
  expect((await ask(taken)).body.message).toBe('该手机号已注册')
  expect((await ask(phone)).body.message).toBe('验证码已发送')
  const smscode = await codeTo(server, phone)
  expect((await put({ smscode, password: 'wrong one' })).body.message).toBe('密码不正确')
  expect((await put({ smscode }, reader)).body.message).toBe('手机验证码错误')
  expect((await put({ smscode, phone: '13800000033' })).body.message).toBe('手机验证码错误')
  expect((await put({ smscode })).body.message).toBe('手机号设置成功!')
  expect((await put({ smscode })).body.message).toBe('手机验证码错误')
  const { body } = await server.call('GET', '/sys/user/getUserInfo', { token: clerk })
  expect(body.result).toMatchObject({ userInfo: { phone } })
  const guesses: number[] = []
  for (let n = 0; n < 6; n++) guesses.push((await put({ smscode, password: 'wrong one' })).status)
  expect(guesses).toEqual([200, 200, 200, 200, 200, 429])
  const old = { oldpassword: 'wrong one', password: 'a-new-paper-9', confirmpassword: 'a-new-paper-9' }
  const change = await server.call('PUT', '/sys/user/updatePassword', { token: clerk, payload: old })
  expect(change.status).toBe(429)
})

it('session list shows the user’s own sessions, and ends one or all others', async () => {
  const other = await server.enter('clerk')
  const foreign = await server.enter('reader')
  const list = async (token: string) =>
    (await server.call('GET', '/sys/user/sessions', { token })).body.result as Record<string, unknown>[]
  const all = await list(clerk)
  expect(all.length).toBe(2)
  expect(all[0]).toMatchObject({
    current: true,
    ip: '127.0.0.1',
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const stolen = await server.call('DELETE', `/sys/user/sessions/${all[1]?.id}`, { token: foreign })
  expect(stolen.body.message).toBe('未找到对应实体')
  await server.call('DELETE', `/sys/user/sessions/${all[1]?.id}`, { token: clerk })
  expect((await server.call('GET', '/sys/user/getUserInfo', { token: other })).status).toBe(401)
  const again = await server.enter('clerk')
  await server.call('DELETE', '/sys/user/sessions', { token: clerk })
  expect((await server.call('GET', '/sys/user/getUserInfo', { token: again })).status).toBe(401)
  expect((await list(clerk)).length).toBe(1)
  expect((await list(foreign)).length).toBeGreaterThan(0)
})

it('sign-in notice is sent once for each new device by mail or else by text message when the user has enabled it', async () => {
  const notify = (payload: object) => server.call('PUT', '/sys/user/notify', { token: clerk, payload })
  const from = (remoteAddress: string) =>
    server.call('POST', '/sys/login', {
      payload: { username: 'clerk', password: passwords.demo },
      remoteAddress,
    })
  const told = async () => (await outbox(server, 'li@example.org')).length
  await from('10.7.0.1')
  expect(await told()).toBe(0)
  expect((await notify({ signIn: true })).body.result).toMatchObject({
    notify: { signIn: true, announcement: true, system: true },
  })
  await from('10.7.0.1')
  expect(await told()).toBe(0)
  await from('10.7.0.2')
  await from('10.7.0.2')
  expect(await told()).toBe(1)
  expect((await outbox(server))[0]).toContain('10.7.0.2')
  expect((await notify({ signIn: 1 })).status).toBe(400)
  expect((await notify({ other: true })).status).toBe(400)
})

it('backup email needs the own password, differs from the email, and gets the sign-in notice too', async () => {
  const own = await server.enter('clerk')
  const put = (backupEmail: string, password: string = passwords.demo) =>
    server.call('PUT', '/sys/user/updateBackupEmail', { token: own, payload: { backupEmail, password } })
  const stored = async () => {
    const { body } = await server.call('GET', '/sys/user/getUserInfo', { token: own })
    return (body.result as { userInfo: { backupEmail: string | null } }).userInfo.backupEmail
  }
  expect((await put('no address')).status).toBe(400)
  expect((await put('second@example.org', 'wrong one')).body.message).toBe('密码不正确')
  expect((await put('li@example.org')).body.message).toBe('备用邮箱不能和电子邮件相同，请填另一个邮箱')
  expect(await stored()).toBeNull()
  expect((await put('second@example.org')).body.message).toBe('备用邮箱设置成功!')
  expect(await stored()).toBe('second@example.org')
  await server.call('PUT', '/sys/user/notify', { token: own, payload: { signIn: true } })
  const former = (await outbox(server, 'li@example.org')).length
  const credentials = { username: 'clerk', password: passwords.demo }
  await server.call('POST', '/sys/login', { payload: credentials, remoteAddress: '10.7.0.9' })
  expect((await outbox(server, 'li@example.org')).length).toBe(former + 1)
  expect(await outbox(server, 'second@example.org')).toHaveLength(1)
  expect((await put('')).body.message).toBe('备用邮箱已清除')
  expect(await stored()).toBeNull()
})

it('visit counts include the successful sign-ins of today and of seven days', async () => {
  const { db } = server.services
  await midDay()
  await db.app.deleteFrom('sys_log').execute()
  await sql`insert into sys_log (id, log_type, log_content, ip, ok, create_time) values
    ('a', 1, '', '10.0.0.1', true, now()), ('b', 1, '', '10.0.0.1', true, now()), ('c', 1, '', '10.0.0.2', true, now()),
    ('d', 1, '', '10.0.0.3', false, now()), ('e', 2, '', '10.0.0.4', true, now()),
    ('f', 1, '', '10.0.0.5', true, current_date - interval '3 days'),
    ('g', 1, '', '10.0.0.6', true, current_date - interval '30 days')`.execute(db.app)
  const info = await server.call('GET', '/sys/loginfo', { token: clerk })
  expect(info.body.result).toEqual({ totalVisitCount: 5, todayVisitCount: 3, todayIp: 2 })
  const { body } = await server.call('GET', '/sys/visitInfo', { token: clerk })
  const rows = body.result as Record<string, unknown>[]
  expect(rows.map(({ visit, ip }) => [visit, ip])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 1],
    [0, 0],
    [0, 0],
    [3, 2],
  ])
  const { rows: days } = await sql<{ day: string }>`select to_char(now(), 'YYYY-MM-DD') as day`.execute(
    db.app,
  )
  expect(rows[6]).toMatchObject({ tian: days[0]?.day, type: days[0]?.day.slice(5) })
})

it('outbox is listed newest first for holders of its right only, and drops old messages', async () => {
  const { sender, db, permissions } = server.services
  await db.app.deleteFrom('sys_outbox').execute()
  await sql`insert into sys_outbox (address, kind, body, time) values ('old', 'sms', 'old', now() - interval '8 days')`.execute(
    db.app,
  )
  await sender.send({ to: '13800000001', kind: 'sms', text: '一' })
  await sender.send({ to: 'a@example.org', kind: 'mail', text: '二' })
  const ask = (token: string, query = '') => server.call('GET', `/sys/outbox${query}`, { token })
  const admin = await server.enter('admin')
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const stored = { time, state: 'stored', attempts: 0, error: null }
  expect((await ask(admin)).body.result).toEqual([
    { to: 'a@example.org', kind: 'mail', text: '二', ...stored },
    { to: '13800000001', kind: 'sms', text: '一', ...stored },
  ])
  expect((await ask(admin, '?pageNo=2&pageSize=1')).body.result).toEqual([
    { to: '13800000001', kind: 'sms', text: '一', ...stored },
  ])
  expect((await ask(clerk)).body).toMatchObject({ success: false, code: 510, result: null })
  await db.app
    .insertInto('sys_role_permission')
    .values({ role_id: 'clerk', permission_id: 'sys:outbox' })
    .execute()
  await permissions.changed()
  await expect.poll(async () => (await ask(clerk)).body.code).toBe(200)
})

it('known devices are listed with address and browser, and forgotten by their user only', async () => {
  const from = (agent: string) =>
    server.call('POST', '/sys/login', {
      payload: { username: 'clerk', password: passwords.demo },
      remoteAddress: '10.8.0.1',
      headers: { 'user-agent': agent },
    })
  const list = async (token: string) =>
    (await server.call('GET', '/sys/user/devices', { token })).body.result as Record<string, unknown>[]
  await from('Firefox/1 Linux')
  await from('Firefox/2 Linux')
  const found = (await list(clerk)).filter(({ ip }) => ip === '10.8.0.1')
  expect(found).toMatchObject([{ agent: 'Firefox/2 Linux', current: false }])
  const remove = (token: string) =>
    server.call('DELETE', `/sys/user/devices/${String(found[0]?.id)}`, { token })
  expect((await remove(await server.enter('reader'))).body.message).toBe('未找到对应实体')
  expect((await remove(clerk)).body.message).toBe('已移除')
  expect((await list(clerk)).some(({ ip }) => ip === '10.8.0.1')).toBe(false)
})

it('a user is new until the tour of the shell was opened', async () => {
  const reader = await server.enter('reader')
  const isNew = async (token: string) => {
    const { body } = await server.call('GET', '/sys/user/getUserInfo', { token })
    return (body.result as { userInfo: { isNew: boolean } }).userInfo.isNew
  }
  expect(await isNew(reader)).toBe(true)
  await server.call('PUT', '/sys/user/tour', { token: reader })
  expect([await isNew(reader), await isNew(clerk)]).toEqual([false, true])
})
