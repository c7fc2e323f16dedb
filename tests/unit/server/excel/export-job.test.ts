import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportModule } from '#server/modules/export/module.ts'
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { rowsOfWorkbook } from './workbook-rows.ts'

const screen = 'demo/leaf'
const leaf = noteScreen({
  id: screen,
  title: '散页',
  perm: 'demo:leaf',
  table: { name: 'demo_leaf' },
  rowRules: [{ name: '本部门', where: 'forg == user.orgCode', unless: 'demo:leaf:all' }],
  fields: [
    { key: 'fcode', title: '编码', type: 'input' },
    { key: 'fprice', title: '价格', type: 'inputNumber', access: { read: 'demo:leaf:price' } },
    { key: 'forg', title: '部门', type: 'input' },
  ],
})

/** One record more than an export that is answered with its file. */
const MANY = 20_001

let server: TestServer
beforeAll(async () => {
  const grants = ['list', 'export', 'price'].map((verb) => `demo:leaf:${verb}`)
  const files = { ...inboxDocuments(), 'demo/leaf.json': leaf }
  server = await TestServer.open(files, { clerk: grants, reader: grants })
  await sql`
    insert into demo_leaf (id, rev, create_by, create_time, fcode, fprice, forg)
    select 'leaf' || n, 1, 'clerk', now(), 'L' || n, n, 'A01' from generate_series(1, ${MANY}) as n`.execute(
    server.test.db.owner,
  )
})
afterAll(() => server?.close())

const exportLeaves = (query: Record<string, string> = {}, who: Person = 'clerk') =>
  server.app.inject({
    method: 'GET',
    url: `/jeecg-boot/resource/${screen}/exportXls`,
    query: { background: '1', ...query },
    headers: { 'x-access-token': server.tokens.get(who) ?? '' },
  })
const fetchFile = (id: string, who: Person = 'clerk') =>
  server.app.inject({
    method: 'GET',
    url: '/jeecg-boot/sys/export/file',
    query: { id },
    headers: { 'x-access-token': server.tokens.get(who) ?? '' },
  })
const remove = (id: string, who: Person = 'clerk') =>
  server.call(who, 'POST', '/jeecg-boot/sys/export/remove', { body: { id } })
const recent = async (who: Person = 'clerk') =>
  (await server.call(who, 'GET', '/jeecg-boot/sys/export/recent', { query: { screen } })).body.result
const finished = async () => {
  const id: string = (await exportLeaves()).json().result.exportId
  const find = async () => (await recent()).find((entry: { id: string }) => entry.id === id)
  await expect.poll(async () => (await find())?.state, { timeout: 60_000 }).toBe('done')
  return id
}
const files = () => {
  const folder = join(server.dataDir, 'exports')
  return existsSync(folder) ? readdirSync(folder) : []
}
const setGrant = async (code: string, isGranted: boolean) => {
  const change = isGranted
    ? sql`insert into sys_role_permission values ('clerk', ${code})`
    : sql`delete from sys_role_permission where role_id = 'clerk' and permission_id = ${code}`
  await change.execute(server.test.db.owner)
}

it('a long export is answered at once, its end is announced, and only its user fetches the file', async () => {
  const answer = (await exportLeaves()).json()
  expect(answer).toMatchObject({ code: 200, result: { state: 'running' } })
  const id = answer.result.exportId
  expect((await recent())[0]).toMatchObject({ id, rows: MANY, fileName: '散页.xlsx' })
  await expect.poll(async () => (await recent())[0].state, { timeout: 60_000 }).toBe('done')
  const inbox = async () => (await server.services.inbox.read('clerk')).unread.sysMsgList
  await expect.poll(inbox).toMatchObject([{ titile: '散页导出完成' }])

  const file = await fetchFile(id)
  expect(file.headers['content-disposition']).toContain(`${encodeURIComponent('散页')}.xlsx`)
  const { 散页: rows } = rowsOfWorkbook(file.rawPayload)
  expect([rows?.length, rows?.[0]]).toEqual([MANY + 1, ['编码', '价格', '部门']])

  expect((await fetchFile(id, 'reader')).json().success).toBe(false)
  expect((await remove(id, 'reader')).body.success).toBe(false)
  expect(await recent('reader')).toEqual([])
})

it('an export whose end the full disk of the database refuses fails with this reason, and leaves no file', async () => {
  const { owner } = server.test.db
  await sql`create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(owner)
  await sql`create trigger disk_full before update on sys_export for each row when (new.state = 'done')
    execute function disk_full()`.execute(owner)
  const id: string = (await exportLeaves()).json().result.exportId
  await expect.poll(async () => (await recent())[0].state, { timeout: 60_000 }).toBe('failed')
  await sql`drop trigger disk_full on sys_export`.execute(owner)
  expect((await recent())[0]).toMatchObject({ id, message: expect.stringContaining('磁盘空间不足') })
  expect(files().filter((name) => name.startsWith(id))).toEqual([])
})

it('an export of fewer records is answered with its file, also when it may run on', async () => {
  const answer = await exportLeaves({ fcode: 'L7' })
  expect(rowsOfWorkbook(answer.rawPayload).散页?.length).toBe(2)
})

it('an export that its user removes ends, and its file disappears', async () => {
  const id = (await exportLeaves()).json().result.exportId
  expect((await remove(id)).body).toMatchObject({ success: true, message: '已取消导出' })
  expect((await fetchFile(id)).json().success).toBe(false)
  // Until the writer has noticed, the user has a running export.
  await expect
    .poll(async () => (await exportLeaves({ fcode: 'L7' })).statusCode, { timeout: 30_000 })
    .toBe(200)
  expect(files().filter((name) => name.startsWith(id))).toEqual([])
})

it('a file is not handed out when the user has lost the right to the export, or to a column or rows in it', async () => {
  const id = await finished()
  await setGrant('demo:leaf:export', false)
  await expect.poll(async () => (await fetchFile(id)).json().code).toBe(403)
  await setGrant('demo:leaf:export', true)
  await setGrant('demo:leaf:price', false)
  await expect
    .poll(async () => (await fetchFile(id)).json().message)
    .toBe('您的权限或数据范围已变化，请重新导出')
  await setGrant('demo:leaf:price', true)
  await expect.poll(async () => (await fetchFile(id)).statusCode).toBe(200)
  await expect.poll(async () => (await fetchFile(id)).rawPayload.length).toBeGreaterThan(10_000)
  await sql`update sys_user set org_code = 'B01' where username = 'clerk'`.execute(server.test.db.owner)
  await expect
    .poll(async () => (await fetchFile(id)).json().message)
    .toBe('您的权限或数据范围已变化，请重新导出')
  await sql`update sys_user set org_code = 'A01' where username = 'clerk'`.execute(server.test.db.owner)
})

it('a running export is interrupted when its server reports nothing any more', async () => {
  const { exportStore } = server.services
  const owner = server.test.db.owner
  const begun = { screen, user: { id: 'reader' }, fileName: '断.xlsx', rights: '', rows: 9 }
  const id = await exportStore.begin(begun as unknown as Parameters<typeof exportStore.begin>[0])
  await exportStore.report(id, 4)
  expect((await recent('reader'))[0]).toMatchObject({ id, state: 'running', rows: 9, written: 4 })
  await sql`update sys_export set report_time = now() - interval '11 seconds' where id = ${id}`.execute(owner)
  expect((await recent('reader'))[0]).toMatchObject({ id, state: 'interrupted' })
})

it('the job removes exports that are three days old, their files and the parts of interrupted ones', async () => {
  const id = await finished()
  const folder = join(server.dataDir, 'exports')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cut.xlsx.part'), 'cut')
  const dayAgo = Date.now() / 1000 - 86_400
  for (const name of files()) utimesSync(join(folder, name), dayAgo, dayAgo)
  writeFileSync(join(folder, 'new.xlsx.part'), 'new')
  await sql`update sys_export set create_time = create_time - interval '4 days' where id = ${id}`.execute(
    server.test.db.owner,
  )
  const job = exportModule.jobs?.find(({ name }) => name === 'remove-old-exports')
  await job?.run(server.services, new AbortController().signal)
  expect(files()).not.toContain(`${id}.xlsx`)
  expect(files()).not.toContain('cut.xlsx.part')
  expect(files()).toContain('new.xlsx.part')
})

it('a long export is refused in a view of another user, for whom it would be stored', async () => {
  const { sessions, db } = server.services
  const token = server.tokens.get('admin') ?? ''
  const found = await sessions.find(token)
  await sql`insert into sys_session_view (id, session, user_id)
    values ('long-export', ${found?.session}, 'clerk')`.execute(db.app)
  const before = await recent()
  const reply = await server.app.inject({
    method: 'GET',
    url: `/jeecg-boot/resource/${screen}/exportXls`,
    query: { background: '1' },
    headers: { 'x-access-token': token, 'x-view-as': 'long-export' },
  })
  expect([reply.statusCode, reply.headers['x-error-code']]).toEqual([403, 'VIEW_READ_ONLY'])
  expect(await recent()).toEqual(before)
})
