import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { letTimeCome } from '#server/modules/workflow/act.ts'
import { runDueTasks } from '#server/modules/workflow/due.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(workflowDocuments(), workflowGrants)
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [
    'sys_workflow_log',
    'sys_workflow_task',
    'sys_workflow_case',
    'demo_request',
    'sys_announcement_send',
    'sys_announcement',
  ])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const call = (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const post = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
/** The code of the refusal of a request. */
const refusal = async (who: Person, path: string, body: unknown): Promise<string> => {
  const reply = await call(who, 'POST', path, { body })
  expect(reply.body.success).toBe(false)
  return String(reply.headers['x-error-code'])
}

const addRequest = async (values: object = {}): Promise<string> =>
  (await post('clerk', '/resource/demo/request/add', { fname: '购书', ftotal: 500, ...values })).id
const submit = (id: string) => post('clerk', '/resource/demo/request/move/submit', { ids: id })
const begin = async (values: object = {}) => {
  const id = await addRequest(values)
  await submit(id)
  return id
}
const read = async (who: Person, id: string): Promise<RecordWorkflow> => {
  const { body } = await call(who, 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.result
}
const readState = async (id: string) =>
  (
    await sql<{ fstate: string; fpassed: string | null; fnote: string | null }>`
    select fstate, fpassed, fnote from demo_request where id = ${id}`.execute(server.test.db.app)
  ).rows[0]
const findOwnTask = async (who: Person, id: string): Promise<string> => {
  const [task] = (await read(who, id)).tasks
  if (!task) throw new Error(`${who} has no task`)
  return task.id
}
const act = async (who: Person, id: string, more: object) =>
  post(who, '/workflow/act', { task: await findOwnTask(who, id), ...more })
const messages = async () =>
  (
    await sql<{ text: string }>`
      select u.username || ' ' || a.titile as text from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
      join sys_user u on u.id = s.user_id order by a.id, u.username`.execute(server.test.db.app)
  ).rows.map(({ text }) => text)
const counts = async (who: Person) => (await call(who, 'GET', '/workflow/counts')).body.result

describe('a workflow', () => {
  it('leads a submitted record from person to person, and its last decision makes the move that passes it', async () => {
    const id = await begin()
    expect(await readState(id)).toMatchObject({ fstate: '审批中' })
    expect(await counts('other')).toEqual({ todo: 1, unread: 0 })
    const seen = await read('other', id)
    expect(seen.case).toMatchObject({
      workflow: '申请审批',
      title: '购书 500.00',
      status: 'running',
      starter: 'clerk真名',
    })
    expect(seen.way.map(({ key, state }) => [key, state])).toEqual([
      ['first', 'active'],
      ['last', 'coming'],
      ['copy', 'coming'],
    ])
    await act('other', id, { action: 'pass', opinion: '同意购买', values: { fnote: '加急' } })
    expect(
      await refusal('reader', '/workflow/act', { task: await findOwnTask('reader', id), action: 'pass' }),
    ).toBe('OPINION_MISSING')
    await act('reader', id, { action: 'pass', opinion: '好' })
    expect(await readState(id)).toEqual({ fstate: '已审核', fpassed: 'reader', fnote: '加急' })
    const done = await read('clerk', id)
    expect(done.case?.status).toBe('done')
    expect(
      done.way.map(({ state, people }) => [
        state,
        ...people.map(({ name, opinion }) => `${name} ${opinion}`),
      ]),
    ).toEqual([
      ['passed', 'other真名 同意购买'],
      ['passed', 'reader真名 好'],
      ['passed', 'nobody真名 '],
    ])
    expect(done.log.map(({ action, author }) => `${author} ${action}`)).toEqual([
      'clerk真名 提交',
      'other真名 同意',
      'reader真名 同意',
    ])
    expect(await messages()).toEqual([
      'other 待办：购书 500.00',
      'reader 待办：购书 500.00',
      'nobody 抄送：购书 500.00',
      'clerk 已通过：购书 500.00',
    ])
    expect(await counts('nobody')).toEqual({ todo: 0, unread: 1 })
    expect((await read('nobody', id)).tasks).toMatchObject([{ kind: 'read', id: await findCopy('nobody') }])
    await post('nobody', '/workflow/read', { tasks: await findCopy('nobody') })
    expect(await counts('nobody')).toEqual({ todo: 0, unread: 0 })
    expect((await read('nobody', id)).tasks).toEqual([])
  })

  it('leaves records alone that its condition does not mean, and people may not move or edit those that it leads', async () => {
    const free = await begin({ ftotal: 0 })
    expect((await read('clerk', free)).case).toBeNull()
    await post('clerk', '/resource/demo/request/move/audit', { ids: free })
    const led = await begin()
    expect(await refusal('clerk', '/resource/demo/request/move/audit', { ids: led })).toBe('IN_WORKFLOW')
    const edit = await call('clerk', 'PUT', '/resource/demo/request/edit', {
      body: { id: led, fname: '别的' },
    })
    expect(edit.body.success).toBe(false)
    expect(await readState(led)).toMatchObject({ fstate: '审批中', fpassed: null })
  })

  it('shows a record to those who take part in it, whatever their row rules are, and to no others', async () => {
    const id = await begin()
    const open = (who: Person) => call(who, 'GET', '/resource/demo/request/queryById', { query: { id } })
    expect((await open('other')).body.result).toMatchObject({ fname: '购书' })
    const list = await call('other', 'GET', '/resource/demo/request/list')
    expect(list.body.result.total).toBe(0)
    await sql`update demo_request set sys_org_code = 'X01'`.execute(server.test.db.owner)
    expect((await open('nobody')).body.success).toBe(false)
    expect(
      (await call('nobody', 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })).body,
    ).toMatchObject({ success: false, message: '未找到对应实体' })
    const edit = await call('other', 'PUT', '/resource/demo/request/edit', { body: { id, fname: '别的' } })
    expect(edit.body.success).toBe(false)
  })

  it('goes back to its starter with an opinion, and is taken up again when it is submitted again', async () => {
    const id = await begin()
    const task = await findOwnTask('other', id)
    expect(await refusal('other', '/workflow/act', { task, action: 'refuse' })).toBe('OPINION_MISSING')
    await post('other', '/workflow/act', { task, action: 'refuse', opinion: '太贵' })
    expect(await readState(id)).toMatchObject({ fstate: '草稿' })
    expect((await read('clerk', id)).case?.status).toBe('back')
    await call('clerk', 'PUT', '/resource/demo/request/edit', { body: { id, ftotal: 300 } })
    await submit(id)
    const again = await read('other', id)
    expect([again.case?.title, again.log.map(({ action }) => action)]).toEqual([
      '购书 300.00',
      ['提交', '退回', '提交'],
    ])
    await post('clerk', '/workflow/case', { ids: again.case?.id, action: 'withdraw' })
    expect(await readState(id)).toMatchObject({ fstate: '草稿' })
  })

  it('counts each vote once, also when all vote at the same time and each repeats the request', async () => {
    const id = await begin({ ftotal: 2000, fhelper: 'clerk' })
    await act('other', id, { action: 'pass' })
    const tasks = await Promise.all(
      (['other', 'reader', 'clerk'] as const).map(async (who) => ({ who, task: await findOwnTask(who, id) })),
    )
    const replies = await Promise.all(
      [...tasks, ...tasks].map(({ who, task }) =>
        call(who, 'POST', '/workflow/act', { body: { task, action: 'pass' } }),
      ),
    )
    expect(replies.filter(({ body }) => body.success)).toHaveLength(2)
    expect(replies.filter(({ body }) => !body.success).every(({ status }) => status < 500)).toBe(true)
    const { rows } = await sql<{ status: string }>`
      select status from sys_workflow_task where step = 'vote' order by status`.execute(server.test.db.app)
    expect(rows.map(({ status }) => status)).toEqual(['closed', 'passed', 'passed'])
    expect((await read('reader', id)).tasks.map(({ title }) => title)).toEqual(['复核'])
  })

  it('is handed over, widened, suspended and stopped by those who may', async () => {
    const id = await begin()
    const task = await findOwnTask('other', id)
    expect(await refusal('reader', '/workflow/act', { task, action: 'pass' })).toBe('TASK_OF_ANOTHER')
    expect(await refusal('other', '/workflow/act', { task, action: 'transfer', to: 'missing' })).toBe(
      'PERSON_UNKNOWN',
    )
    await act('other', id, { action: 'add', people: ['reader'], when: 'before' })
    await act('reader', id, { action: 'pass' })
    await act('other', id, { action: 'delegate', to: 'reader' })
    const [first] = (await read('reader', id)).way
    expect(first?.people.map(({ name }) => name)).toEqual(['reader真名（代 other真名）', 'reader真名'])
    const caseId = (await read('clerk', id)).case?.id
    expect(
      (await call('clerk', 'POST', '/workflow/case', { body: { ids: caseId, action: 'stop' } })).status,
    ).toBe(403)
    expect(
      (await call('nobody', 'POST', '/workflow/case', { body: { ids: caseId, action: 'urge' } })).body
        .message,
    ).toBe('未找到对应实体')
    await post('admin', '/workflow/case', { ids: caseId, action: 'suspend' })
    expect(await refusal('reader', '/workflow/act', { task, action: 'pass' })).toBe('CASE_NOT_RUNNING')
    await post('admin', '/workflow/case', { ids: caseId, action: 'resume' })
    expect((await call('clerk', 'POST', '/workflow/assign', { body: { task, to: 'clerk' } })).status).toBe(
      403,
    )
    await post('admin', '/workflow/assign', { task, to: 'nobody' })
    expect((await read('nobody', id)).tasks.map((entry) => entry.id)).toEqual([task])
    await post('admin', '/workflow/case', { ids: caseId, action: 'stop' })
    expect(await readState(id)).toMatchObject({ fstate: '已作废' })
  })

  it('takes a decision back until somebody has acted on it', async () => {
    const id = await begin()
    const task = await findOwnTask('other', id)
    await post('other', '/workflow/act', { task, action: 'pass' })
    expect((await read('other', id)).takeBack).toEqual([{ id: task, title: '初审' }])
    await post('other', '/workflow/act', { task, action: 'takeBack' })
    expect((await read('other', id)).tasks.map(({ title }) => title)).toEqual(['初审'])
    await post('other', '/workflow/act', { task, action: 'pass' })
    await act('reader', id, { action: 'pass', opinion: '好' })
    expect(await refusal('other', '/workflow/act', { task, action: 'takeBack' })).toBe('CASE_NOT_RUNNING')
  })

  it('stores nothing when a value of the step is refused, or is none of its fields', async () => {
    const id = await begin()
    const task = await findOwnTask('other', id)
    const pass = (values: object) =>
      call('other', 'POST', '/workflow/act', { body: { task, action: 'pass', values } })
    expect((await pass({ ftotal: 1 })).headers['x-error-code']).toBe('FIELD_NOT_WRITABLE')
    expect((await pass({ fnote: '坏' })).body.result.problems).toMatchObject([{ text: '批注不能是坏' }])
    expect((await read('other', id)).tasks).toHaveLength(1)
  })

  it('follows what a person has written in a step', async () => {
    const id = await begin()
    await act('other', id, { action: 'pass', values: { fnote: '会签' } })
    expect((await read('reader', id)).tasks.map(({ title }) => title)).toEqual(['会签'])
  })

  it('reminds when the time of a step has come, once', async () => {
    const id = await begin()
    await act('other', id, { action: 'pass' })
    expect(await runDueTasks(server.services)).toBe(0)
    await sql`update sys_workflow_task set due_time = localtimestamp - interval '1 minute' where due_time is not null`.execute(
      server.test.db.owner,
    )
    const [first, second] = await Promise.all([runDueTasks(server.services), runDueTasks(server.services)])
    expect(first + second).toBe(1)
    expect((await messages()).at(-1)).toBe('reader 催办：购书 500.00')
  })

  it('keeps the time of a step while its case is suspended', async () => {
    const id = await begin()
    await act('other', id, { action: 'pass' })
    const caseId = (await read('clerk', id)).case?.id
    const { owner } = server.test.db
    const { rows } = await sql<{ id: string }>`
      update sys_workflow_task set due_time = localtimestamp - interval '1 minute'
      where record_id = ${id} and status = 'open' returning id`.execute(owner)
    await post('admin', '/workflow/case', { ids: caseId, action: 'suspend' })
    // Another instance has listed the task before.
    expect(await letTimeCome(server.services, String(rows[0]?.id))).toBe(false)
    await post('admin', '/workflow/case', { ids: caseId, action: 'resume' })
    expect(await runDueTasks(server.services)).toBe(1)
  })

  it('takes limits, reminders after reminders and their text from the settings', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: texts name what they tell so.
    const setting = { text: '${step}等您，${title}', limitHours: 2, repeatHours: 4 }
    await call('admin', 'PUT', '/workflow/setting', { body: setting })
    expect((await call('admin', 'GET', '/workflow/setting')).body.result).toEqual(setting)
    expect((await call('clerk', 'PUT', '/workflow/setting', { body: setting })).status).toBe(403)
    const id = await begin()
    const readDue = async () => {
      const { rows } = await sql<{ hours: number; urged: number }>`
        select round(extract(epoch from due_time - localtimestamp) / 3600)::int as hours, urged from sys_workflow_task
        where record_id = ${id} and status = 'open'`.execute(server.test.db.owner)
      return rows
    }
    expect(await readDue()).toEqual([{ hours: 2, urged: 0 }])
    await sql`update sys_workflow_task set due_time = localtimestamp - interval '1 minute' where record_id = ${id}`.execute(
      server.test.db.owner,
    )
    await runDueTasks(server.services)
    expect(await readDue()).toEqual([{ hours: 4, urged: 1 }])
    const { rows } = await sql<{ text: string }>`
      select msg_abstract as text from sys_announcement order by create_time desc, id desc limit 1`.execute(
      server.test.db.owner,
    )
    expect(rows[0]?.text).toContain('等您，购书 500.00')
    const nothing = { text: null, limitHours: null, repeatHours: null }
    await call('admin', 'PUT', '/workflow/setting', { body: nothing })
    expect((await call('admin', 'GET', '/workflow/setting')).body.result).toEqual({
      text: '',
      limitHours: null,
      repeatHours: null,
    })
  })

  it('passes many tasks with one opinion, and names those that it cannot', async () => {
    const ids = [await begin(), await begin({ fname: '购纸' })]
    const tasks = await Promise.all(ids.map((id) => findOwnTask('other', id)))
    await post('other', '/workflow/act', { task: tasks[0], action: 'pass' })
    const result = await post('other', '/workflow/pass-all', { tasks, opinion: '好' })
    expect(result).toMatchObject({ passed: 1, failed: [{ id: tasks[0], title: '购书 500.00' }] })
  })

  it('stays on the version with which it began', async () => {
    const before = await begin()
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from sys_workflow_version`.execute(server.test.db.app)
    await begin()
    const after = await sql<{
      count: number
    }>`select count(*)::int as count from sys_workflow_version`.execute(server.test.db.app)
    expect([rows[0]?.count, after.rows[0]?.count]).toEqual([1, 1])
    expect((await read('clerk', before)).case?.status).toBe('running')
  })
})

/** The open task of a person to take note of something. */
async function findCopy(who: Person): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_workflow_task where person = ${who} and status = 'open' and kind = 'read'`.execute(
    server.test.db.app,
  )
  return rows[0]?.id ?? ''
}
