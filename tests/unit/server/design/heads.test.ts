import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const shippedList = (name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../../schemas/online/${name}.json`), 'utf8'),
  ) as JsonObject
const screen = (id: string, title: string, more: JsonObject = {}): JsonObject => ({
  version: 2,
  kind: 'screen',
  id,
  title,
  perm: id.replace('/', ':'),
  table: { name: id.replace(/\W/g, '_') },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
  ...more,
})
const items = {
  key: 'items',
  title: '明细',
  type: 'table',
  table: { name: 'demo_case_item', fk: 'case_id' },
  fields: [{ key: 'fpart', title: '部件', type: 'input' }],
}
const shelf = screen('demo/shelf', '书架')
const showcase = screen('demo/case', '展柜', { list: { layout: 'erp' } })
const withItems = { ...showcase, fields: [...(showcase.fields as JsonObject[]), items] }
const picker = {
  version: 2,
  kind: 'picker',
  id: 'demo/lists',
  title: '选择文档',
  code: 'pick_list',
  source: { screen: 'online/form' },
  fields: ['title'],
}
const view = { version: 2, kind: 'screen', id: 'demo/case-view', extends: 'demo/case', title: '展柜的视图' }

const codes = ['design:read', 'design:write', 'design:release']
const lists = ['online:form:list', 'online:view:list', 'online:report:list']
let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'online/form.json': shippedList('form'),
      'online/view.json': shippedList('view'),
      'online/report.json': shippedList('report'),
      'demo/shelf.json': shelf,
      // Stored before the screen over which it picks.
      'demo/lists.json': picker,
      'demo/case.json': withItems,
    },
    { clerk: [...codes, ...lists], other: [...codes, ...lists], reader: codes },
  )
})
afterAll(() => server?.close())

const listed = async (who: Person, query: Record<string, string> = {}, list = 'form') =>
  (await server.call(who, 'GET', `/resource/online/${list}/list`, { query: { pageSize: '100', ...query } }))
    .body.result.records as JsonObject[]
const head = async (who: Person, documentId: string, list?: string) =>
  (await listed(who, { design: documentId }, list)).find((row) => row.design === documentId)
const draft = (who: Person, body: JsonObject, base: JsonObject | null = null) =>
  server.call(who, 'PUT', `/design/documents/${body.id}/draft`, { body: { base, body } })
const release = (who: Person, id: unknown) =>
  server.call(who, 'POST', `/design/documents/${id}/release`, { body: { note: '调整' } })

describe('the list of documents', () => {
  it('has the documents of files with their table and its type, for those who may list them', async () => {
    expect(await head('clerk', 'demo/shelf')).toMatchObject({
      title: '书架',
      kind: 'screen',
      tableName: 'demo_shelf',
      tableType: 'single',
      isDbSynch: 'Y',
      origin: 'file',
      state: null,
      revision: null,
      area: 'business',
      path: null,
    })
    expect(await head('clerk', 'demo/case')).toMatchObject({ tableType: 'mainErp' })
    expect(await listed('clerk', { tableType: 'single', title: '展柜' })).toEqual([])
    const { body } = await server.call('reader', 'GET', '/resource/online/form/list')
    expect(body.success).toBe(false)
  })

  it('tells the documents of the application from others, and has addresses of documents in the menu only', async () => {
    expect(await head('clerk', 'online/form')).toMatchObject({ area: 'system', path: '/online/cgform' })
    expect(await head('clerk', 'online/view')).toMatchObject({ area: 'system' })
    expect(await head('clerk', 'demo/lists')).toMatchObject({ area: 'system', path: null })
    expect((await listed('clerk', { area: 'business' })).map(({ design }) => design)).not.toContain(
      'online/form',
    )
    const { db } = server.services
    const enter = (id: string, component: string) =>
      sql`
      insert into sys_permission (id, parent_id, name, menu_type, component, url)
      values (${id}, 'online', '书架', 1, ${component}, '/shelves')`.execute(db.owner)
    await enter('shelf-entry', 'demo/shelf')
    expect(await head('clerk', 'demo/shelf')).toMatchObject({ path: '/shelves' })
    await sql`delete from sys_permission where id = 'shelf-entry'`.execute(db.owner)
    expect(await head('clerk', 'demo/shelf')).toMatchObject({ path: null })
  })

  it('shows a new draft to its author, and to all who drew a draft of a document', async () => {
    const body = screen('demo/cabinet', '柜子')
    expect((await draft('clerk', body)).body.success).toBe(true)
    expect(await head('clerk', 'demo/cabinet')).toMatchObject({
      origin: 'draft',
      isDbSynch: 'N',
      title: '柜子',
    })
    expect(await head('other', 'demo/cabinet')).toBeUndefined()

    await draft('other', { ...shelf, title: '长书架' }, shelf)
    const row = await head('clerk', 'demo/shelf')
    expect(row).toMatchObject({ title: '书架', origin: 'file' })
    expect(row?.drafters).not.toBeNull()
    await server.call('other', 'DELETE', '/design/documents/demo/shelf/draft')
    expect((await head('clerk', 'demo/shelf'))?.drafters).toBeNull()
  })

  it('follows releases: a designed document, local changes, and their removal', async () => {
    expect((await release('clerk', 'demo/cabinet')).body.success).toBe(true)
    expect(await head('other', 'demo/cabinet')).toMatchObject({
      origin: 'designed',
      isDbSynch: 'Y',
      revision: 1,
    })

    await draft('clerk', { ...shelf, title: '长书架', description: '库房的架子' }, shelf)
    expect((await release('clerk', shelf.id)).body.success).toBe(true)
    expect(await head('other', 'demo/shelf')).toMatchObject({
      origin: 'local',
      title: '长书架',
      description: '库房的架子',
      drafters: null,
    })

    const { body } = await server.call('clerk', 'POST', '/design/documents/demo/cabinet/remove', { body: {} })
    expect(body.success).toBe(true)
    expect(await head('clerk', 'demo/cabinet')).toBeUndefined()
  })

  it('has the views of a screen in a list of their own, with the screen', async () => {
    await draft('clerk', view)
    expect((await release('clerk', view.id)).body.success).toBe(true)
    expect(await listed('other', { baseId: 'demo/case' }, 'view')).toMatchObject([
      { title: '展柜的视图', baseTitle: '展柜', tableName: 'demo_case', origin: 'designed' },
    ])
    expect(await head('clerk', 'demo/case')).toMatchObject({ copies: 1 })
    expect((await listed('clerk', {}, 'view')).map(({ design }) => design)).not.toContain('demo/case')
  })

  it('says how many errors a document has and where an upgrade conflicts with local changes', async () => {
    const file = (name: string, body: JsonObject) =>
      writeFileSync(join(server.folder, name), JSON.stringify(body))
    file('demo/case.json', { ...withItems, list: { sort: 'fnothing' } })
    await server.services.reloadDocuments()
    expect(await head('clerk', 'demo/case')).toMatchObject({ state: '1 处错误', tableName: 'demo_case' })
    file('demo/case.json', withItems)
    file('demo/shelf.json', { ...shelf, title: '新书架' })
    await server.services.reloadDocuments()
    expect(await head('clerk', 'demo/case')).toMatchObject({ state: null })
    expect(await head('clerk', 'demo/shelf')).toMatchObject({ state: '1 处与升级冲突', title: '新书架' })
  })

  it('refuses a draft with a character that the database cannot store', async () => {
    const { body } = await draft('clerk', screen('demo/odd', '柜\u0000子'))
    expect(body.success).toBe(false)
    expect(body.message).toContain('柜子')
  })
})
