import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runDueTasks } from '#server/modules/workflow/due.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflowDocuments, workflowGrants } from './documents.ts'

const documents = workflowDocuments()
const request = documents['demo/request.json'] as { table: object }
/** A list of the cases or of their tasks, without what the shipped ones draw. */
const listOver = (table: string, id: string, fields: object[] = []) =>
  noteScreen({
    id: `demo/${id}`,
    perm: `demo:${id}`,
    table: { name: table, derived: true },
    fields: [
      { key: 'bizTitle', title: '业务标题', type: 'input', length: 200 },
      { key: 'status', title: '状态', type: 'input', length: 20 },
      ...fields,
    ],
    list: { sort: 'bizTitle' },
    actions: { toolbar: [], row: [] },
  })
/** Who may list all cases reads it without the row rules of their screens. */
const report = {
  version: 2,
  kind: 'report',
  id: 'demo/cases',
  title: '在办',
  code: 'demo_cases',
  perm: 'demo:cases',
  source: {
    sql: 'select c.biz_title as ftitle, k.status as fstatus from sys_workflow_case c join sys_workflow_task k on k.case_id = c.id',
    tables: ['sys_workflow_case', 'sys_workflow_task'],
  },
  fields: [
    { key: 'ftitle', title: '标题', type: 'input' },
    { key: 'fstatus', title: '状态', type: 'input' },
  ],
}
const lists = ['demo:case:list', 'demo:task:list']

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...documents,
      'demo/request.json': { ...request, table: { ...request.table, tenant: true } },
      'demo/request-flow.json': withSteps({ last: { limit: { hours: 1, act: 'pass' } } }),
      'demo/case.json': listOver('sys_workflow_case', 'case'),
      'demo/task.json': listOver('sys_workflow_task', 'task', [
        { key: 'caseId', type: 'hidden', length: 36 },
      ]),
      'demo/cases.json': report,
    },
    { ...workflowGrants, other: [...(workflowGrants.other ?? []), ...lists] },
  )
  await assign('clerk', '1')
  // Who decides, and who manages cases, work in both tenants.
  await assign('other', '1,2')
  await assign('admin', '2,1')
})
afterAll(() => server?.close())

async function assign(who: Person, tenants: string): Promise<void> {
  await sql`update sys_user set rel_tenant_ids = ${tenants} where id = ${who}`.execute(server.test.db.app)
  // A change of tenants ends the sessions of the user.
  await vi.waitFor(async () =>
    expect((await server.call(who, 'GET', '/sys/permission/getUserPermissionByToken')).status).toBe(401),
  )
  server.tokens.set(who, await server.services.sessions.open(who, { ip: '127.0.0.1', agent: 'test' }))
}

const call = (who: Person, method: 'GET' | 'POST', path: string, more: object = {}, tenant?: number) =>
  server.call(who, method, path, { ...more, ...(tenant && { headers: { tenant_id: String(tenant) } }) })
const post = async (who: Person, path: string, body: unknown, tenant?: number) => {
  const { body: answer, headers } = await call(who, 'POST', path, { body }, tenant)
  return answer.success ? answer.result : headers['x-error-code']
}
const begin = async (): Promise<string> => {
  const { id } = await post('clerk', '/resource/demo/request/add', { fname: '购书', ftotal: 500 })
  await post('clerk', '/resource/demo/request/move/submit', { ids: id })
  return id
}
const readCase = async (record: string) => {
  const { rows } = await sql<{ id: string; status: string; task: string; people: string; title: string }>`
    select c.id, c.status, c.people, c.biz_title as title, k.id as task from sys_workflow_case c
    join sys_workflow_task k on k.case_id = c.id where c.record_id = ${record} order by k.number desc limit 1`.execute(
    server.test.db.owner,
  )
  return rows[0] as (typeof rows)[0]
}
const count = async (who: Person, screen: string, tenant?: number): Promise<number> =>
  (await call(who, 'GET', `/resource/demo/${screen}/list`, {}, tenant)).body.result.total

it('a case of a tenant is no case for the people of another tenant, managers and those who decide included', async () => {
  const record = await begin()
  const before = await readCase(record)
  const { id, task, title } = before
  for (const action of ['urge', 'suspend', 'stop'])
    expect(await post('admin', '/workflow/case', { ids: id, action })).toBe('NO_ENTITY')
  expect(await post('admin', '/workflow/assign', { task, to: 'nobody' })).toBe('NO_ENTITY')
  expect(await post('other', '/workflow/act', { task, action: 'pass' }, 2)).toBe('NO_ENTITY')
  const { failed } = await post('admin', '/workflow/version', { ids: id })
  expect(failed).toEqual([{ id, title: '', text: expect.not.stringContaining(title) }])
  expect(await post('admin', '/workflow/hand-over', { from: 'other', to: 'nobody' })).toEqual({ count: 0 })
  expect(await readCase(record)).toEqual(before)

  expect([await count('admin', 'case'), await count('other', 'case', 2)]).toEqual([0, 0])
  expect([await count('other', 'task', 2), await count('other', 'task', 1)]).toEqual([0, 1])
  expect(await count('other', 'case', 1)).toBe(1)
  const reported = async (tenant: number) =>
    (await call('admin', 'GET', '/online/cgreport/api/getData/demo_cases', {}, tenant)).body.result.total
  expect([await reported(2), await reported(1)]).toEqual([0, 1])
  const todo = async (tenant: number) =>
    (await call('other', 'GET', '/workflow/counts', {}, tenant)).body.result.todo
  expect([await todo(2), await todo(1)]).toEqual([0, 1])

  expect(await post('admin', '/workflow/case', { ids: id, action: 'suspend' }, 1)).toEqual({ count: 1 })
  expect(await post('admin', '/workflow/case', { ids: id, action: 'resume' }, 1)).toEqual({ count: 1 })
  expect(await post('other', '/workflow/act', { task, action: 'pass' }, 1)).toBeNull()
})

it('a move whose time has come finds the record of its tenant', async () => {
  const record = await begin()
  await post('other', '/workflow/act', { task: (await readCase(record)).task, action: 'pass' }, 1)
  await sql`update sys_workflow_task set due_time = localtimestamp - interval '1 minute'
    where record_id = ${record} and status = 'open'`.execute(server.test.db.owner)
  expect(await runDueTasks(server.services)).toBe(1)
  const { rows } = await sql`select fstate, tenant_id from demo_request where id = ${record}`.execute(
    server.test.db.owner,
  )
  expect(rows).toEqual([{ fstate: '已审核', tenant_id: 1 }])
})
