import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { Library } from '#server/documents/library.ts'
import { TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

// Rows as a version of this program with a less strict check left them: it allowed the word `lenght`.
const cabinet = {
  ...screen('demo/cabinet', member('fname', '柜名', { lenght: 3 })),
  id: 'demo/cabinet',
  title: '柜子',
}
const view = {
  version: 2,
  kind: 'screen',
  id: 'demo/cabinet-view',
  extends: 'demo/cabinet',
  title: '柜子的视图',
}
const globe = { version: 3, kind: 'globe', id: 'demo/globe', title: '地球' }
const shelf = screen('demo/shelf', member('fname', '名称', { length: 50 }))
const change = { type: 'set', path: ['fields', 'fname', 'lenght'], after: 4 }
const designer = ['design:read', 'design:write', 'design:release', 'demo:shelf:list']

let server: TestServer
/** The server after an upgrade: the first load of a program that finds the rows. */
let upgraded: Library
beforeAll(async () => {
  server = await TestServer.open({ 'demo/shelf.json': shelf }, { clerk: designer })
  const { owner } = server.test.db
  for (const body of [cabinet, view, globe]) {
    const { id } = body
    const json = JSON.stringify(body)
    await sql`insert into sys_design_document (id, body, revision) values (${id}, ${json}::json, 1)`.execute(
      owner,
    )
    await sql`insert into sys_document (id, rev, body) values (${id}, 1, ${json}::jsonb)`.execute(owner)
    await sql`insert into sys_design_revision (document_id, revision, body, note, create_by)
      values (${id}, 1, ${json}::json, '第一版', 'clerk')`.execute(owner)
    await sql`insert into sys_design_draft (document_id, user_id, base, body)
      values (${id}, 'clerk', ${json}::json, ${json}::json)`.execute(owner)
  }
  await sql`insert into sys_design_document (id, changes, revision)
    values ('demo/shelf', ${JSON.stringify([change])}::json, 1)`.execute(owner)
  upgraded = new Library(server.services)
  await upgraded.load()
  await server.services.reloadDocuments()
})
afterAll(() => server?.close())

const heads = async () => {
  const { rows } = await sql<JsonObject>`
    select document_id as id, title, kind, state from sys_design_head where state is not null order by document_id`.execute(
    server.test.db.owner,
  )
  return rows
}

it('a stored document that the check refuses names its place, and the other documents are served', async () => {
  const { registry } = upgraded
  expect([...registry.broken()].map(([id, [problem]]) => [id, problem?.path, problem?.text])).toEqual([
    ['demo/cabinet', '/fields/0/lenght', expect.stringContaining('您是不是要写 length')],
    ['demo/cabinet-view', '/extends', expect.stringContaining('demo/cabinet')],
    ['demo/globe', '/version', expect.stringContaining('请升级程序')],
  ])
  // The file without the local change, and everything else.
  expect(registry.screen('demo/shelf')?.document.fields[0]).toEqual(member('fname', '名称', { length: 50 }))
  expect(registry.screen('demo/shelf')?.problems).toMatchObject([{ path: '/fields/0/lenght' }])
  expect(registry.screen('demo/order')?.problems).toEqual([])
})

it('it is in the list of documents under its title, with everything that was stored', async () => {
  expect(await heads()).toEqual([
    { id: 'demo/cabinet', title: '柜子', kind: 'screen', state: '1 处错误' },
    { id: 'demo/cabinet-view', title: '柜子的视图', kind: 'screen', state: '1 处错误' },
    { id: 'demo/globe', title: '地球', kind: 'globe', state: '1 处错误' },
    { id: 'demo/shelf', title: '展柜', kind: 'screen', state: '1 处错误' },
  ])
  const { result } = (await server.call('clerk', 'GET', '/design/documents/demo/cabinet')).body
  expect(result).toMatchObject({ current: cabinet, draft: { body: cabinet }, revision: 1 })
  const entries = await server.services.permissions.rows()
  expect(entries.filter(({ id }) => id.startsWith('faulty:')).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['柜子', '柜子的视图', '地球']),
  )
})

it('it is served again after its correction, with the views of it', async () => {
  const body = { ...cabinet, fields: [member('fname', '柜名', { length: 3 })] }
  await server.call('clerk', 'PUT', '/design/documents/demo/cabinet/draft', { body: { base: cabinet, body } })
  const released = await server.call('clerk', 'POST', '/design/documents/demo/cabinet/release', {
    body: { note: '改正' },
  })
  expect(released.body).toMatchObject({ success: true, result: { revision: 2, problems: [] } })
  expect((await heads()).map(({ id }) => id)).toEqual(['demo/globe', 'demo/shelf'])
})

it('a file that never was valid leaves the list of documents with its removal', async () => {
  const path = join(server.folder, 'demo/wrong.json')
  writeFileSync(path, '{')
  await server.services.reloadDocuments()
  expect((await heads()).map(({ id }) => id)).toContain('demo/wrong')
  rmSync(path)
  await server.services.reloadDocuments()
  expect((await heads()).map(({ id }) => id)).not.toContain('demo/wrong')
})
