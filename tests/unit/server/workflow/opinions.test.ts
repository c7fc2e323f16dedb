import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordWorkflow } from '#runtime/record/workflow/record-workflow.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflowDocuments, workflowGrants } from './documents.ts'

const phrases = {
  ...{ $schema: '../$meta/document.schema.json', version: 2, kind: 'dict' },
  ...{ id: 'dict/workflow-phrase', title: '常用意见', code: 'workflow_phrase' },
  items: [{ value: '同意', text: '同意' }],
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      'demo/request-flow.json': withSteps({ last: { opinion: false }, copy: { to: { users: ['admin'] } } }),
      'dict/workflow-phrase.json': phrases,
    },
    workflowGrants,
  )
  const { owner } = server.test.db
  await sql`
    insert into sys_file (path, original_name, size, type, create_by)
    values ('workflow/a.pdf', '报价单.pdf', 10, 'application/pdf', 'other'),
      ('workflow/b.pdf', '别人的.pdf', 10, 'application/pdf', 'clerk')`.execute(owner)
  await sql`
    insert into sys_user (id, username, realname, status, del_flag) values ('blind', 'blind', '盲审', 1, 0)`.execute(
    owner,
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [
    ...['sys_workflow_log', 'sys_workflow_task', 'sys_workflow_case', 'sys_workflow_phrase'],
    ...['demo_request', 'sys_announcement_send', 'sys_announcement'],
  ])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const call = (who: Person, method: 'GET' | 'POST', path: string, more: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, more)
const begin = async (): Promise<string> => {
  const { body } = await call('clerk', 'POST', '/resource/demo/request/add', {
    body: { fname: '购书', ftotal: 500 },
  })
  const { id } = body.result
  await call('clerk', 'POST', '/resource/demo/request/move/submit', { body: { ids: id } })
  return id
}
const read = async (who: Person, id: string): Promise<RecordWorkflow> =>
  (await call(who, 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })).body.result
const act = async (who: Person, id: string, more: object) => {
  const [task] = (await read(who, id)).tasks
  return call(who, 'POST', '/workflow/act', { body: { task: task?.id, action: 'pass', ...more } })
}
const refusal = async (who: Person, id: string, more: object) => {
  const { body, headers } = await act(who, id, more)
  expect(body.success).toBe(false)
  return [headers['x-error-code'], body.message]
}
const readOwn = async (who: Person): Promise<{ id: string; text: string }[]> =>
  (await call(who, 'GET', '/workflow/phrases')).body.result.own

describe('the attachments of an opinion', () => {
  it('are listed with the decision and in the log, by their names', async () => {
    const id = await begin()
    expect((await act('other', id, { opinion: '见附件', files: ['workflow/a.pdf'] })).body.success).toBe(true)
    const { way, log } = await read('clerk', id)
    const files = [{ path: 'workflow/a.pdf', name: '报价单.pdf' }]
    expect(way[0]?.people[0]).toMatchObject({ opinion: '见附件', files })
    expect(log.map((entry) => entry.files)).toEqual([[], files])
  })

  it('are files of the same user, or nothing is decided', async () => {
    const id = await begin()
    for (const path of ['workflow/b.pdf', 'workflow/missing.pdf'])
      expect((await refusal('other', id, { files: ['workflow/a.pdf', path] }))[0]).toBe(
        'OPINION_FILE_FOREIGN',
      )
    expect((await read('other', id)).tasks).toHaveLength(1)
    const many = Array.from({ length: 10 }, (_, at) => `workflow/${at}.pdf`)
    expect((await act('other', id, { files: many })).status).toBe(400)
  })
})

describe('a person whom an opinion names', () => {
  const open = (who: Person, id: string) =>
    call(who, 'GET', '/resource/demo/request/queryById', { query: { id } })

  it('gets a message, may open the record, and takes note of it; others do not', async () => {
    const id = await begin()
    await sql`update demo_request set sys_org_code = 'X01'`.execute(server.test.db.owner)
    expect((await open('nobody', id)).body.success).toBe(false)
    await act('other', id, { opinion: '请看一下', mentions: ['nobody', 'other'] })
    expect((await open('nobody', id)).body.result).toMatchObject({ fname: '购书' })
    const { rows } = await sql<{ text: string }>`
      select u.username || ' ' || a.titile || ' ' || a.msg_abstract as text
      from sys_announcement a join sys_announcement_send s on s.annt_id = a.id join sys_user u on u.id = s.user_id
      where a.titile like '%提到%'`.execute(server.test.db.app)
    expect(rows.map(({ text }) => text)).toEqual([
      'nobody other真名在办理意见里提到了您：购书 500.00 请看一下',
    ])
    const seen = await read('nobody', id)
    expect(seen.tasks).toMatchObject([{ kind: 'read', actions: ['pass'] }])
    expect(seen.log.at(-1)?.mentions).toEqual(['nobody真名'])
    // The person is none of those who decide the step.
    expect(seen.way[0]?.people.map(({ name }) => name)).toEqual(['other真名'])
    expect((await read('other', id)).takeBack).toHaveLength(1)
    expect((await call('nobody', 'GET', '/workflow/counts')).body.result).toEqual({ todo: 0, unread: 1 })
  })

  it('is asked once, however often opinions of the step name the person', async () => {
    const id = await begin()
    await act('other', id, { action: 'add', people: ['reader'], when: 'before', mentions: ['nobody'] })
    await act('reader', id, { mentions: ['nobody'] })
    const { rows } = await sql`
      select 1 from sys_workflow_task where person = 'nobody' and kind = 'read'`.execute(server.test.db.app)
    expect(rows).toHaveLength(1)
  })

  it('has an active account and the right to see the screen', async () => {
    const id = await begin()
    expect((await refusal('other', id, { mentions: ['missing'] }))[0]).toBe('PERSON_UNKNOWN')
    expect(await refusal('other', id, { mentions: ['blind'] })).toEqual([
      'MENTION_BLIND',
      '「盲审」没有查看「申请单」的权限，提到了也打不开：请换一个人，或请系统管理员授权',
    ])
    expect((await read('other', id)).tasks).toHaveLength(1)
  })
})

describe('the own phrases of a user', () => {
  it('come after those of everybody, and are kept with a decision that says so, each once', async () => {
    await act('other', await begin(), { opinion: ' 数量已核 ', keeps: true })
    await act('other', await begin(), { opinion: '数量已核', keeps: true })
    await act('other', await begin(), { opinion: '别存' })
    const { result } = (await call('other', 'GET', '/workflow/phrases')).body
    expect(result).toMatchObject({ shipped: ['同意'], own: [{ text: '数量已核' }] })
    expect(await readOwn('reader')).toEqual([])
  })

  it('are added and removed by their user alone', async () => {
    await call('other', 'POST', '/workflow/phrases', { body: { text: '请附合同' } })
    const [own] = await readOwn('other')
    await call('reader', 'POST', '/workflow/phrases/remove', { body: { id: own?.id } })
    expect(await readOwn('other')).toHaveLength(1)
    await call('other', 'POST', '/workflow/phrases/remove', { body: { id: own?.id } })
    expect(await readOwn('other')).toEqual([])
  })

  it('have a limit of length and number, and a decision beyond it stores nothing', async () => {
    const add = (text: string) => call('other', 'POST', '/workflow/phrases', { body: { text } })
    for (const text of ['  ', '长'.repeat(201)])
      expect((await add(text)).headers['x-error-code']).toBe('PHRASE_LENGTH')
    await sql`
      insert into sys_workflow_phrase (username, phrase) select 'other', '第' || i || '句' from generate_series(1, 50) i`.execute(
      server.test.db.owner,
    )
    expect((await add('再一句')).headers['x-error-code']).toBe('PHRASES_FULL')
    const id = await begin()
    expect((await refusal('other', id, { opinion: '再一句', keeps: true }))[0]).toBe('PHRASES_FULL')
    expect((await read('other', id)).tasks).toHaveLength(1)
  })
})

describe('several decisions at once', () => {
  const passRecords = async (who: Person, records: readonly string[], screen = 'demo/request') =>
    (await call(who, 'POST', '/workflow/pass-all', { body: { screen, records, opinion: '好' } })).body

  it('are made for records of a list, and those that could not be decided are named with the reason', async () => {
    const [first, second] = [await begin(), await begin()]
    await act('other', first, {})
    await sql`update demo_request set fname = '购纸', sys_org_code = 'B01' where id = ${first}`.execute(
      server.test.db.owner,
    )
    const { result } = await passRecords('other', [first, second])
    expect(result).toEqual({
      passed: 1,
      failed: [{ id: first, title: '购纸', text: '没有等您办理的步骤' }],
    })
    expect((await read('clerk', second)).way[0]?.people[0]).toMatchObject({ status: 'passed', opinion: '好' })
  })

  it('name no record that the user may not read, and decide none of another user', async () => {
    const id = await begin()
    await sql`update demo_request set sys_org_code = 'X01'`.execute(server.test.db.owner)
    const { result } = await passRecords('nobody', [id])
    expect(result).toMatchObject({ passed: 0, failed: [{ id, title: '申请单' }] })
    expect((await read('other', id)).tasks).toHaveLength(1)
    expect((await passRecords('other', [id], 'demo/missing')).success).toBe(false)
  })
})
