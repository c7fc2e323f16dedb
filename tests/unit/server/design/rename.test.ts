import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
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
  version: 1,
  kind: 'screen',
  id: 'demo/ware-view',
  extends: 'demo/ware',
  fields: { fprice: { width: 90 } },
}
const prices = {
  version: 1,
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
