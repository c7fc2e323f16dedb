import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { runDueTasks } from '#server/modules/workflow/due.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { workflow, workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      'demo/request-flow.json': { ...workflow, when: 'ftotal < 1000' },
      'demo/large-flow.json': {
        ...workflow,
        id: 'demo/large-flow',
        title: '大额审批',
        when: 'ftotal >= 1000 and ftotal < 100000',
        steps: [{ key: 'only', type: 'approve', title: '终审', to: { users: ['reader'] } }],
      },
    },
    workflowGrants,
  )
})
afterAll(() => server?.close())

const call = (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const post = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const place = '/resource/demo/request'
const submit = (id: string) => post('clerk', `${place}/move/submit`, { ids: id })
const begin = async (): Promise<string> => {
  const { id } = await post('clerk', `${place}/add`, { fname: '购书', ftotal: 500 })
  await submit(id)
  return id
}
const read = async (who: Person, id: string) =>
  (await call(who, 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })).body.result
/** The cases of a record, with what was done in each. */
const readCases = async (id: string) => {
  const { rows } = await sql<{ id: string; process: string; status: string; ended: boolean; log: string[] }>`
    select c.id, c.process, c.status, c.end_time is not null as ended,
      array(select trim(l.author || ' ' || l.action || ' ' || l.target) from sys_workflow_log l where l.case_id = c.id order by l.id) as log
    from sys_workflow_case c where c.record_id = ${id} order by c.id`.execute(server.test.db.owner)
  return rows
}

it('a returned record that another workflow leads now is submitted to that one, and its case of the former one ends', async () => {
  const id = await begin()
  const [task] = (await read('other', id)).tasks as JsonObject[]
  await post('other', '/workflow/act', { task: task?.id, action: 'refuse', opinion: '太少' })
  await call('clerk', 'PUT', `${place}/edit`, { body: { id, ftotal: 5000 } })
  await submit(id)
  expect(await readCases(id)).toMatchObject([
    {
      process: '申请审批',
      status: 'stopped',
      ended: true,
      log: ['clerk 提交', 'other 退回 发起人', 'clerk 终止 改走「大额审批」'],
    },
    { process: '大额审批', status: 'running', ended: false, log: ['clerk 提交'] },
  ])
  expect((await read('reader', id)).tasks).toMatchObject([{ title: '终审' }])
  expect((await read('clerk', id)).case).toMatchObject({ workflow: '大额审批', status: 'running' })
})

it('a returned record that no workflow leads now is submitted without one, and its case ends', async () => {
  const id = await begin()
  const [task] = (await read('other', id)).tasks as JsonObject[]
  await post('other', '/workflow/act', { task: task?.id, action: 'refuse', opinion: '太少' })
  await call('clerk', 'PUT', `${place}/edit`, { body: { id, ftotal: 200_000 } })
  await submit(id)
  expect(await readCases(id)).toMatchObject([
    {
      status: 'stopped',
      ended: true,
      log: ['clerk 提交', 'other 退回 发起人', 'clerk 终止 提交时不再需要审批'],
    },
  ])
})

it('a case whose record or screen is gone is ended by who manages cases, and by nobody else', async () => {
  const removed = await begin()
  await sql`delete from demo_request where id = ${removed}`.execute(server.test.db.owner)
  const [gone] = await readCases(removed)
  expect(
    (await call('clerk', 'POST', '/workflow/case', { body: { ids: gone?.id, action: 'withdraw' } })).headers,
  ).toMatchObject({ 'x-error-code': 'CASE_RECORD_GONE' })
  expect(
    (await call('clerk', 'POST', '/workflow/case', { body: { ids: gone?.id, action: 'stop' } })).status,
  ).toBe(403)
  await post('admin', '/workflow/case', { ids: gone?.id, action: 'stop', opinion: '没有单据了' })
  expect(await readCases(removed)).toMatchObject([
    { status: 'stopped', ended: true, log: ['clerk 提交', 'admin 终止'] },
  ])
  const other = await begin()
  await sql`update sys_workflow_case set screen = 'demo/gone' where record_id = ${other}`.execute(
    server.test.db.owner,
  )
  const [lost] = await readCases(other)
  await post('admin', '/workflow/case', { ids: lost?.id, action: 'stop' })
  expect(await readCases(other)).toMatchObject([{ status: 'stopped', ended: true }])
})

it('many due tasks of a screen that is gone keep no other task from its time, and are not logged again and again', async () => {
  const warn = vi.spyOn(server.services.log, 'warn')
  const { owner } = server.test.db
  const id = await begin()
  await sql`update sys_workflow_task set due_time = localtimestamp - interval '1 minute' where record_id = ${id}`.execute(
    owner,
  )
  await sql`
    insert into sys_workflow_case select (jsonb_populate_record(c, jsonb_build_object('id', 'gone ' || n,
      'screen', 'demo/gone', 'record_id', 'gone ' || n))).*
    from sys_workflow_case c, generate_series(1, 500) n where c.record_id = ${id}`.execute(owner)
  await sql`
    insert into sys_workflow_task select (jsonb_populate_record(t, jsonb_build_object('id', 'gone ' || n, 'case_id', 'gone ' || n,
      'record_id', 'gone ' || n, 'due_time', localtimestamp(0) - interval '1 hour'))).*
    from sys_workflow_task t, generate_series(1, 500) n where t.record_id = ${id}`.execute(owner)
  expect(await runDueTasks(server.services)).toBe(1)
  expect(warn).not.toHaveBeenCalled()
  // The screen may come back.
  const { rows } =
    await sql`select count(*)::int as count from sys_workflow_task where due_time < localtimestamp and status = 'open'`.execute(
      owner,
    )
  expect(rows).toEqual([{ count: 500 }])
})
