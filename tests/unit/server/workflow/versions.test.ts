import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflow, workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(workflowDocuments(), workflowGrants)
})
afterAll(() => server?.close())
const screen = workflowDocuments()['demo/request.json'] as JsonObject & { fields: JsonObject[] }

const call = (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const post = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const place = '/resource/demo/request'
const begin = async (values: object = {}): Promise<string> => {
  const { id } = await post('clerk', `${place}/add`, { fname: '购书', ftotal: 500, ...values })
  await post('clerk', `${place}/move/submit`, { ids: id })
  return id
}
const read = async (who: Person, id: string) =>
  (await call(who, 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })).body.result
const pass = async (who: Person, id: string) => {
  const [task] = (await read(who, id)).tasks
  await post(who, '/workflow/act', { task: task.id, action: 'pass', opinion: '好' })
}
const findCase = async (id: string) =>
  (
    await sql<{ id: string; version: number }>`
      select id, version from sys_workflow_case where record_id = ${id}`.execute(server.test.db.app)
  ).rows[0]
const moveToNewest = async (...ids: string[]) => {
  const cases = await Promise.all(ids.map(async (id) => (await findCase(id))?.id))
  return await post('admin', '/workflow/version', { ids: cases.join(',') })
}
/** Another content of the workflow, or none. */
const serve = async (document: object | null) => {
  const file = join(server.folder, 'demo/request-flow.json')
  if (document) writeFileSync(file, JSON.stringify(document))
  else rmSync(file)
  await server.services.reloadDocuments()
}
const draft = (body: object, part: string, more: object) =>
  call('admin', 'POST', `/design/documents/demo/request/${part}`, { body: { body, ...more } })

beforeEach(async () => {
  for (const table of ['sys_workflow_log', 'sys_workflow_task', 'sys_workflow_case', 'sys_workflow_version'])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
  await sql`delete from demo_request`.execute(server.test.db.owner)
  await serve(workflow)
})

// Before the fields of the screen get other names.
it('the check of a draft warns of positions and accounts that are not there', async () => {
  const body = withSteps({ first: { to: { users: ['other', 'missing', '=fhelper'], positions: ['gone'] } } })
  const { result } = (
    await call('admin', 'POST', '/design/documents/demo/request-flow/inspect', { body: { body } })
  ).body
  expect(result.problems).toEqual([])
  expect(
    result.warnings.map(({ path, text }: JsonObject) => [path, /没有.+?」/.exec(String(text))?.[0]]),
  ).toEqual([
    ['/steps/0/to/positions/0', '没有岗位「gone」'],
    ['/steps/0/to/users/1', '没有账号「missing」'],
  ])
})

describe('a case and the versions of its workflow', () => {
  it('goes on by the newest version where its step is still there, by name refused where it is not', async () => {
    const [stays, leaves, over] = [await begin(), await begin({ fname: '购纸' }), await begin()]
    await pass('other', leaves)
    await pass('other', over)
    await pass('reader', over)
    const steps = workflow.steps.filter(({ key }) => key !== 'last')
    await serve({ ...workflow, steps: steps.map((step) => ({ ...step, title: `新${step.title}` })) })
    expect(await moveToNewest(stays, leaves, over)).toEqual({
      moved: 1,
      failed: [
        { id: (await findCase(leaves))?.id, title: '购纸 500.00', text: expect.stringContaining('「复核」') },
        { id: (await findCase(over))?.id, title: '购书 500.00', text: '流程已经结束，不用换版本' },
      ],
    })
    expect(await moveToNewest(stays)).toMatchObject({ failed: [{ text: '已经是最新版本' }] })
    expect((await read('other', stays)).tasks[0].title).toBe('新初审')
    await pass('other', stays)
    const done = await read('clerk', stays)
    expect([done.case.status, done.log.map(({ action }: JsonObject) => action)]).toEqual([
      'done',
      ['提交', '换版本', '同意'],
    ])
    expect((await call('clerk', 'POST', '/workflow/version', { body: { ids: 'x' } })).status).toBe(403)
  })

  it('takes nothing back from before the other version', async () => {
    const id = await begin()
    await pass('other', id)
    await serve(withSteps({ first: { title: '新初审' } }))
    expect((await read('other', id)).takeBack).toHaveLength(1)
    expect(await moveToNewest(id)).toMatchObject({ moved: 1 })
    expect((await read('other', id)).takeBack).toEqual([])
  })

  it('goes on by its version after its workflow was withdrawn, held as before', async () => {
    const id = await begin()
    await serve(null)
    expect(
      (await call('clerk', 'POST', `${place}/move/audit`, { body: { ids: id } })).headers['x-error-code'],
    ).toBe('IN_WORKFLOW')
    expect((await call('other', 'GET', `${place}/queryById`, { query: { id } })).body.success).toBe(true)
    expect(await moveToNewest(id)).toMatchObject({ failed: [{ text: expect.stringContaining('已经停用') }] })
    await pass('other', id)
    await pass('reader', id)
    expect((await read('clerk', id)).case.status).toBe('done')
  })

  it('needs the fields of its version: a removal is refused, a rename is followed', async () => {
    const id = await begin()
    await serve({ ...workflow, when: undefined, caseTitle: '申请', steps: [workflow.steps[0]] })
    const without = { ...screen, fields: screen.fields.filter(({ key }) => key !== 'ftotal') }
    const { problems } = (await draft(without, 'inspect', {})).body.result
    expect(problems).toMatchObject([
      { code: 'UNKNOWN_FIELD', text: expect.stringContaining('还有 1 件按流程「申请审批」第 1 版在走') },
    ])

    const renaming = { from: 'ftotal', to: 'fsum' }
    const { body } = (await draft(screen, 'rename', { renaming })).body.result
    await call('admin', 'PUT', '/design/documents/demo/request/draft', { body: { base: screen, body } })
    const released = await call('admin', 'POST', '/design/documents/demo/request/release', {
      body: { note: '' },
    })
    expect(released.body).toMatchObject({ success: true, result: { problems: [] } })
    const { rows } = await sql<{ document: { when: string; steps: JsonObject[] } }>`
      select document from sys_workflow_version where version = 1`.execute(server.test.db.app)
    expect(rows[0]?.document.when).toBe('fsum > 0')
    expect(JSON.stringify(rows[0]?.document.steps)).toContain('fsum >= 1000')
    await sql`update demo_request set fsum = 2000`.execute(server.test.db.owner)
    await pass('other', id)
    expect((await read('reader', id)).tasks[0].title).toBe('会签')
  })
})
