import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
        ...['bpm:definition:list', 'bpm:formBind:list', 'demo:request:list'],
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
