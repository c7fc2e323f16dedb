import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { TestServer } from '../resources/test-server.ts'
import { workflow, workflowDocuments } from './documents.ts'

const names = ['online/form', 'bpm/definition', 'bpm/form-bind', 'dict/workflow-category']
const shipped = (name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../schemas/${name}.json`), 'utf8'),
  ) as JsonObject

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      // A workflow that is stored before its screen, and one of a category of its own.
      'demo/a-flow.json': {
        ...workflow,
        id: 'demo/a-flow',
        title: '加急',
        when: 'ftotal > 5',
        category: 'oa',
      },
      ...Object.fromEntries(names.map((name) => [`${name}.json`, shipped(name)])),
    },
    {
      clerk: [
        ...['design:read', 'design:write', 'design:release'],
        ...['bpm:definition:list', 'bpm:formBind:list'],
        ...['list', 'detail', 'add', 'submit'].map((verb) => `demo:request:${verb}`),
      ],
    },
  )
})
afterAll(() => server?.close())

const listed = async (list: string, query: Record<string, string> = {}) =>
  (await server.call('clerk', 'GET', `/resource/bpm/${list}/list`, { query: { pageSize: '50', ...query } }))
    .body.result.records as JsonObject[]

it('the definitions are the workflows with their category and screen, and no other documents', async () => {
  const rows = await listed('definition')
  expect(rows.map(({ design }) => design).toSorted()).toEqual(['demo/a-flow', 'demo/request-flow'])
  expect(rows.find(({ design }) => design === 'demo/request-flow')).toMatchObject({
    title: '申请审批',
    category: 'business',
    screenTitle: '申请单',
    origin: 'file',
    drafters: null,
  })
  expect((await listed('definition', { category: 'oa' })).map(({ title }) => title)).toEqual(['加急'])
  expect((await listed('definition', { title: '*申请*' })).map(({ title }) => title)).toEqual(['申请审批'])
})

it('the bindings say which form a workflow leads and what its cases are called', async () => {
  const rows = await listed('form-bind', { screenTitle: '*申请单*' })
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ caseTitle: workflow.caseTitle })
})

it('a workflow that is switched off starts no new case, and goes on where it has begun', async () => {
  const post = (path: string, body: object) => server.call('clerk', 'POST', path, { body })
  const turn = async (isOn: boolean) =>
    (await post('/workflow/switch', { workflow: 'demo/request-flow', isOn })).body
  const begin = async () => {
    const { id } = (await post('/resource/demo/request/add', { fname: '购书', ftotal: 3 })).body.result
    const { body, headers } = await post('/resource/demo/request/move/submit', { ids: id })
    return { id, body, code: headers['x-error-code'] }
  }
  const running = await begin()
  expect(running.body.success).toBe(true)
  expect((await turn(false)).message).toBe('停用成功')
  const refused = await begin()
  expect(refused).toMatchObject({ code: 'WORKFLOW_OFF' })
  expect(refused.body.message).toContain('流程「申请审批」已经停用，暂时不能提交')
  const rows = await listed('definition')
  expect(rows.map(({ design, isOn }) => `${design} ${isOn}`).toSorted()).toEqual([
    'demo/a-flow Y',
    'demo/request-flow N',
  ])
  // The case that runs goes back to its starter, who may submit it again.
  const back = async (who: 'other' | 'admin', body: object) =>
    expect((await server.call(who, 'POST', '/workflow/act', { body })).body.success).toBe(true)
  const task = await sql<{ id: string }>`
    select id from sys_workflow_task where record_id = ${running.id} and status = 'open'`.execute(
    server.test.db.app,
  )
  await back('other', { task: task.rows[0]?.id, action: 'refuse', opinion: '改一下' })
  const again = await post('/resource/demo/request/move/submit', { ids: running.id })
  expect(again.body.success).toBe(true)
  expect((await turn(true)).message).toBe('启用成功')
  expect((await begin()).body.success).toBe(true)
  const log = await sql<{ text: string }>`
    select username || ' ' || log_content as text from sys_log where route = '/workflow/switch' order by create_time, log_content`.execute(
    server.test.db.app,
  )
  expect(log.rows.map(({ text }) => text).toSorted()).toEqual([
    'clerk 停用流程：申请审批（demo/request-flow）',
    'clerk 启用流程：申请审批（demo/request-flow）',
  ])
})

it('who may not release documents switches no workflow, and none that is not there', async () => {
  const turn = (who: 'other' | 'clerk', workflow: string) =>
    server.call(who, 'POST', '/workflow/switch', { body: { workflow, isOn: false } })
  expect((await turn('other', 'demo/request-flow')).status).toBe(403)
  expect((await turn('clerk', 'demo/missing')).body.success).toBe(false)
})

it('a workflow follows the title of its screen', async () => {
  const at = '/design/documents/demo/request'
  const { current } = (await server.call('clerk', 'GET', at)).body.result
  const body = { ...current, title: '采购申请' }
  await server.call('clerk', 'PUT', `${at}/draft`, { body: { base: current, body } })
  const released = await server.call('clerk', 'POST', `${at}/release`, { body: { note: '改名' } })
  expect(released.body).toMatchObject({ success: true })
  expect((await listed('definition'))[0]).toMatchObject({ screenTitle: '采购申请' })
})

it('the index names the screens that have states, for which a workflow can be made', async () => {
  const { body } = await server.call('clerk', 'GET', '/schema/index')
  const entries = body.result as { id: string; hasFlow?: true }[]
  expect(entries.find(({ id }) => id === 'bpm/definition')?.hasFlow).toBeUndefined()
  expect(entries.find(({ id }) => id === 'demo/request')?.hasFlow).toBe(true)
})
