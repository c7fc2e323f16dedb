import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverDue } from '#server/modules/outbox/delivery.ts'
import { dynamicTables } from '#server/platform/store/database.ts'
import { type MailServer, openMailServer } from '../account/servers/mail-server.ts'
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { createReportServer, type TestServer } from './test-server.ts'

const fields = [{ key: 'fname', title: '名称', type: 'input' }]
const documents = [
  {
    ...{ version: 2, kind: 'screen', id: 'trial/room', title: '房间' },
    table: { name: 'tst_room', tenant: true },
    fields,
  },
  {
    ...{
      version: 2,
      kind: 'report',
      id: 'trial/rooms',
      title: '房间',
      code: 'tst_rooms',
      perm: 'trial:sales',
    },
    source: { sql: 'select r.fname from tst_room r', tables: ['tst_room'] },
    fields,
  },
]

const inbox = {
  ...inboxDocuments(),
  validStatus: JSON.parse(readFileSync('schemas/dict/valid-status.json', 'utf8')),
}

let server: TestServer
let mails: MailServer
beforeAll(async () => {
  server = await createReportServer([...documents, ...(Object.values(inbox) as { id: string }[])])
  mails = await openMailServer()
  const { db } = server.services
  await sql`insert into sys_tenant (id, tenant_id, name, status) values ('3', 3, '停用的', 0)`.execute(
    db.owner,
  )
  const people = { admin: null, seller: '2,1', reporter: '3' }
  for (const [username, tenants] of Object.entries(people))
    await sql`update sys_user set email = ${`${username}@example.org`}, realname = ${username}, rel_tenant_ids = ${tenants}
      where username = ${username}`.execute(db.owner)
  const rooms = [
    ['1', '总馆', 0],
    ['2', '东馆', 1],
    ['3', '西馆一', 2],
    ['4', '西馆二', 2],
    ['5', '停用的馆', 3],
  ] as const
  for (const [id, fname, tenant_id] of rooms)
    await dynamicTables(server.test.db.app).insertInto('tst_room').values({ id, fname, tenant_id }).execute()
  await db.write((trx) =>
    server.services.settings.store(
      trx,
      { mailHost: '127.0.0.1', mailPort: mails.port, mailSecurity: 'none', mailFrom: 'office@example.org' },
      'admin',
    ),
  )
})
afterAll(async () => {
  await server?.close()
  await mails?.close()
})

const run = (name: string, parameters: Record<string, unknown>) => {
  const type = server.services.jobTypes.find((entry) => entry.name === name)
  if (!type) throw new Error(name)
  const signal = new AbortController().signal
  return type.run(
    { report: 'tst_rooms', receivers: 'admin,seller,reporter', ...parameters },
    { job: 'j1', occasion: `j1 ${name}`, description: '', signal },
  )
}

it('a mailed report has the rows of the tenant in which its receiver works, and none of a closed one', async () => {
  expect(await run('mailReport', { format: 'workbook' })).toBe('寄给 2 人')
  await deliverDue(server.services)
  const found: Record<string, unknown> = {}
  for (const { to, text } of mails.received) {
    const [file] = (await simpleParser(text)).attachments
    const book = read(file?.content ?? Buffer.alloc(0))
    const [sheet] = Object.values(book.Sheets)
    const rows: unknown[][] = utils.sheet_to_json(sheet ?? {}, { header: 1 })
    found[to[0]?.split('@')[0] ?? ''] = rows
      .slice(1)
      .map(([name]) => name)
      .sort()
  }
  expect(found).toEqual({ admin: ['总馆'], seller: ['西馆一', '西馆二'].sort() })
})

it('a warning of a report counts the rows of the tenant in which its receiver works', async () => {
  const done = await run('reportWarning', { title: '房间预警' })
  expect(done).toBe('查看了 3 人的报表，通知 2 人')
  const { rows } = await sql<{ username: string; text: string }>`
    select u.username, a.msg_abstract as text from sys_announcement a
    join sys_announcement_send s on s.annt_id = a.id join sys_user u on u.id = s.user_id
    where a.titile = '房间预警' order by 1`.execute(server.test.db.owner)
  expect(rows).toEqual([
    { username: 'admin', text: '「房间」有 1 行' },
    { username: 'seller', text: '「房间」有 2 行' },
  ])
})
