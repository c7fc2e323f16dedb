import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { computeSignature } from '#server/modules/outbox/interface.ts'
import { deliverHook, hookJob } from '#server/modules/webhook/deliver.ts'
import { type Outside, openOutside } from '../account/external-server.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'

let server: TestServer
let receiver: Outside
const read = (id: string) => JSON.parse(readFileSync(`schemas/${id}.json`, 'utf8'))
const note = noteScreen({
  fields: [
    { key: 'ftext', title: '文字', type: 'input', length: 50 },
    { key: 'fsecret', title: '底价', type: 'input', access: { read: 'demo:note:secret' } },
    { key: 'fstate', title: '状态', type: 'input', form: false },
  ],
  rowRules: [{ name: '不看保密的', where: "ftext != '保密'", unless: 'demo:note:all' }],
  flow: {
    field: 'fstate',
    initial: '待审核',
    editable: ['待审核'],
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }],
  },
})
const room = noteScreen({
  id: 'demo/room',
  title: '房间',
  perm: 'demo:room',
  table: { name: 'demo_room', tenant: true },
  fields: [{ key: 'ftext', title: '文字', type: 'input', length: 50 }],
})
const hookCodes = ['list', 'add', 'edit', 'detail', 'issue', 'test', 'delete'].map(
  (verb) => `system:webhook:${verb}`,
)

beforeAll(async () => {
  receiver = await openOutside()
  server = await TestServer.open(
    {
      'demo/note.json': note,
      'demo/room.json': room,
      'system/webhook.json': read('system/webhook'),
      'system/webhook-delivery.json': read('system/webhook-delivery'),
    },
    {
      clerk: ['list', 'detail', 'add', 'edit', 'delete', 'audit', 'secret', 'all'].map(
        (verb) => `demo:note:${verb}`,
      ),
      reader: [
        'demo:note:list',
        'demo:note:detail',
        'demo:room:detail',
        ...hookCodes,
        'system:webhook-delivery:replay',
      ].concat(['system:webhook-delivery:list', 'system:webhook-delivery:detail']),
      other: hookCodes,
    },
  )
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})
beforeEach(async () => {
  for (const table of ['sys_hook_delivery', 'sys_hook', 'demo_note'])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
  receiver.asked.length = 0
  receiver.answer((_, response) => void response.end('好'))
})

const call = (
  who: 'clerk' | 'reader' | 'other' | 'admin',
  url: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
) => server.call(who, method, `/jeecg-boot${url}`, { body })
async function makeHook(values: object = {}) {
  const body = {
    name: '门户',
    address: `${receiver.url}/hook`,
    screens: 'demo/note',
    events: 'added,changed,removed,moved',
    enabled: '1',
    ...values,
  }
  const added = await call('reader', '/resource/system/webhook/add', body)
  expect(added.body).toMatchObject({ success: true })
  const { id } = added.body.result
  const { secret } = (await call('reader', '/sys/webhook/issue', { id })).body.result
  return { id: String(id), secret: String(secret) }
}
const services = (webhookHosts = ['127.0.0.1']) => ({
  ...server.services,
  config: { ...server.services.config, webhookHosts },
})
const deliver = (id: string, hosts?: string[]) => deliverHook(services(hosts), id)
const heard = () => receiver.asked.map(({ body }) => JSON.parse(body))
const log = async () =>
  (
    await sql<{
      id: string
      event: string
      state: string
      status: number | null
      attempts: number
      error: string
      answer: string
    }>`
      select id, event, state, status, attempts, error, answer from sys_hook_delivery order by create_time, id`.execute(
      server.test.db.app,
    )
  ).rows
const makeDue = () => sql`update sys_hook_delivery set next_try = now()`.execute(server.test.db.owner)

it('a move that is taken back is marked, so that no receiver takes it for another one', async () => {
  const { id } = await makeHook()
  const { result: record } = (await call('clerk', '/resource/demo/note/add', { ftext: '甲' })).body
  const moved = await call('clerk', '/resource/demo/note/move/audit', { ids: String(record.id) })
  expect((await call('clerk', '/resource/demo/note/undo', { id: moved.body.result.undo })).body.code).toBe(
    200,
  )
  await deliver(id)
  expect(heard().map(({ event, move, undone }) => [event, move, undone])).toEqual([
    ['added', undefined, undefined],
    ['moved', 'audit', undefined],
    ['moved', 'audit', true],
  ])
})

it('changes are sent in their order, signed, with the values that the owner may read', async () => {
  const { id, secret } = await makeHook()
  const { result: record } = (await call('clerk', '/resource/demo/note/add', { ftext: '甲', fsecret: '七' }))
    .body
  await call('clerk', '/resource/demo/note/edit', { id: record.id, ftext: '乙' }, 'PUT')
  await call('clerk', '/resource/demo/note/move/audit', { ids: String(record.id) })
  const { result: second } = (await call('clerk', '/resource/demo/note/add', { ftext: '丙' })).body
  await server.call('admin', 'DELETE', '/jeecg-boot/resource/demo/note/delete', { query: { id: second.id } })
  await deliver(id)
  expect(heard().map(({ event, move, data }) => [event, move, data?.ftext])).toEqual([
    ['added', undefined, '甲'],
    ['changed', undefined, '乙'],
    ['moved', 'audit', '乙'],
    ['added', undefined, '丙'],
    ['removed', undefined, undefined],
  ])
  expect(heard()[0]).toMatchObject({ screen: 'demo/note', record: record.id, by: 'clerk' })
  expect(JSON.stringify(heard())).not.toContain('七')
  const [first] = receiver.asked
  const { 'x-timestamp': time, 'x-signature': signature, 'x-delivery': delivery } = first?.headers ?? {}
  expect(signature).toBe(`sha256=${computeSignature(secret, String(time), first?.body ?? '')}`)
  expect(heard()[0].id).toBe(delivery)
  expect(await log()).toMatchObject(Array(5).fill({ state: 'sent', status: 200, attempts: 1, answer: '好' }))
  const { rows } = await sql`select secret from sys_hook_secret`.execute(server.test.db.owner)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

it('a record that the owner may not open, another screen, another event and a switched-off webhook send nothing', async () => {
  await makeHook({ events: 'added' })
  await makeHook({ screens: 'demo/other' })
  const off = await makeHook()
  await call('reader', '/resource/system/webhook/edit', { id: off.id, enabled: '0' }, 'PUT')
  const { result } = (await call('clerk', '/resource/demo/note/add', { ftext: '保密' })).body
  await call('clerk', '/resource/demo/note/edit', { id: result.id, ftext: '公开' }, 'PUT')
  expect(await log()).toEqual([])
  await call('clerk', '/resource/demo/note/add', { ftext: '丙' })
  expect(await log()).toMatchObject([{ event: 'added' }])
})

it('the removal of a record is sent to those who may view the screen and have heard of the record, and to no others', async () => {
  const { id } = await makeHook()
  const remove = (record: string) =>
    server.call('admin', 'DELETE', '/jeecg-boot/resource/demo/note/delete', { query: { id: record } })
  const add = async (ftext: string): Promise<string> =>
    (await call('clerk', '/resource/demo/note/add', { ftext })).body.result.id
  const [hidden, shown] = [await add('保密'), await add('公开')]
  await remove(hidden)
  await remove(shown)
  await deliver(id)
  expect(heard().map(({ event, record }) => [event, record])).toEqual([
    ['added', shown],
    ['removed', shown],
  ])
  const foreign = {
    ...{ name: '别的', address: `${receiver.url}/hook`, screens: 'demo/note', events: 'removed' },
    enabled: '1',
  }
  const made = await call('other', '/resource/system/webhook/add', foreign)
  await call('other', '/sys/webhook/issue', { id: made.body.result.id })
  await remove(await add('又一个'))
  const { rows } = await sql<{ hook: string }>`
    select distinct hook_id as hook from sys_hook_delivery where event = 'removed'`.execute(
    server.test.db.owner,
  )
  expect(rows).toEqual([{ hook: id }])
})

it('the removal of a record of another tenant than those of the owner is not sent', async () => {
  await makeHook({ screens: 'demo/room', events: 'added,removed' })
  const { id } = (await call('admin', '/resource/demo/room/add', { ftext: '甲' })).body.result
  const work = async (tenants: string | null) => {
    await sql`update sys_user set rel_tenant_ids = ${tenants} where id = 'reader'`.execute(server.test.db.app)
    const expected = tenants === null ? [] : [Number(tenants)]
    await expect
      .poll(async () => (await server.services.sessions.person('reader'))?.tenants)
      .toEqual(expected)
  }
  await work('2')
  await server.call('admin', 'DELETE', '/jeecg-boot/resource/demo/room/delete', { query: { id } })
  expect(await log()).toMatchObject([{ event: 'added' }])
  await work(null)
  const signedIn = await server.services.sessions.open('reader', { ip: '127.0.0.1', agent: 'test' })
  server.tokens.set('reader', signedIn)
})

it('a refused request is tried again, fails after the last attempt, and is sent again by hand', async () => {
  const { id } = await makeHook()
  receiver.answer((_, response) => void response.writeHead(500).end('坏了'))
  await call('clerk', '/resource/demo/note/add', { ftext: '丁' })
  for (let attempt = 1; attempt <= 6; attempt++) {
    await makeDue()
    await deliver(id)
  }
  const [failed] = await log()
  expect(failed).toMatchObject({
    state: 'failed',
    attempts: 6,
    status: 500,
    error: '对方答复 500',
    answer: '坏了',
  })
  await deliver(id)
  expect(receiver.asked).toHaveLength(6)
  receiver.answer((_, response) => void response.end())
  expect((await call('other', '/sys/webhook/replay', { id: failed?.id })).status).toBe(403)
  expect((await call('reader', '/sys/webhook/replay', { id: failed?.id })).body.message).toBe('已重新排队')
  await deliver(id)
  expect(await log()).toMatchObject([{ state: 'sent', attempts: 1 }])
  expect(new Set(receiver.asked.map(({ headers }) => headers['x-delivery'])).size).toBe(1)
})

it('inner addresses and redirects are refused, behind a name too', async () => {
  const port = new URL(receiver.url).port
  for (const [address, reason] of [
    [receiver.url, /^127\.0\.0\.1 是内部地址/],
    [`http://[::1]:${port}/`, /^::1 是内部地址/],
    [`http://2130706433:${port}/`, /^127\.0\.0\.1 是内部地址/],
    ['http://169.254.169.254/latest', /^169\.254\.169\.254 是内部地址/],
    [`http://localhost:${port}/`, /^localhost 是内部地址/],
  ] as const) {
    const { id } = await makeHook({ address })
    await call('reader', '/sys/webhook/test', { id })
    await deliver(id, [])
    const [entry] = await log()
    expect(entry?.error).toMatch(reason)
    await sql`delete from sys_hook_delivery`.execute(server.test.db.owner)
  }
  expect(receiver.asked).toEqual([])
  const { id } = await makeHook()
  receiver.answer((_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
  await call('reader', '/sys/webhook/test', { id })
  await deliver(id)
  expect(await log()).toMatchObject([{ state: 'waiting', error: '对方转到别的地址（302），不跟随' }])
})

it('several servers send each request once, and the job asks for those that are due again', async () => {
  const { id } = await makeHook()
  for (const text of ['一', '二', '三']) await call('clerk', '/resource/demo/note/add', { ftext: text })
  await Promise.all([deliver(id), deliver(id), deliver(id)])
  expect(receiver.asked).toHaveLength(3)
  await sql`update sys_hook_delivery set create_time = localtimestamp - interval '31 days'`.execute(
    server.test.db.owner,
  )
  await hookJob.run(services(), new AbortController().signal)
  expect(await log()).toEqual([])
})

it('what waits is sent to the address of now, and not at all once the webhook is switched off or removed', async () => {
  const { id } = await makeHook()
  const edit = (values: object) => call('reader', '/resource/system/webhook/edit', { id, ...values }, 'PUT')
  await call('clerk', '/resource/demo/note/add', { ftext: '甲' })
  await edit({ address: `${receiver.url}/corrected` })
  await deliver(id)
  expect(receiver.asked.map(({ url }) => url.pathname)).toEqual(['/corrected'])
  await call('clerk', '/resource/demo/note/add', { ftext: '乙' })
  await edit({ enabled: '0' })
  await call('reader', '/sys/webhook/test', { id })
  await deliver(id)
  expect(heard().map(({ event }) => event)).toEqual(['added', 'ping'])
  const off = { event: 'added', state: 'failed', error: 'Webhook 已停用或已删除' }
  const find = async (state: string) => (await log()).filter((row) => row.state === state)
  expect((await find('sent')).map(({ event }) => event).sort()).toEqual(['added', 'ping'])
  const [failed] = await find('failed')
  expect(failed).toMatchObject(off)
  await edit({ enabled: '1' })
  await call('reader', '/sys/webhook/replay', { id: failed?.id })
  await server.call('reader', 'DELETE', '/jeecg-boot/resource/system/webhook/delete', { query: { id } })
  await deliver(id)
  expect(await find('failed')).toMatchObject([off])
  expect(receiver.asked).toHaveLength(2)
})

it('a run ends after some time and leaves what waits to the next one', async () => {
  const { id } = await makeHook()
  for (const text of ['一', '二']) await call('clerk', '/resource/demo/note/add', { ftext: text })
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  receiver.answer((_, response) => {
    clock.mockReturnValue(performance.now() + 21_000)
    response.end()
  })
  await deliver(id)
  expect(receiver.asked).toHaveLength(1)
  await deliver(id)
  expect(receiver.asked).toHaveLength(2)
})

it('only its maker changes a webhook, and an address with an account is refused', async () => {
  const { id } = await makeHook()
  const edit = await call('other', '/resource/system/webhook/edit', { id, events: 'added' }, 'PUT')
  expect(edit.headers['x-error-code']).toBe('WEBHOOK_FOREIGN')
  expect((await call('other', '/sys/webhook/issue', { id })).body.message).toBe(
    '只有本人能生成自己的签名密钥',
  )
  const body = { name: 'x', screens: 'demo/note', events: 'added', address: 'https://u:p@oa.example/' }
  expect((await call('reader', '/resource/system/webhook/add', body)).body.success).toBe(false)
})
