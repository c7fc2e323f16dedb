import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { runDueTasks } from '#server/modules/workflow/due.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      'demo/request-flow.json': withSteps({
        first: { to: { users: ['other', 'reader'] }, how: 'turn', limit: { hours: 24, act: 'pass' } },
      }),
    },
    workflowGrants,
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of ['sys_workflow_log', 'sys_workflow_task', 'sys_workflow_case', 'demo_request'])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const call = (who: Person, method: 'GET' | 'POST', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const post = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const begin = async (): Promise<string> => {
  const { id } = await post('clerk', '/resource/demo/request/add', { fname: '购书', ftotal: 500 })
  await post('clerk', '/resource/demo/request/move/submit', { ids: id })
  return id
}
const act = async (who: Person, id: string, more: object): Promise<string> => {
  const query = { screen: 'demo/request', id }
  const [task] = (await call(who, 'GET', '/workflow/record', { query })).body.result.tasks as JsonObject[]
  await post(who, '/workflow/act', { task: task?.id, ...more })
  return String(task?.id)
}
/** Lets the times of a record's tasks be some hours further back. */
const goBack = (id: string, hours: number) =>
  sql`update sys_workflow_task set arrive_time = arrive_time - interval '1 hour' * ${hours}::int,
    due_time = due_time - interval '1 hour' * ${hours}::int where record_id = ${id}`.execute(
    server.test.db.owner,
  )
/** Who has an open task of a record, and the hours that are left for it. */
const readOpen = async (id: string) => {
  const { rows } = await sql<{ person: string; hours: number | null }>`
    select person, round(extract(epoch from due_time - localtimestamp) / 3600)::int as hours from sys_workflow_task
    where record_id = ${id} and status = 'open' order by number`.execute(server.test.db.owner)
  return rows
}

describe('the time limit of a step', () => {
  it('begins for each of those who decide in turn when it is their turn', async () => {
    const id = await begin()
    await goBack(id, 23)
    expect(await readOpen(id)).toEqual([{ person: 'other', hours: 1 }])
    await goBack(id, 7)
    await act('other', id, { action: 'pass' })
    expect(await readOpen(id)).toEqual([{ person: 'reader', hours: 24 }])
    expect(await runDueTasks(server.services)).toBe(0)
  })

  it('begins again for a task that waited for a decision before it', async () => {
    const id = await begin()
    await act('other', id, { action: 'add', people: ['nobody'], when: 'before' })
    await goBack(id, 30)
    await act('nobody', id, { action: 'pass' })
    expect(await readOpen(id)).toEqual([{ person: 'other', hours: 24 }])
  })

  it('begins for a task that was added after another one when that one is decided', async () => {
    const id = await begin()
    await act('other', id, { action: 'add', people: ['nobody'], when: 'after' })
    await goBack(id, 20)
    await act('other', id, { action: 'pass' })
    expect(await readOpen(id)).toEqual([{ person: 'nobody', hours: 24 }])
  })

  it('begins again for a decision that is taken back', async () => {
    const id = await begin()
    const task = await act('other', id, { action: 'pass' })
    await goBack(id, 30)
    await post('other', '/workflow/act', { task, action: 'takeBack' })
    expect(await readOpen(id)).toEqual([{ person: 'other', hours: 24 }])
  })

  it('goes on when the task is given to another person', async () => {
    const id = await begin()
    await goBack(id, 20)
    await post('admin', '/workflow/hand-over', { from: 'other', to: 'nobody' })
    expect(await readOpen(id)).toEqual([{ person: 'nobody', hours: 4 }])
  })
})
