// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliverDue, deliveryJob } from '#server/modules/outbox/delivery.ts'
import { type MailServer, openMailServer } from '../account/servers/mail-server.ts'
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'
import { following } from './screens.ts'

let server: TestServer
let mails: MailServer
const note = noteScreen({
  fields: [
    { key: 'ftext', title: '文字', type: 'input', length: 50 },
    { key: 'fsecret', title: '底价', type: 'input', access: { read: 'demo:note:secret' } },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
  ],
  ...following(
    {
      on: 'add',
      when: 'fnum == null',
      notify: { to: { users: ['reader', 'other', 'nobody'] }, template: 'added' },
    },
    {
      on: 'save',
      when: 'fnum > 10 and (before.fnum == null or before.fnum <= 10)',
      notify: { to: { users: ['reader'] }, title: '超过 10：${fnum}' },
    },
  ),
})
const read = (id: string) => JSON.parse(readFileSync(`schemas/${id}.json`, 'utf8'))

beforeAll(async () => {
  mails = await openMailServer()
  server = await TestServer.open(
    {
      ...inboxDocuments(),
      'demo/note.json': note,
      'message/template.json': read('message/template'),
      'message/template-test.json': read('message/template-test'),
      'dict/message-type.json': read('dict/message-type'),
    },
    {
      clerk: ['demo:note:add', 'demo:note:edit', 'demo:note:list', 'demo:note:secret'],
      reader: ['demo:note:list', 'demo:note:detail'],
      other: ['demo:note:list', 'demo:note:detail', 'demo:note:secret'],
    },
  )
  const { settings, db } = server.services
  const mail = {
    mailHost: '127.0.0.1',
    mailPort: mails.port,
    mailSecurity: 'none',
    mailFrom: 'o@example.org',
  }
  const robot = { feishuUrl: 'http://127.0.0.1:1/hook' }
  await db.write((trx) => settings.store(trx, { ...mail, ...robot }, 'test'))
  const template = {
    templateCode: 'added',
    templateName: '新增 ${ftext}',
    templateType: '2',
    templateContent: '底价 ${fsecret}，${ftext}',
    richContent: '<p>底价 <b>${fsecret}</b>，${ftext}</p>',
    channels: 'inbox,mail,sms,feishu',
    useStatus: '1',
  }
  const url = '/jeecg-boot/sys/message/sysMessageTemplate/add'
  const added = await server.call('admin', 'POST', url, { body: template })
  if (!added.body.success) throw new Error(JSON.stringify(added.body))
  await sql`update sys_user set email = username || '@example.org' where username in ('reader', 'other', 'nobody')`.execute(
    server.test.db.owner,
  )
})
afterAll(async () => {
  await server?.close()
  await mails?.close()
})
beforeEach(async () => {
  mails.received.length = 0
  await sql`delete from sys_outbox`.execute(server.test.db.owner)
  await sql`update sys_user set notify = null`.execute(server.test.db.owner)
})

const add = async (ftext: string) => {
  const reply = await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/note/add', {
    body: { ftext, fsecret: '七' },
  })
  expect(reply.body).toMatchObject({ success: true })
}
const prefer = async (who: 'reader' | 'other', body: object) => {
  const reply = await server.call(who, 'PUT', '/jeecg-boot/sys/user/notify', { body })
  expect(reply.body.message).toBe('修改成功!')
}
const stored = async () =>
  (
    await sql<{ kind: string; address: string; body: string; html: string; state: string; later: boolean }>`
      select kind, address, body, html, state, next_try > now() as later from sys_outbox order by kind, address`.execute(
      server.test.db.app,
    )
  ).rows

it('a message takes the ways of its template, with what each receiver may read', async () => {
  await add('a<i>')
  expect(await stored()).toEqual([
    // Members of a group are not known: no value that needs a right.
    { kind: 'feishu', address: '', body: '底价 ，a<i>', html: null, state: 'waiting', later: false },
    {
      kind: 'mail',
      address: 'other@example.org',
      body: '底价 七，a<i>',
      html: '<p>底价 <b>七</b>，a&lt;i&gt;</p>',
      state: 'waiting',
      later: false,
    },
    {
      kind: 'mail',
      address: 'reader@example.org',
      body: '底价 ，a<i>',
      html: '<p>底价 <b></b>，a&lt;i&gt;</p>',
      state: 'waiting',
      later: false,
    },
  ])
  const { rows } = await sql<{ users: string }>`
    select user_ids as users from sys_announcement where titile = '新增 a<i>' order by 1`.execute(
    server.test.db.app,
  )
  expect(rows.map(({ users }) => users)).toEqual(['other', 'reader'])
  expect(await deliverDue(server.services, ['mail'])).toEqual({ sent: 2, refused: 0 })
  expect(mails.received.map(({ to }) => to[0]).sort()).toEqual(['other@example.org', 'reader@example.org'])
  expect((await stored()).map(({ html }) => html)).toEqual([null, null, null])
})

it('a switched-off mail is not sent, and quiet hours put it off', async () => {
  await prefer('reader', { mail: false })
  await prefer('other', { quietFrom: '00:00:00', quietTo: '23:59:00' })
  await add('夜里')
  expect((await stored()).filter(({ kind }) => kind === 'mail')).toMatchObject([
    { address: 'other@example.org', state: 'waiting', later: true },
  ])
  expect(await deliverDue(server.services, ['mail'])).toEqual({ sent: 0, refused: 0 })
})

it('a digest is one mail with all messages of the hour', async () => {
  await prefer('reader', { digest: 'hour' })
  await prefer('other', { mail: false })
  for (const text of ['甲', '乙', '丙']) await add(text)
  const waiting = (await stored()).filter(({ kind }) => kind === 'mail')
  expect(waiting.map(({ state, later }) => [state, later])).toEqual([
    ['collected', true],
    ['collected', true],
    ['collected', true],
  ])
  const run = () => deliveryJob.run(server.services, new AbortController().signal)
  await run()
  expect(await deliverDue(server.services, ['mail'])).toEqual({ sent: 0, refused: 0 })
  await sql`update sys_outbox set next_try = now() where state = 'collected'`.execute(server.test.db.owner)
  await Promise.all([run(), run()])
  expect(await deliverDue(server.services, ['mail'])).toEqual({ sent: 1, refused: 0 })
  expect(mails.received).toHaveLength(1)
  const states = (await stored()).filter(({ kind }) => kind === 'mail').map(({ state }) => state)
  expect(states.sort()).toEqual(['merged', 'merged', 'merged', 'sent'])
  const text = (await stored()).find(({ state }) => state === 'sent')?.body ?? ''
  for (const word of ['新增 甲', '新增 乙', '新增 丙']) expect(text).toContain(word)
  const { rows: shown } = await sql<{
    content: string
  }>`select content from sys_outbox where state = 'sent'`.execute(server.test.db.app)
  expect(shown).toEqual([{ content: text }])
})

it('a message about a limit is sent each time the value crosses it, and not while it stays beyond', async () => {
  const save = async (verb: 'add' | 'edit', body: object) => {
    const url = `/jeecg-boot/resource/demo/note/${verb}`
    const reply = await server.call('clerk', verb === 'add' ? 'POST' : 'PUT', url, { body })
    expect(reply.body).toMatchObject({ success: true })
    return reply.body.result
  }
  const { id } = await save('add', { ftext: '一', fnum: 5 })
  for (const fnum of [12, 13, 4, 10, 11]) await save('edit', { id, ftext: '一', fnum })
  await save('add', { ftext: '二', fnum: 20 })
  const { rows } = await sql<{ title: string }>`
    select titile as title from sys_announcement where titile like '超过%' order by create_time, id`.execute(
    server.test.db.app,
  )
  expect(rows.map(({ title }) => title).sort()).toEqual(['超过 10：11', '超过 10：12', '超过 10：20'])
})

it('preferences of a wrong shape are refused', async () => {
  for (const body of [{ quietFrom: '25:00' }, { digest: 'week' }, { mail: 1 }])
    expect((await server.call('reader', 'PUT', '/jeecg-boot/sys/user/notify', { body })).status).toBe(400)
})
