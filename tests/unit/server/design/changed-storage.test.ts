import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { TestServer } from '../resources/test-server.ts'
import { member, screen } from './screens.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({}, { clerk: ['design:read', 'design:write', 'design:release'] })
})
afterAll(() => server?.close())

const at = (id: string, part = '') => `/design/documents/${id}${part}`
const query = async (text: string) => (await sql.raw(text).execute(server.services.db.owner)).rows
/** Drafts a state of the document over the released one, and releases it. */
const release = async (body: JsonObject, more: JsonObject = {}) => {
  const id = String(body.id)
  const { current = null } = (await server.call('clerk', 'GET', at(id))).body.result ?? {}
  const saved = await server.call('clerk', 'PUT', at(id, '/draft'), { body: { base: current, body } })
  expect(saved.body).toMatchObject({ success: true })
  return (await server.call('clerk', 'POST', at(id, '/release'), { body: { note: '', ...more } })).body
}
const releaseNew = async (body: JsonObject) => {
  expect(await release({ ...body, menu: { parent: 'base' } })).toMatchObject({
    success: true,
    result: { problems: [] },
  })
}
const problem = (path: string, ...texts: string[]) => ({
  success: false,
  result: { problems: [{ path, text: expect.stringMatching(texts.join('.*')) }] },
})

it('a field takes no name of a field that the same draft removes', async () => {
  const [first, second] = [member('fnote', '备注'), member('fplace', '地点')]
  const body = screen('demo/taken', member('fname', '名称'), first, second)
  await releaseNew(body)
  await query(`insert into demo_taken (id, fnote, fplace) values ('1', '旧的备注', '北京')`)
  const removed = { ...screen('demo/taken', member('fname', '名称'), second), menu: { parent: 'base' } }
  const renaming = { from: 'fplace', to: 'fnote' }
  const looked = await server.call('clerk', 'POST', at('demo/taken', '/rename'), {
    body: { body: removed, renaming },
  })
  expect(looked.body.result.faults).toEqual([expect.stringContaining('先发布删除')])
  const renamed = { ...second, key: 'fnote', renamedFrom: 'fplace' }
  const taken = { ...removed, fields: [member('fname', '名称'), renamed] }
  expect(await release(taken)).toMatchObject(problem('/fields/1/key', '先发布删除'))

  // The column of a removed field stays until a synchronisation: a name that is free in the document is not in the table.
  expect(await release(removed)).toMatchObject({ success: true })
  expect(await release(taken)).toMatchObject({
    success: false,
    message: expect.stringMatching(/试用没有通过.*已有值/),
  })
  // A load of such a document serves the last good one.
  const storeBody = async (body: JsonObject) => {
    await query(`update sys_design_document set body = '${JSON.stringify(body)}' where id = 'demo/taken'`)
    await server.services.reloadDocuments()
  }
  await storeBody(taken)
  const served = server.services.documents.screen('demo/taken')?.document
  expect(served?.fields.map(({ key }) => key)).toEqual(['fname', 'fplace'])
  await storeBody(removed)
  await query('alter table demo_taken rename column fnote to parked_fnote')
  expect(await release(taken)).toMatchObject({ success: true, result: { problems: [] } })
  expect(await query('select fnote from demo_taken')).toEqual([{ fnote: '北京' }])
})

const items = (more: JsonObject = {}, field: JsonObject = {}) => ({
  key: 'items',
  title: '货物',
  type: 'table',
  table: { name: 'demo_rack_item', fk: 'frackid', ...more },
  fields: [{ ...member('fgoods', '货'), ...field }],
})

it('rows keep what they belong to, and fields and tables their values', async () => {
  const rack = (detail: JsonObject, more: JsonObject = {}, field: JsonObject = {}): JsonObject => ({
    ...screen(
      'demo/rack',
      { ...member('fname', '名称'), ...field },
      member('fcode', '编号', { length: 36 }),
      detail,
    ),
    menu: { parent: 'base' },
    table: { name: 'demo_rack', ...more },
  })
  await releaseNew(rack(items()))
  await server.call('admin', 'POST', '/resource/demo/rack/add', {
    body: { fname: '一号', fcode: 'A', items: [{ fgoods: '甲' }, { fgoods: '乙' }] },
  })
  expect(await query('select fgoods from demo_rack_item')).toHaveLength(2)
  const at2 = '/fields/2'
  expect(await release(rack(items({ fk: 'fshelfid' })))).toMatchObject(
    problem(`${at2}/table/fk`, '货物', 'frackid', '2 行'),
  )
  expect(await release(rack(items({ ref: 'fcode' })))).toMatchObject(
    problem(`${at2}/table/ref`, '货物', 'id', '2 行'),
  )
  expect(await release(rack(items({ name: 'demo_rack_goods' })))).toMatchObject(
    problem(`${at2}/table/name`, 'demo_rack_item', '2 行'),
  )
  expect(await release(rack(items({}, { column: 'goods_name' })))).toMatchObject(
    problem(`${at2}/fields/0/column`, 'fgoods', 'goods_name', '2 条'),
  )
  expect(await release(rack(items(), { name: 'demo_rack_two' }))).toMatchObject(
    problem('/table/name', 'demo_rack_two', '1 行'),
  )
  expect(await release(rack(items(), {}, { column: 'rack_name' }))).toMatchObject(
    problem('/fields/0/column', 'fname', 'rack_name', '1 条'),
  )

  // Without rows and values there is nothing to lose.
  await query('delete from demo_rack_item')
  await query('update demo_rack set fname = null')
  const changed = rack(items({ fk: 'fshelfid' }), {}, { column: 'rack_name' })
  expect(await release(changed)).toMatchObject({ success: true, result: { problems: [] } })
})

it('deleted records do not return with the setting that hides them', async () => {
  const body = (softDelete: boolean): JsonObject => ({
    ...screen('demo/bin', member('fname', '名称')),
    menu: { parent: 'base' },
    table: { name: 'demo_bin', ...(softDelete && { softDelete }) },
  })
  await releaseNew(body(true))
  await query(`insert into demo_bin (id, fname, del_flag) values ('1', '甲', 1), ('2', '乙', 0)`)
  expect(await release(body(false))).toMatchObject(problem('/table', '1 条已删除的记录会重新出现'))
  await query('delete from demo_bin where del_flag = 1')
  expect(await release(body(false))).toMatchObject({ success: true })
})

it('a new field with the key of a removed one shows the old values only after a confirmation', async () => {
  const body = (...fields: JsonObject[]): JsonObject => ({
    ...screen('demo/again', member('fname', '名称'), ...fields),
    menu: { parent: 'base' },
  })
  const remark = member('fbz', '备注')
  await releaseNew(body(remark))
  await query(`insert into demo_again (id, fbz) values ('1', '甲'), ('2', '乙'), ('3', null)`)
  expect(await release(body())).toMatchObject({ success: true })
  const standard = body(member('fbz', '标准'))
  const asked = await release(standard)
  expect(asked).toMatchObject({ success: false, message: expect.stringMatching(/带出.*新字段「标准」/) })
  expect(asked.result.steps).toMatchObject([{ rows: 2, samples: ['甲', '乙'] }])
  // A field that comes back is asked for with its values.
  expect(await release(body(remark))).toMatchObject({ success: true })
  expect(await release(body())).toMatchObject({ success: true })
  await query('alter table demo_again rename column fbz to parked_fbz')
  expect((await release(standard)).result.steps).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ rows: 2, text: expect.stringContaining('parked_fbz') }),
    ]),
  )
  expect(await release(standard, { table: 'demo_again' })).toMatchObject({ success: true })
  expect(await query('select fbz from demo_again where fbz is not null')).toHaveLength(2)
})

it('a new detail with the table of a removed one shows the old rows only after a confirmation', async () => {
  const body = (...details: JsonObject[]): JsonObject => ({
    ...screen('demo/crate', member('fname', '名称'), ...details),
    menu: { parent: 'base' },
  })
  const goods = items({ name: 'demo_crate_item' })
  const parts = { ...goods, key: 'parts', title: '配件' }
  await releaseNew(body(goods))
  await server.call('admin', 'POST', '/resource/demo/crate/add', {
    body: { fname: '一号', items: [{ fgoods: '甲' }, { fgoods: '乙' }] },
  })
  const swapped = await release(body(parts))
  expect(swapped.message).toMatch(/明细「配件」会带出明细「货物」的行/)
  expect(swapped).toMatchObject({ success: false, result: { steps: [{ rows: 2 }] } })

  expect(await release(body())).toMatchObject({ success: true })
  const asked = await release(body(parts))
  expect(asked.message).toMatch(/明细「配件」会带出以前删掉的明细的行/)
  expect(asked).toMatchObject({ success: false, result: { steps: [{ rows: 2 }] } })
  // A detail that comes back has its own rows.
  expect(await release(body(goods))).toMatchObject({ success: true })
  expect(await release(body())).toMatchObject({ success: true })
  expect(await release(body(parts), { table: 'demo_crate' })).toMatchObject({ success: true })
})
