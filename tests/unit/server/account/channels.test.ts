import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliverDue } from '#server/modules/outbox/delivery.ts'
import type { Channel } from '#server/platform/sender.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { type Outside, openOutside } from './external-server.ts'
import { forgetCounts } from './steps.ts'

let server: TestServer
let chat: Outside
let silent: Server
let admin: string
const sockets = new Set<Socket>()
beforeAll(async () => {
  server = await createBaseServer()
  chat = await openOutside()
  // A mail server that accepts connections and never says a word.
  silent = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  admin = await server.enter('admin')
})
afterAll(async () => {
  await server?.close()
  await chat?.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
beforeEach(async () => {
  await forgetCounts(server)
  const { db } = server.services
  await db.app.deleteFrom('sys_outbox').execute()
  await db.app.deleteFrom('sys_setting').execute()
  chat.asked.length = 0
  chat.answer((_, response) => void response.end('{"errcode":0,"code":0}'))
})

const put = (payload: object) => server.call('PUT', '/sys/setting', { token: admin, payload })
const robots = () => ({
  dingtalkUrl: `${chat.url}/robot/send?access_token=t`,
  dingtalkSecret: 'SECding',
  feishuUrl: `${chat.url}/open-apis/bot/v2/hook/h`,
  feishuSecret: 'fei',
  wecomUrl: `${chat.url}/cgi-bin/webhook/send?key=k`,
})
const send = (kind: Channel, to = '') =>
  server.services.sender.send({ kind, to, text: '合计 5 元', subject: '已审核' })
/** With the test's server in `WEBHOOK_HOSTS`, unless the list is given. */
const deliver = (kinds?: readonly Channel[], webhookHosts = ['127.0.0.1']) =>
  deliverDue({ ...server.services, config: { ...server.services.config, webhookHosts } }, kinds)
const states = async () =>
  (
    await server.services.db.app
      .selectFrom('sys_outbox')
      .select(['kind', 'state', 'error', 'attempts'])
      .orderBy('seq')
      .execute()
  ).map(({ kind, state, error, attempts }) => [kind, state, attempts, error])

it('robots receive what their makers describe, with their signatures', async () => {
  expect((await put(robots())).body.message).toBe('保存成功！')
  for (const kind of ['dingtalk', 'feishu', 'wecom'] as const) await send(kind)
  expect(await deliver()).toEqual({ sent: 3, refused: 0 })
  const asked = (path: string) => chat.asked.find(({ url }) => url.pathname.includes(path))
  const text = '已审核\n合计 5 元'
  const ding = asked('/robot/send')
  const timestamp = ding?.url.searchParams.get('timestamp') ?? ''
  expect(ding?.url.searchParams.get('access_token')).toBe('t')
  expect(ding?.url.searchParams.get('sign')).toBe(
    createHmac('sha256', 'SECding').update(`${timestamp}\nSECding`).digest('base64'),
  )
  expect(JSON.parse(ding?.body ?? '')).toEqual({ msgtype: 'text', text: { content: text } })
  const fei = JSON.parse(asked('/hook/h')?.body ?? '')
  expect(fei).toEqual({
    timestamp: expect.stringMatching(/^\d{10}$/),
    sign: createHmac('sha256', `${fei.timestamp}\nfei`).update('').digest('base64'),
    msg_type: 'text',
    content: { text },
  })
  expect(JSON.parse(asked('/cgi-bin')?.body ?? '')).toEqual({ msgtype: 'text', text: { content: text } })
})

it.each([
  [500, 'oops', '机器人答复 500'],
  [200, '{"errcode":310000,"errmsg":"sign not match"}', '机器人没有接受：sign not match（310000）'],
  [200, '<html>', '机器人没有接受：答复不是 JSON'],
])('a robot that answers %i %s is tried again', async (status, text, reason) => {
  await put(robots())
  chat.answer((_, response) => void response.writeHead(status).end(text))
  await send('dingtalk')
  expect(await deliver()).toEqual({ sent: 0, refused: 1 })
  expect(await states()).toEqual([['dingtalk', 'waiting', 1, reason]])
})

it('a robot at an inner address that is not listed is never asked', async () => {
  await put({ ...robots(), wecomUrl: 'http://[::ffff:127.0.0.1]:1/' })
  await send('dingtalk')
  await send('wecom')
  await deliver(undefined, [])
  expect(chat.asked).toEqual([])
  expect(await states()).toEqual([
    ['dingtalk', 'failed', 1, expect.stringMatching(/^127\.0\.0\.1 是内部地址/)],
    ['wecom', 'failed', 1, expect.stringMatching(/是内部地址/)],
  ])
})

it('a mail server that hangs delays neither the robots nor its own other mails one by one', async () => {
  await put({
    ...robots(),
    mailHost: '127.0.0.1',
    mailPort: (silent.address() as AddressInfo).port,
    mailSecurity: 'none',
    mailFrom: 'office@example.org',
  })
  await send('mail', 'a@example.org')
  await send('mail', 'b@example.org')
  await send('feishu')
  const mails = deliver(['mail'])
  expect(await deliver(['feishu'])).toEqual({ sent: 1, refused: 0 })
  expect((await states()).map(([, state]) => state)).toEqual(['waiting', 'waiting', 'sent'])
  expect(await mails).toEqual({ sent: 0, refused: 1 })
  expect(await states()).toEqual([
    // Both timers run equally long.
    ['mail', 'waiting', 1, expect.stringMatching(/Greeting|Timeout/)],
    ['mail', 'waiting', 0, null],
    ['feishu', 'sent', 1, null],
  ])
}, 30_000)

it('a robot is tried without a receiver, a mail is not', async () => {
  const trial = (kind: string) =>
    server.call('POST', '/sys/outbox/test', { token: admin, payload: { kind, to: '' } })
  expect((await trial('feishu')).body.message).toBe('请先填写并保存飞书群的设置')
  expect((await trial('mail')).body.message).toBe('请填写邮件的收件人')
  await put(robots())
  expect((await trial('feishu')).body.message).toMatch(/^发送失败：127\.0\.0\.1 是内部地址/)
})
