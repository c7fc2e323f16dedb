import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from '../people/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.services.db.app.deleteFrom('sys_outbox').execute()
})

const HIDDEN = '含验证码，不显示'
const code = { to: '13900001111', kind: 'sms', text: '您的验证码是 731904' } as const
const notice = {
  to: 'li@example.org',
  kind: 'mail',
  subject: '还书提醒',
  text: '《县志》应于 20261203 归还',
  hasCode: false,
} as const

const list = async (who: 'admin' | 'clerk', query: Record<string, string> = {}) =>
  (await server.get(who, '/resource/system/outbox/list', query)).body
const places = async (query: Record<string, string>) =>
  (await list('admin', query)).result.records.map(({ address }: { address: string }) => address)

it('the list of messages shows title and text, and of a message with a code neither', async () => {
  await server.services.sender.send({ ...code, subject: '登录 731904' })
  await server.services.sender.send(notice)
  // One that the version before has stored.
  await sql`insert into sys_outbox (address, kind, body) values ('13900002222', 'sms', '验证码 731904')`.execute(
    server.services.db.app,
  )
  const { result } = await list('admin', { column: 'address', order: 'asc' })
  expect(result.records).toMatchObject([
    { address: '13900001111', title: HIDDEN, content: HIDDEN },
    { address: '13900002222', title: HIDDEN, content: HIDDEN },
    { address: 'li@example.org', title: '还书提醒', content: '《县志》应于 20261203 归还' },
  ])
  expect(JSON.stringify(result)).not.toContain('731904')
  for (const { id } of result.records) {
    const detail = await server.get('admin', '/resource/system/outbox/queryById', { id })
    expect(detail.body.success).toBe(true)
    expect(detail.text).not.toContain('731904')
  }
})

it('a query finds messages by their text, and none by a code', async () => {
  await server.services.sender.send(code)
  await server.services.sender.send(notice)
  expect(await places({ content: '*20261203*' })).toEqual(['li@example.org'])
  expect(await places({ title: '*还书*' })).toEqual(['li@example.org'])
  expect(await places({ content: '*731904*' })).toEqual([])
  expect(await places({ content: '*731*' })).toEqual([])
})

it('title and text are shown to users with the right to them only', async () => {
  await server.services.sender.send(notice)
  const { db, permissions } = server.services
  await db.app
    .insertInto('sys_role_permission')
    .values({ role_id: 'clerk', permission_id: 'system:outbox:list' })
    .execute()
  await permissions.changed()
  await expect.poll(async () => (await list('clerk')).code).toBe(200)
  const [record] = (await list('clerk')).result.records
  expect(record).toMatchObject({ address: 'li@example.org' })
  expect(JSON.stringify(record)).not.toMatch(/还书|县志/)
})
