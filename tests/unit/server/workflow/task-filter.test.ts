import * as xlsx from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      'demo/request-flow.json': withSteps({ first: { to: { users: ['clerk'] } }, last: { opinion: false } }),
    },
    {
      ...workflowGrants,
      clerk: [...(workflowGrants.clerk ?? []), 'demo:request:export'],
      reader: [...(workflowGrants.reader ?? []), 'demo:request:list'],
    },
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of ['sys_workflow_log', 'sys_workflow_task', 'sys_workflow_case', 'demo_request'])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const call = (who: Person, method: 'GET' | 'POST', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const begin = async (fname: string, isSubmitted = true): Promise<string> => {
  const { body } = await call('clerk', 'POST', '/resource/demo/request/add', { body: { fname, ftotal: 500 } })
  const { id } = body.result
  if (isSubmitted) await call('clerk', 'POST', '/resource/demo/request/move/submit', { body: { ids: id } })
  return id
}
const pass = async (who: Person, record: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from sys_workflow_task where record_id = ${record} and person = ${who} and status = 'open'`.execute(
    server.test.db.app,
  )
  const { body } = await call(who, 'POST', '/workflow/act', { body: { task: rows[0]?.id, action: 'pass' } })
  expect(body.success).toBe(true)
}
const listed = async (who: Person, query: Record<string, string>) => {
  const { body } = await call(who, 'GET', '/resource/demo/request/list', {
    query: { column: 'fname', order: 'asc', ...query },
  })
  return body.result.records.map(({ fname }: { fname: string }) => fname)
}

it('lists what waits for the user, and what the user has decided', async () => {
  await begin('甲', false)
  await begin('乙')
  const decided = await begin('丙')
  await pass('clerk', decided)
  expect(await listed('clerk', {})).toHaveLength(3)
  expect(await listed('clerk', { _task: 'todo' })).toEqual(['乙'])
  expect(await listed('clerk', { _task: 'done' })).toEqual(['丙'])
  expect(await listed('reader', { _task: 'todo' })).toEqual(['丙'])
  expect(await listed('reader', { _task: 'done' })).toEqual([])
  expect(await listed('clerk', { _task: 'done', fname: '*乙*' })).toEqual([])
})

it('finds a record under both, when one of its steps is decided and another waits', async () => {
  const id = await begin('丁')
  await pass('clerk', id)
  await sql`update sys_workflow_task set person = 'clerk' where record_id = ${id} and status = 'open'`.execute(
    server.test.db.owner,
  )
  expect(await listed('clerk', { _task: 'todo' })).toEqual(['丁'])
  expect(await listed('clerk', { _task: 'done' })).toEqual(['丁'])
})

it('shows nobody a record that the row rules hide, and refuses a word that it does not know', async () => {
  const id = await begin('戊')
  await sql`update demo_request set sys_org_code = 'X01' where id = ${id}`.execute(server.test.db.owner)
  expect(await listed('clerk', { _task: 'todo' })).toEqual([])
  const { headers } = await call('clerk', 'GET', '/resource/demo/request/list', { query: { _task: 'all' } })
  expect(headers['x-error-code']).toBe('BAD_PARAMETER')
})

it('narrows the export and the totals as well', async () => {
  await begin('己', false)
  await begin('庚')
  const answer = await server.app.inject({
    method: 'GET',
    url: '/jeecg-boot/resource/demo/request/exportXls?_task=todo',
    headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
  })
  const book = xlsx.read(answer.rawPayload)
  const rows = Object.values(book.Sheets).flatMap((sheet) =>
    xlsx.utils.sheet_to_json(sheet, { header: 1 }).flat(),
  )
  expect(rows).toContain('庚')
  expect(rows).not.toContain('己')
  const { body } = await call('clerk', 'GET', '/resource/demo/request/summary', {
    query: { field: 'ftotal', _task: 'todo' },
  })
  expect(JSON.stringify(body.result)).toContain('500')
  expect(JSON.stringify(body.result)).not.toContain('1000')
})

it('is a filter of the screens that a workflow leads, in saved queries too, and of no others', async () => {
  const read = async (id: string) => (await call('clerk', 'GET', `/schema/documents/${id}`)).body.result
  const led = await read('demo/request')
  expect(led.document.filters).toMatchObject([{ key: '_task', title: '我的办理' }])
  expect(led.document.actions.toolbar.map((entry: { code?: string }) => entry.code ?? entry)).toEqual([
    ...['add', 'deleteBatch', 'passTasks'],
  ])
  const index = (await call('clerk', 'GET', '/schema/index')).body.result as { id: string; rev: string }[]
  expect(index.find(({ id }) => id === 'demo/request')?.rev).toBe(led.rev)
  expect(led.rev).not.toBe(server.services.documents.screen('demo/request')?.documentHash)
  expect((await read('demo/order')).document.filters).toBeUndefined()
  const saved = await call('clerk', 'POST', '/sys/savedQuery/demo/request/save', {
    body: {
      ...{ title: '等我的', visibility: 'private', matchType: 'and', records: [] },
      settings: { conditions: { _task: 'todo' } },
    },
  })
  expect(saved.body).toMatchObject({ success: true })
})
