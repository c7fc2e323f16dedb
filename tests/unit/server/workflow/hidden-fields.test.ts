import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hiddenMark } from '#runtime/record/hidden-fields.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { withSteps, workflowDocuments, workflowGrants } from './documents.ts'

let server: TestServer
let id: string

beforeAll(async () => {
  const hidden = ['fprice', 'items']
  server = await TestServer.open(
    {
      ...workflowDocuments(),
      'demo/request-flow.json': withSteps({
        first: { hidden },
        last: { hidden: ['fprice'] },
        copy: { hidden },
      }),
    },
    workflowGrants,
  )
})
afterAll(() => server?.close())

const call = (who: Person, method: 'GET' | 'POST', path: string, options: object = {}) =>
  server.call(who, method, `/jeecg-boot${path}`, options)
const post = async (who: Person, path: string, body: unknown) => {
  const reply = await call(who, 'POST', path, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const place = '/resource/demo/request'
const open = async (who: Person) =>
  (await call(who, 'GET', `${place}/queryById`, { query: { id } })).body.result
const print = async (who: Person) => {
  const headers = { 'x-access-token': server.tokens.get(who) ?? '' }
  const url = `/jeecg-boot${place}/printPdf?ids=${id}`
  const { rawPayload } = await server.app.inject({ method: 'GET', url, headers })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text
}
const pass = async (who: Person, opinion = '好') => {
  const { body } = await call(who, 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })
  await post(who, '/workflow/act', { task: body.result.tasks[0].id, action: 'pass', opinion })
}

beforeEach(async () => {
  for (const table of [
    'sys_workflow_log',
    'sys_workflow_task',
    'sys_workflow_case',
    'demo_request_item',
    'demo_request',
  ])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
  const values = { fname: '购书', ftotal: 500, fprice: 77.5, items: [{ fitem: '县志' }] }
  id = (await post('clerk', `${place}/add`, values)).id
  await post('clerk', `${place}/move/submit`, { ids: id })
  // The record belongs to a department of which none of them is.
  await sql`update demo_request set sys_org_code = 'X01'`.execute(server.test.db.owner)
})

describe('fields that a step hides', () => {
  it('are in no answer to a person whose right to the record comes from the task', async () => {
    const record = await open('other')
    expect(record).toMatchObject({ fname: '购书', [hiddenMark]: ['fprice', 'items'] })
    const history = await call('other', 'GET', `${place}/history`, { query: { id } })
    expect(history.body.result.fields.map(({ key }: { key: string }) => key)).toContain('fname')
    const answers = [
      record,
      history.body,
      (await call('other', 'GET', '/workflow/record', { query: { screen: 'demo/request', id } })).body,
    ]
    for (const answer of answers) {
      expect(JSON.stringify(answer)).not.toMatch(/77\.5|县志|底价/)
      expect(answer).not.toHaveProperty('fprice')
      expect(answer).not.toHaveProperty('items')
    }
    for (const query of [{ fprice: 77.5 }, { order: 'asc', column: 'fprice' }])
      expect((await call('other', 'GET', `${place}/list`, { query })).body.result.total).toBe(0)
    expect(await print('other')).toContain('购书')
    expect(await print('other')).not.toMatch(/77\.5|县志/)
    expect(await print('clerk')).toContain('县志')
  })

  it('stay hidden after the decision, and show what another step of the same person shows', async () => {
    await pass('other')
    expect(await open('other')).not.toHaveProperty('fprice')
    const seen = await open('reader')
    expect(seen).not.toHaveProperty('fprice')
    expect(seen.items).toMatchObject([{ fitem: '县志' }])
    await sql`update sys_workflow_task set person = 'other' where person = 'reader'`.execute(
      server.test.db.owner,
    )
    expect(await open('other')).toMatchObject({ items: [{ fitem: '县志' }], [hiddenMark]: ['fprice'] })
  })

  it('are shown to the starter, and to a person with another right unless that person decides the step', async () => {
    expect(await open('clerk')).toMatchObject({ fprice: 77.5 })
    await sql`update demo_request set sys_org_code = (select org_code from sys_user where username = 'other')`.execute(
      server.test.db.owner,
    )
    expect(await open('other')).not.toHaveProperty('fprice')
    await pass('other')
    expect(await open('other')).toMatchObject({ fprice: 77.5 })
  })

  it('are hidden from those who get a copy', async () => {
    await pass('other')
    await pass('reader')
    const copied = await open('nobody')
    expect(copied).toMatchObject({ fname: '购书', [hiddenMark]: ['fprice', 'items'] })
    expect(copied).not.toHaveProperty('fprice')
    expect(copied).not.toHaveProperty('items')
  })
})
