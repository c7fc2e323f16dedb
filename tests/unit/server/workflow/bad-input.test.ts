import { writeFileSync } from 'node:fs'
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
const serve = async (name: 'request' | 'request-flow', document: object) => {
  writeFileSync(join(server.folder, `demo/${name}.json`), JSON.stringify(document))
  await server.services.reloadDocuments()
}
beforeEach(async () => {
  const { owner } = server.test.db
  for (const table of ['sys_workflow_log', 'sys_workflow_task', 'sys_workflow_case', 'sys_workflow_version'])
    await sql`delete from ${sql.id(table)}`.execute(owner)
  await sql`delete from demo_request`.execute(owner)
  await sql`update sys_user set status = 1`.execute(owner)
  await serve('request-flow', workflow)
})

const call = (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const place = '/resource/demo/request'
const post = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const refusal = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  expect(reply.body.success).toBe(false)
  expect(reply.status).toBeLessThan(500)
  return reply.headers['x-error-code']
}
const add = async (values: object = {}): Promise<string> =>
  (await post('clerk', `${place}/add`, { fname: '购书', ftotal: 500, ...values })).id
const submit = (id: string) => post('clerk', `${place}/move/submit`, { ids: id })
const begin = async (values: object = {}) => {
  const id = await add(values)
  await submit(id)
  return id
}
/** Who is asked at which step. */
const listAsked = async (id: string) =>
  (
    await sql<{ text: string }>`
      select step || ' ' || person as text from sys_workflow_task
      where record_id = ${id} and status = 'open' and kind = 'decide' order by number`.execute(
      server.test.db.app,
    )
  ).rows.map(({ text }) => text)
const findTask = async (who: Person, id: string): Promise<string> => {
  const { body } = await call(who, 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })
  return body.result.tasks[0].id
}
const act = async (who: Person, id: string, more: object = { action: 'pass', opinion: '好' }) =>
  post(who, '/workflow/act', { task: await findTask(who, id), ...more })

describe('a decision', () => {
  it('is not made again by its person, and not by anybody who is not signed in', async () => {
    const id = await begin()
    const task = await findTask('other', id)
    const body = { task, action: 'pass' }
    for (const headers of [{}, { 'x-access-token': 'made-up' }]) {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/jeecg-boot/workflow/act',
        headers,
        body,
      })
      expect(reply.statusCode).toBe(401)
    }
    expect(await listAsked(id)).toEqual(['first other'])
    await post('other', '/workflow/act', body)
    expect(await refusal('other', '/workflow/act', body)).toBe('TASK_DONE')
    expect(await refusal('other', '/workflow/act', { ...body, action: 'refuse', opinion: '不' })).toBe(
      'TASK_DONE',
    )
    expect(await listAsked(id)).toEqual(['last reader'])
  })

  it('is not made about a record that another has changed since the person saw it', async () => {
    const id = await begin()
    const readRevision = async () =>
      String((await call('other', 'GET', `${place}/queryById`, { query: { id } })).body.result.rev)
    const rev = await readRevision()
    await sql`update demo_request set ftotal = 9000, rev = rev + 1 where id = ${id}`.execute(
      server.test.db.owner,
    )
    const body = { task: await findTask('other', id), action: 'pass', values: { fnote: '急' } }
    expect(await refusal('other', '/workflow/act', { ...body, rev })).toBe('RECORD_CHANGED')
    expect(await listAsked(id)).toEqual(['first other'])
    await post('other', '/workflow/act', { ...body, rev: await readRevision() })
    expect((await listAsked(id)).every((asked) => asked.startsWith('vote'))).toBe(true)
  })

  it('sends a record back as often as people reject it, with one task at a time', async () => {
    const rounds = 4
    const id = await begin()
    for (let round = 0; round < rounds; round++) {
      await act('other', id)
      await act('reader', id, { action: 'refuse', opinion: '重来', to: 'first' })
      await act('other', id, { action: 'refuse', opinion: '改一改' })
      expect(await listAsked(id)).toEqual([])
      await submit(id)
      expect(await listAsked(id)).toEqual(['first other'])
    }
    await act('other', id)
    await act('reader', id)
    const { rows } = await sql<{ status: string; entries: number; cases: number }>`
      select min(c.status) as status, count(l.*)::int as entries, count(distinct c.id)::int as cases
      from sys_workflow_case c join sys_workflow_log l on l.case_id = c.id where c.record_id = ${id}`.execute(
      server.test.db.app,
    )
    expect(rows).toEqual([{ status: 'done', entries: 4 * rounds + 3, cases: 1 }])
  })
})

describe('people who are not there', () => {
  it('are replaced by the administrators: a frozen account, an emptied role and a field without a value', async () => {
    const { owner } = server.test.db
    const first = await begin()
    await sql`update sys_user set status = 2 where username = 'nobody'`.execute(owner)
    await serve('request-flow', withSteps({ first: { to: { users: ['nobody'] } } }))
    expect(await listAsked(await begin())).toEqual(['first admin'])
    expect((await call('nobody', 'GET', '/workflow/counts')).status).toBe(401)
    const role = sql`(select id from sys_role where role_code = 'reader')`
    const { rows } = await sql<{ user_id: string; role_id: string }>`
      delete from sys_user_role where role_id = ${role} returning user_id, role_id`.execute(owner)
    await act('other', first)
    expect(await listAsked(first)).toEqual(['last admin'])
    for (const { user_id, role_id } of rows)
      await sql`insert into sys_user_role (user_id, role_id) values (${user_id}, ${role_id})`.execute(owner)
    await serve('request-flow', withSteps({ first: { to: { users: ['=fhelper'] } } }))
    expect(await listAsked(await begin())).toEqual(['first admin'])
  })

  it('keep a record from its submission where the step says so', async () => {
    await serve('request-flow', withSteps({ first: { to: { users: ['=fhelper'] }, nobody: 'refuse' } }))
    const id = await add()
    expect(await refusal('clerk', `${place}/move/submit`, { ids: id })).toBe('STEP_WITHOUT_PEOPLE')
    const { rows } = await sql`select fstate from demo_request where id = ${id}`.execute(server.test.db.app)
    expect(rows).toEqual([{ fstate: '草稿' }])
  })
})

describe('a case whose expressions cannot be computed', () => {
  it('takes the branch without a condition, after a field was removed or an expression was damaged', async () => {
    const [removed, damaged] = [await begin({ ftotal: 2000 }), await begin({ ftotal: 2000 })]
    await serve('request', { ...screen, fields: screen.fields.filter(({ key }) => key !== 'ftotal') })
    await act('other', removed)
    expect(await listAsked(removed)).toEqual(['last reader'])
    await serve('request', screen)
    await sql`update sys_workflow_version set document = replace(document::text, 'ftotal >= 1000', 'ftotal >=')::jsonb`.execute(
      server.test.db.owner,
    )
    await act('other', damaged)
    expect(await listAsked(damaged)).toEqual(['last reader'])
    const intact = await begin({ ftotal: 2000 })
    await sql`update sys_workflow_version set document = replace(document::text, 'ftotal >=', 'ftotal >= 1000')::jsonb`.execute(
      server.test.db.owner,
    )
    await act('other', intact)
    expect((await listAsked(intact)).every((asked) => asked.startsWith('vote'))).toBe(true)
  })
})
