import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { computeSignature, isSpecialAddress } from '#server/modules/outbox/interface.ts'
import { runDue } from '#server/modules/then/dates.ts'
import { deliverWebhooks, webhookJob } from '#server/modules/then/webhook/deliver.ts'
import { readConfig } from '#server/platform/config.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { waitForLocks } from '../../../support/lock-waits.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'
import { following } from './screens.ts'

let server: TestServer
let receiver: Server
let port = 0
let answers: readonly [status: number, headers?: Record<string, string>][] = []
let heard: { headers: IncomingHttpHeaders; body: string; path: string }[] = []
const secret = 'a secret of the tests'

const loan = noteScreen({
  id: 'demo/loan',
  title: '借阅',
  perm: 'demo:loan',
  table: { name: 'demo_loan', softDelete: true },
  fields: [
    { key: 'fwho', title: '读者', type: 'input', length: 50 },
    { key: 'fdue', title: '应还', type: 'date' },
    { key: 'fback', title: '已还', type: 'input', length: 1 },
  ],
  ...following(
    {
      on: 'date',
      field: 'fdue',
      days: 3,
      when: 'fback == null',
      make: { screen: 'demo/due', values: { ftext: "=concat(fwho, ' 快到期')" } },
    },
    {
      on: 'date',
      field: 'fdue',
      days: -2,
      make: { screen: 'demo/due', values: { ftext: "=concat(fwho, ' 已过期')" } },
    },
  ),
})
const due = noteScreen({
  id: 'demo/due',
  title: '催还',
  perm: 'demo:due',
  table: { name: 'demo_due' },
  fields: [{ key: 'ftext', title: '文字', type: 'input', length: 12 }],
})

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const [status, headers = {}] = answers[heard.length] ?? [200]
      heard.push({ headers: request.headers, body, path: request.url ?? '' })
      response.writeHead(status, headers).end('x'.repeat(100))
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
  const webhook = { url: `http://127.0.0.1:${port}/hook`, send: { text: '=ftext', twice: '=fnum * 2' } }
  const note = noteScreen({
    fields: [
      { key: 'ftext', title: '文字', type: 'input', length: 50, validateRules: [{ unique: true }] },
      { key: 'fnum', title: '数', type: 'inputNumber', scale: 0 },
    ],
    ...following({ on: 'add', webhook }),
  })
  server = await TestServer.open(
    { 'demo/note.json': note, 'demo/loan.json': loan, 'demo/due.json': due },
    { clerk: ['demo:note:add', 'demo:note:list', 'demo:note:detail', 'demo:loan:add', 'demo:loan:edit'] },
  )
})
afterAll(async () => {
  await server?.close()
  receiver.close()
})
beforeEach(() => {
  heard = []
  answers = []
})
afterEach(async () => {
  for (const table of ['sys_webhook', 'demo_loan', 'demo_due'])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const add = (ftext: string) =>
  server.call('clerk', 'POST', '/jeecg-boot/resource/demo/note/add', { body: { ftext, fnum: 4 } })
const deliver = (hosts: readonly string[] = [`127.0.0.1:${port}`], host = `127.0.0.1:${port}`) => {
  const { services } = server
  const config = { ...services.config, webhookHosts: [...hosts], webhookSecret: secret }
  return deliverWebhooks({ ...services, config }, host)
}
const stored = async () =>
  (
    await sql<{ state: string; attempts: number; error: string | null }>`
    select state, attempts, error from sys_webhook order by id`.execute(server.test.db.app)
  ).rows
const makeDue = () => sql`update sys_webhook set next_try = now()`.execute(server.test.db.owner)

it('a request is stored with the record, and sent until the other system accepts it', async () => {
  answers = [[500], [200]]
  const { id } = (await add('甲')).body.result
  expect(await deliver()).toEqual({ sent: 0, refused: 1 })
  expect(await stored()).toEqual([{ state: 'waiting', attempts: 1, error: '对方答复 500' }])
  expect(await deliver()).toEqual({ sent: 0, refused: 0 })
  await makeDue()
  expect(await deliver()).toEqual({ sent: 1, refused: 0 })
  expect(await stored()).toEqual([{ state: 'sent', attempts: 2, error: null }])
  const [first, second] = heard
  expect(JSON.parse(second?.body ?? '')).toEqual({
    screen: 'demo/note',
    id,
    change: 'add',
    by: 'clerk',
    data: { text: '甲', twice: 8 },
  })
  expect(second?.headers['x-delivery']).toBe(first?.headers['x-delivery'])
  const signature = computeSignature(secret, String(second?.headers['x-timestamp']), second?.body ?? '')
  expect(second?.headers['x-signature']).toBe(`sha256=${signature}`)
})

it('a record that is refused sends nothing', async () => {
  await add('乙')
  await sql`delete from sys_webhook`.execute(server.test.db.owner)
  expect((await add('乙')).body.success).toBe(false)
  expect(await stored()).toEqual([])
})

it('a redirect is not followed, and other hosts and inner addresses behind names are refused', async () => {
  answers = [[302, { location: 'http://169.254.169.254/latest' }]]
  await add('丙')
  await deliver()
  expect(await stored()).toMatchObject([{ state: 'waiting', error: '对方转到别的地址（302），不跟随' }])
  expect(heard).toHaveLength(1)
  await makeDue()
  await deliver(['oa.example'])
  expect(await stored()).toMatchObject([{ state: 'failed', error: '主机 127.0.0.1 不在 WEBHOOK_HOSTS 里' }])
  await sql`update sys_webhook set url = ${`http://localhost:${port}/`}, state = 'waiting'`.execute(
    server.test.db.owner,
  )
  await makeDue()
  await deliver(['localhost'], `localhost:${port}`)
  expect((await stored())[0]?.error).toMatch(/localhost 是内部地址/)
  expect(heard).toHaveLength(1)
})

it('several servers send each request once', async () => {
  for (const text of ['一', '二', '三', '四', '五']) await add(text)
  const results = await Promise.all([deliver(), deliver(), deliver()])
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(5)
  expect(new Set(heard.map(({ headers }) => headers['x-delivery'])).size).toBe(5)
  expect(heard).toHaveLength(5)
})

it('a host that does not answer costs a run one attempt, and delays no other host', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port: dead } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  for (const text of ['庚', '辛']) await add(text)
  await sql`update sys_webhook set url = ${`http://127.0.0.1:${dead}/hook`}`.execute(server.test.db.owner)
  await add('壬')
  const hosts = [dead, port].map((number) => `127.0.0.1:${number}`)
  expect(await deliver(hosts, hosts[0])).toEqual({ sent: 0, refused: 1 })
  expect((await stored()).map(({ attempts }) => attempts)).toEqual([1, 0, 0])
  expect(await deliver(hosts, hosts[1])).toEqual({ sent: 1, refused: 0 })
  expect((await stored()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'sent'])
})

it('a run is planned for each host with requests that are due', async () => {
  await (
    await startJobs([], {}, { db: server.services.db, links: server.test.links, log: server.services.log })
  )()
  const planned = async () =>
    (
      await sql<{ key: string; queue: string }>`
        select key, queue_name as queue from graphile_worker.jobs where task_identifier = 'send-webhooks' order by key`.execute(
        server.test.db.owner,
      )
    ).rows
  const here = `webhook:127.0.0.1:${port}`
  await add('丁')
  await expect.poll(planned).toEqual([{ key: here, queue: here }])
  await sql`insert into sys_webhook (url, body) values ('http://oa.example/a?b', '{}'), ('http://oa.example/c', '{}'),
    ('https://later.example/', '{}')`.execute(server.test.db.owner)
  await sql`update sys_webhook set next_try = now() + interval '1 hour' where url like '%later%'`.execute(
    server.test.db.owner,
  )
  await webhookJob.run(server.services, new AbortController().signal)
  expect((await planned()).map(({ key }) => key)).toEqual([here, 'webhook:oa.example'])
})

const lend = async (fdue: string, over: object = {}) => {
  const body = { fwho: '张三', fdue, ...over }
  return (await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/loan/add', { body })).body.result
}
const reminders = async () =>
  (
    await sql<{
      ftext: string
      create_by: string
    }>`select ftext, create_by from demo_due order by id`.execute(server.test.db.app)
  ).rows

it('a day that comes near is met once, by one of several servers, and again when it is changed', async () => {
  const { id } = await lend('2026-03-10')
  expect(await runDue(server.services, '2026-03-06')).toBe(0)
  const counts = await Promise.all([1, 2, 3].map(() => runDue(server.services, '2026-03-07')))
  expect(counts.sort()).toEqual([0, 0, 1])
  expect(await runDue(server.services, '2026-03-08')).toBe(0)
  expect(await reminders()).toEqual([{ ftext: '张三 快到期', create_by: 'system' }])
  const body = { id, fdue: '2026-03-11' }
  await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/loan/edit', { body })
  expect(await runDue(server.services, '2026-03-08')).toBe(1)
  expect(await runDue(server.services, '2026-03-13')).toBe(1)
  expect((await reminders()).at(-1)?.ftext).toBe('张三 已过期')
})

it('a day that is moved while its record waits is not met', async () => {
  const { id } = await lend('2026-07-10')
  const { owner } = server.test.db
  const before = await reminders()
  let run: Promise<number> = Promise.resolve(-1)
  await owner.transaction().execute(async (trx) => {
    await sql`update demo_loan set fdue = '2026-12-10' where id = ${id}`.execute(trx)
    run = runDue(server.services, '2026-07-07')
    await waitForLocks(server.test.db.app)
  })
  expect(await run).toBe(0)
  expect(await reminders()).toEqual(before)
  expect(await runDue(server.services, '2026-12-07')).toBe(1)
})

it('seven missed days are made up, and conditions count', async () => {
  await lend('2026-05-10', { fwho: '太早' })
  await lend('2026-05-11', { fwho: '七天' })
  await lend('2026-05-11', { fwho: '已还', fback: '1' })
  await runDue(server.services, '2026-05-15')
  const texts = (await reminders()).map(({ ftext }) => ftext)
  expect(texts.filter((text) => text.endsWith('快到期'))).toEqual(['七天 快到期'])
  expect(texts.filter((text) => text.endsWith('已过期'))).toHaveLength(3)
})

it('a record whose consequence is refused keeps no other one back, and is tried again', async () => {
  await lend('2026-07-10', { fwho: '名字太长的一位读者先生' })
  const { id } = await lend('2026-07-10', { fwho: '李四' })
  expect(await runDue(server.services, '2026-07-07')).toBe(1)
  await sql`update demo_loan set fwho = '王五' where id <> ${id}`.execute(server.test.db.owner)
  expect(await runDue(server.services, '2026-07-08')).toBe(1)
  expect((await reminders()).map(({ ftext }) => ftext)).toEqual(['李四 快到期', '王五 快到期'])
})

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.0.9',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fd00::1',
])('%s is an inner address', (address) => expect(isSpecialAddress(address)).toBe(true))
it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is a public address', (address) =>
  expect(isSpecialAddress(address)).toBe(false),
)

it('hosts need a secret of 16 characters', () => {
  expect(() => readConfig({ WEBHOOK_HOSTS: 'oa.example' })).toThrow('WEBHOOK_SECRET')
  expect(readConfig({ WEBHOOK_HOSTS: 'oa.example', WEBHOOK_SECRET: secret }).webhookHosts).toEqual([
    'oa.example',
  ])
})
