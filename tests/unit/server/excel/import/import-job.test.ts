import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inboxDocuments } from '../../resources/documents/inbox-documents.ts'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { TestServer } from '../../resources/test-server.ts'
import { sendImport } from '../send-import.ts'

const screen = 'demo/leaf'
const place = `/jeecg-boot/resource/${screen}`
const leaf = noteScreen({
  id: screen,
  title: '散页',
  perm: 'demo:leaf',
  table: { name: 'demo_leaf' },
  fields: [
    { key: 'fcode', title: '编码', type: 'input', validateRules: [{ required: true }, { unique: true }] },
    { key: 'fcount', title: '数量', type: 'inputNumber', scale: 0 },
  ],
})
/** One row more than a direct import has, the headings included. */
const MANY = 2000
const sheets = (prefix: string, lastCount: unknown = 1) => ({
  散页: [
    ['编码', '数量'],
    ...Array.from({ length: MANY }, (_, at) => [`${prefix}${at}`, at === MANY - 1 ? lastCount : 1]),
  ],
})

let server: TestServer
beforeAll(async () => {
  const grants = ['list', 'add', 'delete', 'import'].map((verb) => `demo:leaf:${verb}`)
  server = await TestServer.open({ ...inboxDocuments(), 'demo/leaf.json': leaf }, { clerk: grants })
})
afterAll(() => server?.close())

const recent = async () => (await server.call('clerk', 'GET', `${place}/import/recent`)).body.result
const ended = async (id: string) => {
  const find = async () => (await recent()).find((entry: { id: string }) => entry.id === id)
  await expect.poll(async () => (await find())?.state, { timeout: 60_000 }).not.toBe('running')
  return await find()
}
const countRows = async (prefix: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from demo_leaf where fcode like ${`${prefix}%`}`.execute(server.test.db.owner)
  return rows[0]?.n
}
const inbox = async () => {
  const clerk = await server.test.db.owner
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', 'clerk')
    .executeTakeFirstOrThrow()
  return (await server.services.inbox.read(clerk.id)).unread.sysMsgList
}

it('a long import is answered at once, is found again in the list, and its end is announced to its user', async () => {
  const answer = await sendImport(server, screen, sheets('A'), { fields: { background: '1' } })
  expect(answer).toMatchObject({ code: 200, result: { state: 'running' } })
  expect((await recent())[0]).toMatchObject({ id: answer.result.importId, state: 'running', rows: MANY + 1 })
  expect(await ended(answer.result.importId)).toMatchObject({ state: 'done', total: MANY, inserted: MANY })
  expect(await countRows('A')).toBe(MANY)
  await expect
    .poll(inbox)
    .toMatchObject([{ titile: '散页导入完成', msgAbstract: `共${MANY}行数据全部导入成功！` }])
  const undo = await server.call('clerk', 'POST', `${place}/import/undo`, {
    body: { id: answer.result.importId },
  })
  expect(undo.body.code).toBe(200)
  expect(await countRows('A')).toBe(0)
})

it('a long import with a fault writes nothing, and its faults are found in the list', async () => {
  const answer = await sendImport(server, screen, sheets('B', '很多'), { fields: { background: '1' } })
  expect(await ended(answer.result.importId)).toMatchObject({
    state: 'failed',
    answer: {
      message: '文件导入失败:有 1 处错误，没有导入任何数据',
      faults: [{ row: MANY + 1, column: 'B', value: '很多' }],
      fileUrl: expect.stringMatching(/^\/sys\/common\/static\//),
    },
  })
  expect(await countRows('B')).toBe(0)
  const undo = await server.call('clerk', 'POST', `${place}/import/undo`, {
    body: { id: answer.result.importId },
  })
  expect(undo.body.success).toBe(false)
})

it('a running import shows its progress, and is interrupted when its server reports nothing any more', async () => {
  const { importLog } = server.services
  const owner = server.test.db.owner
  const user = await owner
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', 'clerk')
    .executeTakeFirstOrThrow()
  const begun = { resource: { screen: { id: screen } }, user, fileName: '断.xlsx', rows: 9 }
  const id = await importLog.begin(begun as unknown as Parameters<typeof importLog.begin>[0])
  await importLog.report(id, { checked: 7, written: 3 })
  expect((await recent())[0]).toMatchObject({ id, state: 'running', rows: 9, checked: 7, written: 3 })
  await sql`update sys_import set report_time = now() - interval '11 seconds' where id = ${id}`.execute(owner)
  expect((await recent())[0]).toMatchObject({ id, state: 'interrupted' })
})

it('an import of a client that awaits its end is answered at the end, however long it is', async () => {
  expect(await sendImport(server, screen, sheets('C'))).toMatchObject({
    code: 200,
    result: { inserted: MANY },
  })
})
