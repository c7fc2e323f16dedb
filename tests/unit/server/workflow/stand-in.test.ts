import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflowDocuments, workflowGrants } from './documents.ts'

const shipped = (id: string) => JSON.parse(readFileSync(`schemas/${id}.json`, 'utf8')) as unknown
const standInCodes = ['list', 'detail', 'add', 'edit', 'delete'].map((verb) => `bpm:standin:${verb}`)
const everybody = (['clerk', 'reader', 'other', 'nobody'] as const).map(
  (who) => [who, [...(workflowGrants[who] ?? []), ...standInCodes]] as const,
)

let server: TestServer
beforeAll(async () => {
  const lists = [
    ...['bpm/standin', 'bpm/hand-over', 'bpm/definition', 'online/form'],
    ...['dict/workflow-category', 'dict/workflow'],
  ]
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      'demo/request-flow.json': withSteps({ first: { to: { users: ['other', 'reader'] }, how: 'all' } }),
      ...Object.fromEntries(lists.map((id) => [`${id}.json`, shipped(id)])),
    },
    Object.fromEntries(everybody),
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  const { owner } = server.test.db
  for (const table of [
    'sys_workflow_log',
    'sys_workflow_task',
    'sys_workflow_case',
    'sys_workflow_stand_in',
    'demo_request',
  ])
    await sql`delete from ${sql.id(table)}`.execute(owner)
  for (const table of ['sys_announcement_send', 'sys_announcement'])
    await sql`delete from ${sql.id(table)}`.execute(owner)
  await sql`update sys_user set status = 1, del_flag = 0`.execute(owner)
})

const call = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) =>
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
const day = async (days: number): Promise<string> =>
  (
    await sql<{ day: string }>`select to_char(current_date + ${days}::int, 'YYYY-MM-DD') as day`.execute(
      server.test.db.app,
    )
  ).rows[0]?.day ?? ''
const absent = async (person: string, standIn: string, more: object = {}, who: Person = 'admin') =>
  call(who, 'POST', '/resource/bpm/standin/add', {
    body: { person, standIn, beginDate: await day(0), endDate: await day(1), ...more },
  })
const tasks = async () =>
  (
    await sql<{ text: string }>`
      select concat_ws(' ', person, 'for ' || owner, status) as text from sys_workflow_task
      where status in ('open', 'waiting') order by case_id, number`.execute(server.test.db.app)
  ).rows.map(({ text }) => text)
const log = async () =>
  (
    await sql<{
      text: string
    }>`select concat_ws(' ', author, action, nullif(target, '')) as text from sys_workflow_log order by id`.execute(
      server.test.db.app,
    )
  ).rows.map(({ text }) => text)
const inbox = async () =>
  (
    await sql<{ text: string }>`
      select u.username || ' ' || a.titile as text from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
      join sys_user u on u.id = s.user_id where a.titile like '%交给了您' order by 1`.execute(
      server.test.db.app,
    )
  ).rows.map(({ text }) => text)
const findUserId = async (username: string) =>
  (
    await sql<{ id: string }>`select id from sys_user where username = ${username}`.execute(
      server.test.db.app,
    )
  ).rows[0]?.id

describe('a person on leave', () => {
  it('has somebody else who gets the new tasks in the period, in workflows of the category', async () => {
    await absent('other', 'nobody')
    await absent('reader', 'nobody', { categories: 'oa' })
    const id = await begin()
    expect(await tasks()).toEqual(['nobody for other open', 'reader open'])
    const { body } = await call('nobody', 'GET', '/workflow/record', {
      query: { screen: 'demo/request', id },
    })
    await post('nobody', '/workflow/act', { task: body.result.tasks[0].id, action: 'pass' })
    expect(await tasks()).toEqual(['reader open'])
    await sql`update sys_workflow_stand_in set end_date = current_date - 1, begin_date = current_date - 2`.execute(
      server.test.db.owner,
    )
    await begin()
    expect(await tasks()).toEqual(['reader open', 'other open', 'reader open'])
  })

  it('has somebody else in single workflows as well, whose waiting tasks go along with them', async () => {
    await absent('other', 'nobody', { workflows: 'demo/another-flow' })
    await absent('reader', 'nobody', { workflows: 'demo/request-flow', categories: 'oa' })
    await begin()
    expect(await tasks()).toEqual(['other open', 'nobody for reader open'])
    await sql`delete from sys_workflow_stand_in`.execute(server.test.db.owner)
    await absent('other', 'admin', { workflows: 'demo/another-flow', handsOver: 'Y' })
    expect(await tasks()).toEqual(['other open', 'nobody for reader open'])
    await absent('other', 'admin', { workflows: 'demo/request-flow', handsOver: 'Y' })
    expect(await tasks()).toEqual(['admin for other open', 'nobody for reader open'])
  })

  it('chooses among the workflows by their titles', async () => {
    const { body } = await call('other', 'GET', '/sys/dict/getDictItems/workflow_definition')
    expect(body.result).toMatchObject([{ value: 'demo/request-flow', text: '申请审批' }])
  })

  it('is replaced along a chain, never in a circle, by no frozen account and not by the starter', async () => {
    await absent('other', 'nobody')
    await absent('nobody', 'admin')
    await begin()
    expect(await tasks()).toEqual(['admin for other open', 'reader open'])
    await absent('admin', 'other')
    await absent('reader', 'clerk')
    await begin()
    expect((await tasks()).slice(2)).toEqual(['admin for other open', 'reader open'])
    await sql`update sys_user set status = 2 where username = 'nobody'`.execute(server.test.db.owner)
    await begin()
    expect((await tasks()).slice(4)).toEqual(['other open', 'reader open'])
  })

  it('gives away the tasks that wait already where the person says so, and none twice to one person', async () => {
    await begin()
    expect((await absent('other', 'nobody', { handsOver: 'Y' }, 'other')).body.success).toBe(true)
    expect(await tasks()).toEqual(['nobody for other open', 'reader open'])
    expect(await log()).toEqual(['clerk 提交', 'other 代办 nobody'])
    expect(await inbox()).toEqual(['nobody other真名的 1 件待办交给了您'])
    await absent('reader', 'nobody', { handsOver: 'Y' })
    expect(await tasks()).toEqual(['nobody for other open', 'reader open'])
  })

  it('gives away the tasks of suspended cases too, which stay with the person who is responsible', async () => {
    const id = await begin()
    const { body } = await call('other', 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })
    await post('other', '/workflow/act', { task: body.result.tasks[0].id, action: 'delegate', to: 'nobody' })
    await post('admin', '/workflow/case', { ids: body.result.case.id, action: 'suspend' })
    const registered = await absent('nobody', 'admin', { handsOver: 'Y' })
    expect(registered.body.message).toBe('添加成功！')
    expect(await tasks()).toEqual(['admin for other open', 'reader open'])
  })

  it('is registered by the person alone, or by who manages them, with another active account', async () => {
    expect((await absent('reader', 'nobody', {}, 'other')).body.success).toBe(false)
    expect((await absent('other', 'other')).body.result.problems[0].text).toContain('不能是休假的人自己')
    await sql`update sys_user set status = 2 where username = 'nobody'`.execute(server.test.db.owner)
    expect((await absent('other', 'nobody')).body.success).toBe(false)
    await absent('reader', 'clerk')
    expect((await call('other', 'GET', '/resource/bpm/standin/list')).body.result.total).toBe(0)
  })
})

describe('a person who leaves', () => {
  const freeze = async (username: string) =>
    call('admin', 'PUT', '/sys/user/frozenBatch', { body: { ids: await findUserId(username), status: '2' } })

  it('leaves the tasks to who stands in, else to the administrators, when the account is frozen', async () => {
    await begin()
    await absent('other', 'nobody')
    expect((await freeze('other')).body.success).toBe(true)
    expect(await tasks()).toEqual(['nobody open', 'reader open'])
    await freeze('reader')
    expect(await tasks()).toEqual(['nobody open', 'admin open'])
    expect(await log()).toEqual(['clerk 提交', 'admin 移交 nobody', 'admin 移交 admin'])
    expect(await inbox()).toEqual([
      'admin reader真名的 1 件待办交给了您',
      'nobody other真名的 1 件待办交给了您',
    ])
  })

  it('leaves them to nobody whose account is deleted at the same time', async () => {
    await begin()
    await absent('other', 'nobody')
    const ids = `${await findUserId('other')},${await findUserId('nobody')}`
    const reply = await call('admin', 'DELETE', '/sys/user/deleteBatch', { query: { ids } })
    expect(reply.body.success).toBe(true)
    expect(await tasks()).toEqual(['admin open', 'reader open'])
  })

  it('leaves the tasks when the account is deleted', async () => {
    await begin()
    await call('admin', 'DELETE', '/sys/user/delete', { query: { id: (await findUserId('reader')) ?? '' } })
    expect(await tasks()).toEqual(['other open', 'admin open'])
  })
})

it('who manages cases gives the tasks of one person to another one; nobody else does', async () => {
  await begin()
  const body = { from: 'other', to: 'nobody' }
  expect((await call('clerk', 'POST', '/workflow/hand-over', { body })).status).toBe(403)
  expect(
    (await call('admin', 'POST', '/workflow/hand-over', { body: { ...body, to: 'missing' } })).body.success,
  ).toBe(false)
  expect(await post('admin', '/workflow/hand-over', { ...body, categories: 'oa' })).toEqual({ count: 0 })
  expect(await post('admin', '/workflow/hand-over', { ...body, to: 'reader' })).toEqual({ count: 0 })
  expect(await post('admin', '/workflow/hand-over', body)).toEqual({ count: 1 })
  expect(await tasks()).toEqual(['nobody open', 'reader open'])
})
