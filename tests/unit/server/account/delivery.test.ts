import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { deliverDue, MAX_ATTEMPTS } from '#server/modules/outbox/delivery.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { type Outside, openOutside } from './external-server.ts'
import { type MailServer, openMailServer } from './servers/mail-server.ts'
import { forgetCounts } from './steps.ts'

let server: TestServer
let mails: MailServer
let hook: Outside
let admin: string
beforeAll(async () => {
  server = await createBaseServer()
  mails = await openMailServer({ user: 'office', password: 'mail-secret-1' })
  hook = await openOutside()
  admin = await server.enter('admin')
})
afterAll(async () => {
  await server?.close()
  await mails?.close()
  await hook?.close()
})
beforeEach(async () => {
  await forgetCounts(server)
  const { db } = server.services
  await db.app.deleteFrom('sys_outbox').execute()
  await db.app.deleteFrom('sys_setting').execute()
  mails.received.length = 0
  mails.refuse(null)
  hook.asked.length = 0
  hook.answer((_, response) => void response.end('{}'))
})

const put = (payload: object, token = admin) => server.call('PUT', '/sys/setting', { token, payload })
const mailSettings = () => ({
  mailHost: '127.0.0.1',
  mailPort: mails.port,
  mailSecurity: 'none',
  mailUser: 'office',
  mailFrom: 'office@example.org',
  mailPassword: 'mail-secret-1',
})
const smsSettings = () => ({ smsUrl: `${hook.url}/texts`, smsSecret: 'hook-secret-1' })
const sendTest = (kind: string, to: string) =>
  server.call('POST', '/sys/outbox/test', { token: admin, payload: { kind, to } })
const send = (kind: 'mail' | 'sms', to: string, text: string) =>
  server.services.sender.send({ kind, to, text })
const deliver = () => deliverDue(server.services)
const makeDue = () =>
  sql`update sys_outbox set next_try = now() where state = 'waiting'`.execute(server.services.db.app)
const listed = async () =>
  (await server.call('GET', '/sys/outbox', { token: admin })).body.result as Record<string, unknown>[]

it('settings store secrets encrypted and never answer them', async () => {
  expect((await put({ ...mailSettings(), ...smsSettings() })).body.message).toBe('保存成功！')
  const answer = await server.call('GET', '/sys/setting', { token: admin })
  expect(answer.body.result).toMatchObject({
    mailHost: '127.0.0.1',
    mailPasswordStored: true,
    smsSecretStored: true,
    policyLength: 8,
  })
  expect(JSON.stringify(answer.body)).not.toContain('secret-1')
  const { rows } = await sql`select value::text from sys_setting`.execute(server.services.db.app)
  expect(JSON.stringify(rows)).not.toContain('secret-1')
  expect(await server.services.settings.readSecret('mailPassword')).toBe('mail-secret-1')
})

it('settings are refused to users without the right and in wrong shapes', async () => {
  const clerk = await server.enter('clerk')
  expect((await put({ mailHost: 'x' }, clerk)).status).toBe(403)
  expect((await server.call('GET', '/sys/setting', { token: clerk })).status).toBe(403)
  expect((await put({ mailPort: 70_000 })).status).toBe(400)
  expect((await put({ other: 1 })).status).toBe(400)
  for (const smsUrl of ['file:///etc/passwd', 'https://office:secret-41@sms.example.org/send', 'https://'])
    expect((await put({ smsUrl })).body.message).toBe('短信接口应为 http 或 https 地址，不含账号和密码')
  for (const mailHost of ['smtp example.org', 'smtp://mail.example.org', 'mail.example.org:25'])
    expect((await put({ mailHost })).body.message).toBe('发信服务器应为主机名或 IP 地址，如 smtp.example.org')
  expect((await put({ mailHost: 'h' })).body.message).toBe('请填写发件人，如 office@example.org')
})

it('settings demand the secret again when its server changes, and drop it with the server', async () => {
  await put(mailSettings())
  const moved = await put({ mailHost: 'mail.attacker.example' })
  expect(moved.body.message).toBe('服务器或账号已更改，请重新填写邮箱密码')
  expect(await server.services.settings.read()).toMatchObject({ mailHost: '127.0.0.1' })
  expect((await put({ policyDays: 90, mailPassword: null })).body.success).toBe(true)
  expect(await server.services.settings.readSecret('mailPassword')).toBe('mail-secret-1')
  expect((await put({ mailHost: '' })).body.success).toBe(true)
  expect(await server.services.settings.readSecret('mailPassword')).toBeNull()
})

it('test message arrives by SMTP, or answers the reason of the server', async () => {
  expect((await sendTest('mail', 'li@example.org')).body.message).toBe('请先填写并保存邮件的设置')
  await put(mailSettings())
  expect((await sendTest('mail', 'li@example.org')).body.message).toBe('发送成功，请查收')
  expect(mails.received).toMatchObject([
    { from: 'office@example.org', to: ['li@example.org'], account: 'office' },
  ])
  await put({ ...mailSettings(), mailPassword: 'wrong' })
  const refused = await sendTest('mail', 'li@example.org')
  expect(refused.body.message).toMatch(/^发送失败：Invalid login/)
  expect(refused.body.message).not.toContain('wrong"')
})

it('text message is posted as JSON with a signature that covers time and body', async () => {
  await put(smsSettings())
  expect((await sendTest('sms', '13955500901')).body.message).toBe('发送成功，请查收')
  const [asked] = hook.asked
  expect(asked?.url.pathname).toBe('/texts')
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    id: expect.any(String),
    to: '13955500901',
    text: expect.stringContaining('这是一条测试消息'),
  })
  const timestamp = String(asked?.headers['x-timestamp'])
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  const signed = createHmac('sha256', 'hook-secret-1').update(`${timestamp}.${asked?.body}`)
  expect(asked?.headers['x-signature']).toBe(`sha256=${signed.digest('hex')}`)
})

it('message stays in the outbox without a provider', async () => {
  await send('sms', '13955500901', '验证码 123456')
  expect(await deliver()).toEqual({ sent: 0, refused: 0 })
  expect(await listed()).toMatchObject([{ state: 'stored', text: '验证码 123456', attempts: 0 }])
})

it('waiting message is sent once, and its code is no longer readable', async () => {
  await put(mailSettings())
  await send('mail', 'li@example.org', '验证码 123456')
  const both = await Promise.all([deliver(), deliver()])
  expect(both[0].sent + both[1].sent).toBe(1)
  expect(mails.received).toHaveLength(1)
  expect(await listed()).toMatchObject([{ state: 'sent', text: '验证码 ******', attempts: 1, error: null }])
})

it('a delivered message without a code is stored as it was sent', async () => {
  await put(mailSettings())
  const text = '单据 RK20261201003 待您审核'
  await server.services.sender.send({ kind: 'mail', to: 'li@example.org', text, hasCode: false })
  expect(await deliver()).toEqual({ sent: 1, refused: 0 })
  expect(await listed()).toMatchObject([{ state: 'sent', text }])
})

it('refused message is tried again later and fails after the last attempt', async () => {
  await put(smsSettings())
  hook.answer((_, response) => {
    response.statusCode = 503
    response.end()
  })
  await send('sms', '13955500901', '验证码 123456')
  expect(await deliver()).toEqual({ sent: 0, refused: 1 })
  expect(await deliver()).toEqual({ sent: 0, refused: 0 })
  expect(await listed()).toMatchObject([
    { state: 'waiting', attempts: 1, error: expect.stringContaining('503') },
  ])
  for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
    await makeDue()
    await deliver()
  }
  expect(await listed()).toMatchObject([{ state: 'failed', attempts: MAX_ATTEMPTS }])
  await makeDue()
  expect(await deliver()).toEqual({ sent: 0, refused: 0 })

  hook.answer((_, response) => void response.end('{}'))
  const row = await server.services.db.app.selectFrom('sys_outbox').select('id').executeTakeFirstOrThrow()
  const retry = () => server.call('POST', '/sys/outbox/retry', { token: admin, payload: { id: row.id } })
  expect((await retry()).body.message).toBe('已重新排队')
  expect((await retry()).body.message).toBe('只能重发失败的消息')
  expect(await deliver()).toEqual({ sent: 1, refused: 0 })
})

it('a run ends after some time and leaves what waits to the next one', async () => {
  await put(smsSettings())
  for (const number of ['13955500901', '13955500902']) await send('sms', number, '到货了')
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  hook.answer((_, response) => {
    clock.mockReturnValue(performance.now() + 21_000)
    response.end('{}')
  })
  expect(await deliver()).toEqual({ sent: 1, refused: 0 })
  expect(await deliver()).toEqual({ sent: 1, refused: 0 })
})
