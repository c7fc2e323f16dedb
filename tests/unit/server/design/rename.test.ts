import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { documentColumns, tableColumns } from '#server/modules/design/rename/stored-names.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

const designer = ['design:read', 'design:write', 'design:release', 'demo:ware:list', 'demo:ware:add']
const ware = {
  ...screen(
    'demo/ware',
    member('fname', '名称', { query: 'like' }),
    member('fprice', '单价', { type: 'inputNumber', scale: 2, isOrder: true }),
    member('fcode', '编号', { auto: 'W{####}' }),
  ),
  menu: { parent: 'base' },
} as JsonObject
const view = {
  version: 2,
  kind: 'screen',
  id: 'demo/ware-view',
  extends: 'demo/ware',
  fields: [{ key: 'fprice', width: 90 }],
}
const prices = {
  version: 2,
  kind: 'report',
  id: 'demo/prices',
  title: '价格',
  code: 'rp_prices',
  perm: 'demo:prices',
  source: { sql: 'select fname, fprice from demo_ware', tables: ['demo_ware'] },
  fields: [member('fname', '名称'), member('fprice', '单价', { type: 'inputNumber' })],
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/ware.json': ware, 'demo/ware-view.json': view, 'demo/prices.json': prices },
    { clerk: designer, other: designer, reader: ['design:read', 'design:write'] },
  )
})
afterAll(() => server?.close())

const renaming = { screen: 'demo/ware', from: 'fprice', to: 'fcost' }
const send = (who: Person, part: string, body: JsonObject) =>
  server.call(who, 'POST', `/design/renames${part}`, { body })
const query = async (text: string) => (await sql.raw(text).execute(server.services.db.owner)).rows

it('names what follows and the drafts of others, and refuses a name that is taken, without a change', async () => {
  const edited = { ...ware, fields: (ware.fields as JsonObject[]).map((field) => ({ ...field, width: 120 })) }
  await server.call('other', 'PUT', '/design/documents/demo/ware/draft', {
    body: { base: ware, body: edited },
  })
  const { result } = (await send('clerk', '/inspect', renaming)).body
  expect(result).toMatchObject({
    faults: [],
    byHand: [],
    documents: expect.arrayContaining([
      { id: 'demo/ware', title: '展柜', count: 1 },
      { id: 'demo/prices', title: '价格', count: 1 },
    ]),
    drafts: [{ documentId: 'demo/ware' }],
  })
  expect((await send('clerk', '/inspect', { ...renaming, to: 'fname' })).body.result.faults[0]).toContain(
    '重复',
  )
  expect((await send('clerk', '', { ...renaming, to: 'order' })).body.message).toContain('SQL 的词')
  expect((await send('reader', '', renaming)).status).toBe(403)
})

it('keeps the data, and takes documents, drafts, saved queries, rules and restricted columns along', async () => {
  const added = await server.call('admin', 'POST', '/resource/demo/ware/add', {
    body: { fname: '甲', fprice: 3 },
  })
  expect(added.body.success).toBe(true)
  await query(`insert into sys_saved_query (id, screen, title, match_type, records, settings, visibility, org_code, user_id)
    select 'rn1', 'demo/ware', '贵的', 'and', '[{"field":"fprice","rule":"gt","val":"1"}]',
      '{"sort":"-fprice","conditions":{"fprice_begin":"1"},"hidden":["fprice","fname"]}', 'private', '', id
    from sys_user limit 1`)
  await query(`insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
    select 'rn1', id, '贵的', 'fprice', '>', '1' from sys_permission where id = 'demo/ware'`)
  await query(
    `insert into sys_controlled_column (document_id, path, verb) values ('demo/ware', 'fprice', 'edit')`,
  )
  await query(`insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, origin)
    select 'column:demo.ware:fprice:edit', id, '修改单价', 2, 'column:demo.ware:fprice:edit', '1', origin
    from sys_permission where id = 'demo/ware'`)
  await query(`insert into sys_role_permission (role_id, permission_id)
    select id, 'column:demo.ware:fprice:edit' from sys_role limit 1`)
  const answer = (await send('clerk', '', renaming)).body
  expect(answer).toMatchObject({ success: true, result: { stored: { queries: 1, rules: 1, columns: 1 } } })
  expect(await query('select fname, fcost::text as cost, fcode from demo_ware')).toEqual([
    { fname: '甲', cost: '3.00', fcode: 'W0001' },
  ])
  const next = await server.call('admin', 'POST', '/resource/demo/ware/add', {
    body: { fname: '乙', fcost: 4 },
  })
  expect(next.body.success).toBe(true)
  expect(
    (await server.call('admin', 'GET', '/schema/source/demo/prices')).body.result.document.source.sql,
  ).toBe('select fname, fcost as fprice from demo_ware')
  const { draft } = (await server.call('other', 'GET', '/design/documents/demo/ware')).body.result
  expect(draft.body.fields[1]).toMatchObject({ key: 'fcost', width: 120, renamedFrom: 'fprice' })
  const release = await server.call('other', 'POST', '/design/documents/demo/ware/release', {
    body: { note: '宽' },
  })
  expect(release.body.success).toBe(true)
  expect(await query(`select records, settings from sys_saved_query where id = 'rn1'`)).toEqual([
    {
      records: [{ field: 'fcost', rule: 'gt', val: '1' }],
      settings: { sort: '-fcost', conditions: { fcost_begin: '1' }, hidden: ['fcost', 'fname'] },
    },
  ])
  expect(await query('select path from sys_controlled_column')).toEqual([{ path: 'fcost' }])
  expect(
    await query(`select permission_id as code from sys_role_permission where permission_id like 'column:%'`),
  ).toEqual([{ code: 'column:demo.ware:fcost:edit' }])
  expect(await query(`select rule_column as key from sys_permission_data_rule where id = 'rn1'`)).toEqual([
    { key: 'fcost' },
  ])
}, 120_000)

const release = async (who: Person, body: JsonObject) => {
  await server.call(who, 'PUT', `/design/documents/${body.id}/draft`, { body: { base: null, body } })
  return server.call(who, 'POST', `/design/documents/${body.id}/release`, { body: { note: '' } })
}
const shelf = {
  ...screen('demo/shelf', member('fname', '名称', { type: 'select', dictCode: 'demo_wood' })),
  menu: { parent: 'base' },
}
const wood = {
  version: 2,
  kind: 'dict',
  id: 'demo/wood',
  title: '木料',
  code: 'demo_wood',
  items: [{ value: '1', text: '松' }],
}

it('a document of a designer takes its menu entry, grants and rules to its new id, a table its rows and history', async () => {
  expect((await release('clerk', wood)).body.success).toBe(true)
  expect((await release('clerk', shelf)).body).toMatchObject({ success: true })
  await server.call('admin', 'POST', '/resource/demo/shelf/add', { body: { fname: '1' } })
  await query(
    `insert into sys_role_permission (role_id, permission_id) select id, 'demo/shelf' from sys_role limit 1`,
  )
  await query(`insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
    values ('rn2', 'demo/shelf', '甲', 'fname', '=', '甲')`)
  await query(`insert into sys_role_data_rule (role_id, permission_id, rule_id)
    select role_id, permission_id, 'rn2' from sys_role_permission where permission_id = 'demo/shelf'`)
  await query(`insert into sys_permission (id, name, component, url, menu_type)
    values ('rn-entry', '另一个入口', 'demo/shelf', '/shelves', 1)`)
  const kept = { ...shelf, title: '木架' }
  await server.call('other', 'PUT', '/design/documents/demo/shelf/draft', {
    body: { base: shelf, body: kept },
  })

  const toStand = { kind: 'document', from: 'demo/shelf', to: 'demo/stand' }
  expect(
    (await send('clerk', '/inspect', { ...toStand, from: 'demo/ware' })).body.result.faults[0],
  ).toContain('npm run documents')
  await server.call('other', 'PUT', '/design/documents/demo/taken/draft', {
    body: { base: null, body: { ...shelf, id: 'demo/taken' } },
  })
  expect((await send('clerk', '', { ...toStand, to: 'demo/taken' })).body.message).toContain('已有人用来起草')
  expect((await send('clerk', '', { ...toStand, to: 'demo/ware' })).body.message).toContain('已有文档')
  expect((await send('clerk', '', toStand)).body).toMatchObject({ success: true })
  expect(await query(`select permission_id as id from sys_role_data_rule where rule_id = 'rn2'`)).toEqual([
    { id: 'demo/stand' },
  ])
  expect(await query(`select url, component from sys_permission where id = 'demo/stand'`)).toEqual([
    { url: '/demo/stand', component: 'demo/stand' },
  ])
  expect(await query(`select component from sys_permission where id = 'rn-entry'`)).toEqual([
    { component: 'demo/stand' },
  ])
  expect((await server.call('admin', 'GET', '/resource/demo/stand/list')).body.result.total).toBe(1)
  expect(
    (await server.call('clerk', 'GET', '/design/documents/demo/stand/revisions')).body.result,
  ).toHaveLength(2)
  const { draft } = (await server.call('other', 'GET', '/design/documents/demo/stand')).body.result
  expect(draft.body).toMatchObject({ id: 'demo/stand', title: '木架' })

  await query('create table demo_spare (id text)')
  const toStands = { kind: 'table', from: 'demo_shelf', to: 'demo_stands' }
  expect((await send('clerk', '', { ...toStands, to: 'demo_spare' })).body.message).toContain(
    '数据库里已有表 demo_spare',
  )
  expect((await send('clerk', '', toStands)).body.success).toBe(true)
  expect(await query('select fname from demo_stands')).toEqual([{ fname: '1' }])
  expect(
    await query(`select distinct data_table as name from sys_data_log where data_table like 'demo_s%'`),
  ).toEqual([{ name: 'demo_stands' }])

  const toTimber = { kind: 'dict', from: 'demo_wood', to: 'demo_timber' }
  expect((await send('clerk', '', toTimber)).body).toMatchObject({ success: true, result: { documents: 2 } })
  const [row] = (await server.call('admin', 'GET', '/resource/demo/stand/list')).body.result.records
  expect(row).toMatchObject({ fname_dictText: '松' })
}, 120_000)

it('a release and a rename of what it uses at the same moment leave no document with the former name', async () => {
  const body = screen('demo/box', member('fname', '名称', { type: 'select', dictCode: 'demo_timber' }))
  const released = release('other', body)
  const renamed = send('clerk', '', { kind: 'dict', from: 'demo_timber', to: 'demo_lumber' })
  const answers = [await released, await renamed]
  expect(answers.some(({ body: { success } }) => success)).toBe(true)
  const [wood] = await query(`select body ->> 'code' as code from sys_document where id = 'demo/wood'`)
  const boxes = await query(
    `select body -> 'fields' -> 0 ->> 'dictCode' as code from sys_document where id = 'demo/box'`,
  )
  for (const box of boxes) expect(box).toEqual(wood)
}, 120_000)

it('a rename follows in every column in which the application stores ids of documents or names of tables', async () => {
  const rows = (await query(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name like 'sys\\_%' and table_name <> 'sys_design_head'
      and column_name ~ '(^|_)(screen|document|document_id|component|data_table|table_name)$'`)) as {
    name: string
  }[]
  const followed = [...documentColumns, ...tableColumns].map((place) => place.join('.'))
  // The rights of columns follow by a function of their module.
  followed.push('sys_controlled_column.document_id')
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.map(({ name }) => name).filter((name) => !followed.includes(name))).toEqual([])
})
