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

const at = (id: string, part = '') => `/design/documents/${id}${part}`
const read = async (who: Person, id: string) => (await server.call(who, 'GET', at(id))).body.result
const send = async (who: Person, id: string, part: string, body: JsonObject) =>
  (await server.call(who, 'POST', at(id, part), { body })).body
const store = async (who: Person, id: string, base: JsonObject | null, body: JsonObject) =>
  (await server.call(who, 'PUT', at(id, '/draft'), { body: { base, body } })).body
/** What a name in the present state of the document would change. */
const look = async (who: Person, id: string, renaming: JsonObject) => {
  const { draft, current } = await read(who, id)
  return (await send(who, id, '/rename', { body: draft?.body ?? current, renaming })).result
}
/** Gives a name in the draft of a document. */
const name = async (who: Person, id: string, renaming: JsonObject) => {
  const { draft, current } = await read(who, id)
  const { faults, body } = await look(who, id, renaming)
  expect(faults).toEqual([])
  await store(who, id, draft ? draft.base : current, body)
  return body as JsonObject
}
const release = (who: Person, id: string) => send(who, id, '/release', { note: '' })
const rename = async (who: Person, id: string, renaming: JsonObject) => {
  await name(who, id, renaming)
  expect(await release(who, id)).toMatchObject({ success: true, result: { problems: [] } })
}
const renaming = { from: 'fprice', to: 'fcost' }
const query = async (text: string) => (await sql.raw(text).execute(server.services.db.owner)).rows

it('names what follows and the drafts of others, and refuses a name that is taken, without a change', async () => {
  const edited = { ...ware, fields: (ware.fields as JsonObject[]).map((field) => ({ ...field, width: 120 })) }
  await server.call('other', 'PUT', '/design/documents/demo/ware/draft', {
    body: { base: ware, body: edited },
  })
  expect(await look('clerk', 'demo/ware', renaming)).toMatchObject({
    faults: [],
    byHand: [],
    documents: expect.arrayContaining([
      { id: 'demo/ware', title: '展柜', count: 1 },
      { id: 'demo/prices', title: '价格', count: 1 },
    ]),
    drafts: [{ documentId: 'demo/ware' }],
  })
  expect((await look('clerk', 'demo/ware', { ...renaming, to: 'fname' })).faults[0]).toContain('重复')
  expect((await look('clerk', 'demo/ware', { ...renaming, to: 'order' })).faults[0]).toContain('SQL 的词')
  expect((await look('clerk', 'demo/ware-view', renaming)).faults[0]).toContain('请在那里改名')
})

it('is one step of the plan of the draft, which its undo and its removal take back, without a change before', async () => {
  const body = await name('clerk', 'demo/ware', renaming)
  expect(body.fields).toMatchObject([{ key: 'fname' }, { key: 'fcost', renamedFrom: 'fprice' }, {}])
  const { result } = await send('clerk', 'demo/ware', '/inspect', { body })
  expect(result).toMatchObject({
    problems: [],
    renames: [
      {
        text: '字段「fprice」改名为「fcost」',
        documents: expect.arrayContaining([{ id: 'demo/prices', title: '价格', count: 1 }]),
      },
    ],
    named: body,
    steps: [{ text: '列改名 demo_ware.fprice → fcost', additive: true }],
  })
  // A second name keeps the released one, and the way back is no step.
  const second = (await look('clerk', 'demo/ware', { from: 'fcost', to: 'fsum' })).body
  expect(second.fields[1]).toMatchObject({ key: 'fsum', renamedFrom: 'fprice' })
  expect((await look('clerk', 'demo/ware', { from: 'fcost', to: 'fprice' })).body).toEqual(ware)
  expect(await query('select fprice from demo_ware')).toEqual([])
  expect((await server.call('clerk', 'DELETE', at('demo/ware', '/draft'))).body.success).toBe(true)
  expect((await read('clerk', 'demo/ware')).current).toEqual(ware)
})

it('keeps the data, and takes documents, drafts, saved queries, rules and restricted columns along', async () => {
  const added = await server.call('admin', 'POST', '/resource/demo/ware/add', {
    body: { fname: '甲', fprice: 3 },
  })
  expect(added.body.success).toBe(true)
  await query(`insert into sys_saved_query (id, screen, title, match_type, records, settings, visibility, org_code, user_id)
    select 'rn1', 'demo/ware', '贵的', 'and', '[{"field":"fprice","rule":"gt","val":"1"}]',
      '{"sort":"-fprice","conditions":{"fprice_begin":"1"},"hidden":["fprice","fname"],"widths":{"fprice":90}}', 'private', '', id
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
  await rename('clerk', 'demo/ware', renaming)
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
  const { draft } = await read('other', 'demo/ware')
  expect(draft.body.fields[1]).toMatchObject({ key: 'fcost', width: 120, renamedFrom: 'fprice' })
  expect((await release('other', 'demo/ware')).success).toBe(true)
  expect(await query(`select records, settings from sys_saved_query where id = 'rn1'`)).toEqual([
    {
      records: [{ field: 'fcost', rule: 'gt', val: '1' }],
      settings: {
        ...{ sort: '-fcost', conditions: { fcost_begin: '1' } },
        ...{ hidden: ['fcost', 'fname'], widths: { fcost: 90 } },
      },
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

const releaseNew = async (who: Person, body: JsonObject) => {
  await store(who, String(body.id), null, body)
  return release(who, String(body.id))
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
  expect((await releaseNew('clerk', wood)).success).toBe(true)
  expect(await releaseNew('clerk', shelf)).toMatchObject({ success: true })
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
  expect((await look('clerk', 'demo/ware', { ...toStand, from: 'demo/ware' })).faults[0]).toContain(
    'npm run documents',
  )
  await store('other', 'demo/taken', null, { ...shelf, id: 'demo/taken' })
  const findFault = async (to: string) => (await look('clerk', 'demo/shelf', { ...toStand, to })).faults[0]
  expect(await findFault('demo/taken')).toContain('已有人用来起草')
  expect(await findFault('demo/ware')).toContain('已有文档')
  await query(`insert into sys_panel_arrangement (user_id, panel, blocks, defaults)
    select id, 'demo/shelf', '[{"panel":"demo/shelf","block":"a","span":3}]', '{}' from sys_user limit 1`)
  await rename('clerk', 'demo/shelf', toStand)
  expect(await query('select panel, blocks from sys_panel_arrangement')).toEqual([
    { panel: 'demo/stand', blocks: [{ panel: 'demo/stand', block: 'a', span: 3 }] },
  ])
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
  const { draft } = await read('other', 'demo/stand')
  expect(draft.body).toMatchObject({ id: 'demo/stand', title: '木架' })

  await query('create table demo_spare (id text)')
  const toStands = { kind: 'table', from: 'demo_shelf', to: 'demo_stands' }
  expect((await look('clerk', 'demo/stand', { ...toStands, to: 'demo_spare' })).faults[0]).toContain(
    '数据库里已有表 demo_spare',
  )
  await rename('clerk', 'demo/stand', toStands)
  expect(await query('select fname from demo_stands')).toEqual([{ fname: '1' }])
  expect(
    await query(`select distinct data_table as name from sys_data_log where data_table like 'demo_s%'`),
  ).toEqual([{ name: 'demo_stands' }])

  const toTimber = { kind: 'dict', from: 'demo_wood', to: 'demo_timber' }
  await rename('clerk', 'demo/wood', toTimber)
  const [row] = (await server.call('admin', 'GET', '/resource/demo/stand/list')).body.result.records
  expect(row).toMatchObject({ fname_dictText: '松' })
}, 120_000)

it('a release and a rename of what it uses at the same moment leave no document with the former name', async () => {
  const body = screen('demo/box', member('fname', '名称', { type: 'select', dictCode: 'demo_timber' }))
  await name('clerk', 'demo/wood', { kind: 'dict', from: 'demo_timber', to: 'demo_lumber' })
  const answers = await Promise.all([releaseNew('other', body), release('clerk', 'demo/wood')])
  expect(answers.some(({ success }) => success)).toBe(true)
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
      and column_name ~ '(^|_)(screen|document|document_id|component|panel|data_table|table_name)$'`)) as {
    name: string
  }[]
  const followed = [...documentColumns, ...tableColumns].map((place) => place.join('.'))
  // The rights of columns follow by a function of their module.
  followed.push('sys_controlled_column.document_id')
  // A whole document: the version of a workflow with which cases have begun.
  followed.push('sys_workflow_version.document')
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.map(({ name }) => name).filter((name) => !followed.includes(name))).toEqual([])
})

const order = {
  ...screen(
    'demo/requisition',
    member('fno', '单号', { width: 100 }),
    member('ftotal', '合计', { type: 'inputNumber', scale: 2, persist: false, compute: 'sum(items.fqty)' }),
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_requisition_item', fk: 'forderid' },
      fields: [member('fqty', '数量', { type: 'inputNumber', scale: 2 })],
    },
  ),
  flow: {
    field: 'fphase',
    initial: '草稿',
    moves: [{ code: 'submit', title: '提交', from: ['草稿'], to: '已提交' }],
  },
}

it('a detail table, its columns, a computed field and the state of a flow get names in one draft', async () => {
  const id = 'demo/requisition'
  expect(await releaseNew('clerk', order)).toMatchObject({ success: true, result: { problems: [] } })
  const added = await server.call('admin', 'POST', `/resource/${id}/add`, {
    body: { fno: 'A1', items: [{ fqty: 2 }] },
  })
  expect(added.body).toMatchObject({ success: true })
  await name('clerk', id, { from: 'items', to: 'goods' })
  await name('clerk', id, { detail: 'goods', from: 'fqty', to: 'fcount' })
  await name('clerk', id, { from: 'ftotal', to: 'fsum' })
  await name('clerk', id, { from: 'fphase', to: 'fstage' })
  const body = await name('clerk', id, { kind: 'document', from: id, to: 'demo/wanted' })
  const { result } = await send('clerk', id, '/inspect', { body })
  expect(result.problems).toEqual([])
  expect(result.renames.map(({ text }: JsonObject) => text)).toEqual([
    '明细「items」的字段「fqty」改名为「fcount」',
    '字段「ftotal」改名为「fsum」',
    '字段「items」改名为「goods」',
    '字段「fphase」改名为「fstage」',
    '编号「demo/requisition」改名为「demo/wanted」',
  ])
  expect(await release('clerk', id)).toMatchObject({ success: true, result: { problems: [] } })
  const { result: record } = (
    await server.call('admin', 'GET', '/resource/demo/wanted/queryById', {
      query: { id: added.body.result.id },
    })
  ).body
  expect(record).toMatchObject({ fno: 'A1', fstage: '草稿', goods: [{ fcount: 2 }] })
  // The state as it was first comes back with the data, under the present id.
  const first = (
    await server.call('clerk', 'GET', at('demo/wanted', '/revision'), { query: { revision: '1' } })
  ).body.result
  expect(first.body).toEqual(order)
  expect(first.restored).toMatchObject({
    id: 'demo/wanted',
    fields: [
      { key: 'fno' },
      { key: 'ftotal', renamedFrom: 'fsum' },
      { key: 'items', renamedFrom: 'goods', fields: [{ key: 'fqty', renamedFrom: 'fcount' }] },
    ],
  })
}, 120_000)

it('keeps what others have released of the field meanwhile, and the data under the names of two designers', async () => {
  const id = 'demo/wanted'
  const present = (await read('clerk', id)).current
  const widen = (body: JsonObject, width: number) => ({
    ...body,
    fields: (body.fields as JsonObject[]).map((field) =>
      field.title === '单号' ? { ...field, width } : field,
    ),
  })
  await name('clerk', id, { from: 'fno', to: 'fnumber' })
  await store('other', id, present, widen(present, 130))
  expect((await release('other', id)).success).toBe(true)
  await name('other', id, { from: 'fno', to: 'fserial' })
  // The name and the width are of one field: both are kept.
  expect(await release('clerk', id)).toMatchObject({ success: true })
  expect((await read('clerk', id)).current.fields[0]).toMatchObject({ key: 'fnumber', width: 130 })
  expect((await read('other', id)).draft.body.fields[0]).toMatchObject({
    key: 'fserial',
    renamedFrom: 'fnumber',
  })
  expect(await release('other', id)).toMatchObject({ success: true })
  expect(await query('select fserial from demo_requisition')).toEqual([{ fserial: 'A1' }])

  // Another width of the same field is a conflict, by the one who released it.
  const { current } = await read('other', id)
  await store('clerk', id, current, widen(current, 150))
  const { draft } = await read('clerk', id)
  const { body } = (
    await send('clerk', id, '/rename', { body: draft.body, renaming: { from: 'fserial', to: 'fcode' } })
  ).result
  await store('clerk', id, current, body)
  await store('other', id, current, widen(current, 170))
  expect((await release('other', id)).success).toBe(true)
  const refused = await release('clerk', id)
  expect(refused.result.conflicts).toMatchObject([
    { path: ['fields', 'fcode', 'width'], by: { kind: 'person', name: 'other真名' } },
  ])
  expect(refused.result.named.current.fields[0]).toMatchObject({ key: 'fcode', width: 170 })
}, 120_000)

it('a field that is not released is renamed with its uses in the draft that the request has, without a note', async () => {
  const draft = {
    ...screen(
      'demo/shelf-new',
      member('fprice', '单价', { type: 'inputNumber' }),
      member('fsum', '金额', { type: 'inputNumber', compute: 'fprice * 2' }),
      member('fnote', '备注', { showIf: 'fprice > 10' }),
      member('fware', '物品', {
        type: 'popup',
        popupCode: 'rp_ware',
        orgFields: ['fprice'],
        destFields: ['fprice'],
      }),
      member('fstates', '状态', { type: 'select', options: [{ value: '草稿' }, { value: '已审' }] }),
    ),
    list: { fields: ['fprice', 'fsum'], sort: '-fprice' },
    form: { groups: [{ title: '基本', fields: ['fprice', 'fsum'] }] },
    table: { name: 'demo_shelf_new', indexes: [['fprice']] },
    flow: {
      field: 'fstates',
      initial: '草稿',
      moves: [{ code: 'audit', title: '审核', from: ['草稿'], to: '已审', set: { fprice: '0' } }],
    },
  }
  const { result } = await send('clerk', 'demo/shelf-new', '/rename', {
    body: draft as JsonObject,
    renaming: { from: 'fprice', to: 'fcost' },
  })
  expect(result).toMatchObject({ faults: [], byHand: [], drafts: [], documents: [{ id: 'demo/shelf-new' }] })
  // The picker's own column keeps its name.
  const text = JSON.stringify(draft).replaceAll('fprice', 'fcost')
  const expected = JSON.parse(text.replace('"orgFields":["fcost"]', '"orgFields":["fprice"]'))
  expect(result.body).toEqual(expected)
  expect(await read('clerk', 'demo/shelf-new')).toBeNull()
})
