import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflow, workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
let id: string
beforeAll(async () => {
  server = await TestServer.open(workflowDocuments(), {
    ...workflowGrants,
    clerk: [...(workflowGrants.clerk ?? []), 'design:write'],
    other: [...(workflowGrants.other ?? []), 'design:write'],
  })
  const reply = await call('clerk', '/resource/demo/request/add', {
    fname: '购书',
    ftotal: 2000,
    fhelper: 'clerk',
  })
  id = reply.body.result.id
})
afterAll(() => server?.close())

const call = (who: Person, path: string, body: unknown) =>
  server.call(who, 'POST', `/jeecg-boot${path}`, { body })
const simulate = (who: Person, document: unknown, more: object = {}) =>
  call(who, '/design/workflow/simulate', { document, record: id, ...more })

it('a simulation of a draft names the way of a record, its people and why they are asked, and stores nothing', async () => {
  const { owner } = server.test.db
  await sql`insert into sys_depart (id, depart_name, org_code) values ('dep-a', '征集部', 'A01')`.execute(
    owner,
  )
  await sql`update sys_user set user_identity = 2, depart_ids = 'dep-a' where username = 'reader'`.execute(
    owner,
  )
  const draft = withSteps({ first: { to: { users: ['other', '=fhelper'], heads: 1 } } })
  const { body } = await simulate('clerk', draft)
  expect(body.result.taken).toEqual(['first', 'amount', 'vote', 'last', 'copy'])
  expect(body.result.branches).toEqual({ amount: { index: 0, why: '「一千以上」的条件成立' } })
  const [first, , last] = body.result.steps
  expect(first.people.map(({ account, why }: Record<string, string>) => `${account} ${why}`)).toEqual([
    'other 写明的用户',
    'clerk 字段「协办人」',
    'reader 本部门（征集部）负责人',
  ])
  expect(last.people).toEqual([
    { account: 'reader', name: 'reader真名', why: expect.stringMatching(/^角色「.+」$/) },
  ])
  const stored = await sql<{ count: number }>`
    select (select count(*) from sys_workflow_case)::int + (select count(*) from sys_workflow_version)::int as count`.execute(
    owner,
  )
  expect(stored.rows[0]?.count).toBe(0)
})

it('a simulation asks the same people as the real case', async () => {
  const { body } = await simulate('clerk', workflow)
  await call('clerk', '/resource/demo/request/move/submit', { ids: id })
  const asked = async () =>
    (
      await sql<{ person: string }>`
        select person from sys_workflow_task where record_id = ${id} and step = 'first' order by number`.execute(
        server.test.db.app,
      )
    ).rows.map(({ person }) => person)
  expect(body.result.steps[0].people.map(({ account }: { account: string }) => account)).toEqual(
    await asked(),
  )
})

it('a simulation is refused to those who may not design or not read the record, with problems of the draft, and for an unknown starter', async () => {
  expect((await simulate('reader', workflow)).status).toBe(403)
  await sql`update demo_request set sys_org_code = 'X01'`.execute(server.test.db.owner)
  await sql`delete from sys_workflow_task`.execute(server.test.db.owner)
  expect((await simulate('other', workflow)).body).toMatchObject({
    success: false,
    message: '未找到对应实体',
  })
  await sql`update demo_request set sys_org_code = 'A01'`.execute(server.test.db.owner)
  const faulty = await simulate('clerk', withSteps({ first: { to: {} } }))
  expect(faulty.body.result.problems[0].path).toBe('/steps/0/to')
  const screen = await simulate('clerk', { ...workflow, kind: 'screen' })
  expect(screen.headers['x-error-code']).toBe('SIMULATION_KIND')
  const starter = await simulate('clerk', workflow, { starter: 'missing' })
  expect(starter.headers['x-error-code']).toBe('PERSON_UNKNOWN')
  expect((await simulate('clerk', workflow, { other: 1 })).status).toBe(400)
})

it('a sub-workflow that has no condition leads no record by itself, and its steps are in the place of the step', async () => {
  const part = { ...workflow, id: 'demo/request-part', title: '会审', steps: workflow.steps.slice(0, 1) }
  delete (part as { when?: string }).when
  const way = withSteps({ first: { type: 'sub', to: undefined, write: undefined, workflow: part.id } })
  const parts = await TestServer.open(
    { ...workflowDocuments(), 'demo/request-flow.json': way, 'demo/request-part.json': part },
    workflowGrants,
  )
  try {
    const begin = async (ftotal: number) => {
      const body = { fname: '购书', ftotal }
      const added = await parts.call('clerk', 'POST', '/jeecg-boot/resource/demo/request/add', { body })
      const { id: ids } = added.body.result
      await parts.call('clerk', 'POST', '/jeecg-boot/resource/demo/request/move/submit', { body: { ids } })
    }
    await begin(0)
    await begin(5)
    const { rows } = await sql`select person, step, node_name, workflow from sys_workflow_task`.execute(
      parts.test.db.app,
    )
    expect(rows).toEqual([
      { person: 'other', step: 'first.first', node_name: '初审', workflow: 'demo/request-flow' },
    ])
  } finally {
    await parts.close()
  }
})
