// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TriedEntry } from '#runtime/record/changes/message-trial.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { following, thenGrants, thenScreens } from './screens.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  const read = (name: string) => JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))
  const templates = ['message/template', 'message/template-test', 'dict/message-type'].map((name) => [
    `${name}.json`,
    read(name),
  ])
  server = await TestServer.open(
    { ...thenScreens(), ...Object.fromEntries(templates) },
    {
      ...thenGrants,
      clerk: [...(thenGrants.clerk ?? []), 'design:write'],
      other: [...(thenGrants.other ?? []), 'design:write'],
    },
  )
  const body = { fname: '甲单', fsecret: '九折', ftotal: 12.5, items: [] }
  const added = await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/bill/add', { body })
  id = added.body.result.id
  await sql`
    insert into sys_sms_template (id, template_code, template_name, template_content, template_type, channels)
    values ('t', 'ways', '合计 \${ftotal}', '底价 \${fsecret}', '1', 'inbox,mail,sms,feishu')`.execute(
    server.test.db.owner,
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  await sql`update sys_user set notify = null, email = null, phone = null`.execute(server.test.db.owner)
  await server.services.db.write((trx) =>
    server.services.settings.store(trx, { mailHost: '', feishuUrl: '' }, 'test'),
  )
})

const bill = thenScreens()['demo/bill.json'] as { fields: readonly object[] }
const draft = (...entries: readonly object[]) => ({
  ...bill,
  ...following(...entries),
})
const post = (who: Person, body: object) =>
  server.call(who, 'POST', '/jeecg-boot/design/then/try', {
    body: { screen: 'demo/bill', record: id, ...body },
  })
const trial = async (document: object, change: string, more: object = {}): Promise<TriedEntry[]> => {
  const { body } = await post('clerk', { document, change, ...more })
  expect(body).toMatchObject({ success: true })
  return body.result
}
const toAll = { users: ['=createBy', 'reader', 'nobody', 'ghost'] }
const told = { to: toAll, title: '${fname} 已审核', text: '底价 ${fsecret}' }

it('a trial of a draft says who would get which text, who nothing and why, and stores nothing', async () => {
  const document = draft(
    { on: 'move', move: 'audit', notify: told },
    { on: 'remove', notify: told },
    { on: 'move', move: 'audit', when: 'ftotal > 100', notify: told },
  )
  const [first, second, ...more] = await trial(document, 'move audit')
  expect(first).toEqual({
    at: 0,
    isMet: true,
    messages: [
      {
        way: '站内消息',
        account: 'nobody',
        name: 'nobody真名',
        title: '',
        text: '',
        omitted: '无权打开这条记录',
      },
      // Without the right to the secret value.
      { way: '站内消息', account: 'reader', name: 'reader真名', title: '甲单 已审核', text: '底价 ' },
      { way: '', account: 'clerk', name: 'clerk真名', title: '', text: '', omitted: '动手的人自己不收' },
      { way: '', account: 'ghost', name: 'ghost', title: '', text: '', omitted: '没有这个用户，或已停用' },
    ],
  })
  expect(second).toEqual({ at: 2, isMet: false, messages: [] })
  expect(more).toEqual([])
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from sys_announcement) + (select count(*) from sys_outbox)
      + (select count(*) from sys_then))::int as count`.execute(server.test.db.owner)
  expect(rows).toEqual([{ count: 0 }])
})

it('a trial says by which ways a template reaches a person, and when', async () => {
  const document = draft({ on: 'edit', notify: { to: { users: ['reader', 'other'] }, template: 'ways' } })
  const { db, settings } = server.services
  await db.write((trx) =>
    settings.store(trx, { mailHost: '127.0.0.1', feishuUrl: 'http://127.0.0.1:1' }, 't'),
  )
  const prefer = (who: string, notify: object, phone: string | null) =>
    sql`update sys_user set notify = ${JSON.stringify(notify)}::jsonb, phone = ${phone},
      email = case when ${who} = 'reader' then 'reader@example.org' end where username = ${who}`.execute(
      server.test.db.owner,
    )
  await prefer('reader', { digest: 'day' }, null)
  await prefer('other', { mail: false }, '13800000000')
  const [entry] = await trial(document, 'edit')
  expect(
    entry?.messages.map(({ way, account, omitted, due, isCollected }) => [
      way,
      account,
      omitted ?? [!!due, isCollected],
    ]),
  ).toEqual([
    ['站内消息', 'other', [false, undefined]],
    ['邮件', 'other', '在「新消息通知」里关了邮件'],
    ['短信', 'other', '还没有设置短信，请到「系统设置」填写'],
    ['站内消息', 'reader', [false, undefined]],
    ['邮件', 'reader', [true, true]],
    ['短信', 'reader', '没有填手机号'],
    ['飞书群', undefined, [false, undefined]],
  ])
  // A group's members are not known.
  expect(entry?.messages.at(-1)).toMatchObject({ title: '合计 12.50', text: '底价 ' })
  await prefer('reader', { quietFrom: '00:00:00', quietTo: '23:59:00' }, null)
  const [quiet] = await trial(document, 'edit')
  const mail = quiet?.messages.find(({ way, account }) => way === '邮件' && account === 'reader')
  expect(mail?.due).toMatch(/ 23:59:00$/)
  expect(mail?.isCollected).toBeUndefined()
})

it('a trial takes the values before the change, and says that a template is missing', async () => {
  const when = 'ftotal > 10 and before.ftotal <= 10'
  const dated = draft(
    { on: 'save', when, notify: told },
    { on: 'date', field: 'fdue', notify: { to: toAll, template: 'gone' } },
  )
  // The field is not released yet.
  const document = { ...dated, fields: [...bill.fields, { key: 'fdue', title: '归还', type: 'date' }] }
  expect((await trial(document, 'edit')).map(({ isMet }) => isMet)).toEqual([false])
  const crossed = await trial(document, 'edit', { before: { ftotal: 9 } })
  expect(crossed.map(({ isMet }) => isMet)).toEqual([true])
  expect(await trial(document, 'date')).toEqual([
    { at: 1, isMet: true, note: '没有消息模板「gone」，或它已停用', messages: [] },
  ])
})

it('a trial is refused to those who may not design or not read the record, and for a draft with problems', async () => {
  const document = draft({ on: 'edit', notify: told })
  expect((await post('reader', { document, change: 'edit' })).status).toBe(403)
  expect((await post('clerk', { document, change: 'edit', record: 'none' })).body).toMatchObject({
    success: false,
    message: '未找到对应实体',
  })
  // Without the right to the secret value: it is in no text, though the recipient may read it.
  const [entry] = (await post('other', { document, change: 'edit' })).body.result as TriedEntry[]
  expect(entry?.messages.find(({ account }) => account === 'clerk')?.text).toBe('底价 ')
  const faulty = await post('clerk', { document: draft({ on: 'edit', notify: {} }), change: 'edit' })
  expect(faulty.body).toMatchObject({ success: false, message: '界面有错误，改好后再试发' })
  expect(faulty.body.result.problems.length).toBeGreaterThan(0)
  const dictionary = { version: 2, kind: 'dictionary', code: 'x', title: 'x', items: [] }
  expect((await post('clerk', { document: dictionary, change: 'edit' })).body.message).toBe(
    '只有界面的「之后」可以试发消息',
  )
  expect((await post('clerk', { document, change: 'drop' })).status).toBe(400)
})
