import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rollupModule } from '#server/modules/rollup/module.ts'
import { rebuildFollowed } from '#server/modules/rollup/rebuild.ts'
import { emptyTables } from '../../../../support/empty-tables.ts'
import { waitForLocks } from '../../../../support/lock-waits.ts'
import { sendImport } from '../../excel/send-import.ts'
import { recordStatements } from '../../statements.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const price = { type: 'inputNumber', scale: 2 }
const goods = noteScreen({
  id: 'demo/goods',
  title: '物品',
  perm: 'demo:goods',
  table: { name: 'demo_goods', softDelete: true },
  fields: [
    { key: 'fcode', title: '编码', type: 'input', length: 20 },
    { key: 'fbase', title: '进价', ...price },
    { key: 'fprice', title: '单价', ...price, compute: 'fbase * 2' },
  ],
})
const order = noteScreen({
  id: 'demo/sale',
  title: '单据',
  perm: 'demo:sale',
  table: { name: 'demo_sale' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fgoods', title: '主物品', type: 'input', length: 36 },
    {
      key: 'fmain',
      title: '主价',
      ...price,
      query: 'range',
      isOrder: true,
      follow: { field: 'fgoods', screen: 'demo/goods', value: 'fprice' },
    },
    { key: 'ftotal', title: '合计', ...price, compute: 'fmain + sum(items.famount)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_sale_item', fk: 'fsaleid' },
      fields: [
        { key: 'fcode', title: '编码', type: 'input', length: 20 },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 0 },
        {
          key: 'funit',
          title: '单价',
          ...price,
          follow: { field: 'fcode', screen: 'demo/goods', key: 'fcode', value: 'fprice' },
        },
        { key: 'famount', title: '金额', ...price, compute: 'fnum * funit' },
      ],
    },
  ],
})
/** A roll-up over what follows. */
const shelf = noteScreen({
  id: 'demo/shelf',
  title: '货架',
  perm: 'demo:shelf',
  table: { name: 'demo_shelf' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    {
      key: 'fsum',
      title: '合计',
      ...price,
      rollup: { screen: 'demo/sale', field: 'fname', key: 'fname', how: 'sum', value: 'ftotal' },
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  const files = { goods, sale: order, shelf }
  server = await TestServer.open(
    Object.fromEntries(Object.entries(files).map(([name, screen]) => [`demo/${name}.json`, screen])),
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  await emptyTables(server.test.db.owner, 'demo_sale_item', 'demo_goods', 'demo_sale', 'demo_shelf')
})

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, call: object) => {
  const { body } = await server.call('admin', method, `/jeecg-boot/resource/demo/${path}`, call)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.result
}
const add = (screen: string, body: object) => send('POST', `${screen}/add`, { body })
const edit = (screen: string, body: object) => send('PUT', `${screen}/edit`, { body })
const readSale = (id: string) => send('GET', 'sale/queryById', { query: { id } })

it('a field has the value of the record it refers to, in the answer of the save and in formulas, and follows it', async () => {
  const paper = await add('goods', { fcode: 'A', fbase: 5 })
  const shelfRecord = await add('shelf', { fname: '甲' })
  const items = [
    { fcode: 'A', fnum: 3 },
    { fcode: 'B', fnum: 1 },
  ]
  const sale = await add('sale', { fname: '甲', fgoods: paper.id, fmain: 999, items })
  const first = { fmain: 10, ftotal: 40, items: [{ funit: 10, famount: 30 }, { funit: null }] }
  expect(sale).toMatchObject(first)
  expect(await readSale(sale.id)).toMatchObject(first)

  await edit('goods', { id: paper.id, fbase: 6 })
  expect(await readSale(sale.id)).toMatchObject({ fmain: 12, ftotal: 48, rev: sale.rev })
  const [{ fsum }] = (await send('GET', 'shelf/list', { query: { id: shelfRecord.id } })).records
  expect(fsum).toBe(48)
  const query = { fmain_begin: '12', fmain_end: '12', column: 'fmain', order: 'asc' }
  expect((await send('GET', 'sale/list', { query })).total).toBe(1)

  const ink = await add('goods', { fcode: 'B', fbase: 1 })
  expect((await readSale(sale.id)).items[1]).toMatchObject({ funit: 2 })
  expect(await edit('sale', { id: sale.id, fgoods: ink.id })).toMatchObject({ fmain: 2, ftotal: 40 })
  await send('DELETE', 'goods/delete', { query: { id: ink.id } })
  expect(await readSale(sale.id)).toMatchObject({ fmain: null, ftotal: 36 })
})

it('an open form reads the value of a reference, and an import computes it', async () => {
  await add('goods', { fcode: 'A', fbase: 5 })
  const query = { field: 'fcode', values: '["A","Z"]' }
  expect(await send('GET', 'sale/items/referenced', { query })).toEqual([
    { fcode: 'A', funit: 10 },
    { fcode: 'Z', funit: null },
  ])
  const sheets = {
    单据: [['名称'], ['导入']],
    明细: [
      ['名称', '编码', '数量', '单价'],
      ['导入', 'A', 2, 1],
    ],
  }
  await sendImport(server, 'demo/sale', sheets, { who: 'admin' })
  const { rows } = await sql`select funit, famount from demo_sale_item`.execute(server.test.db.app)
  expect(rows).toEqual([{ funit: '10.00', famount: '20.00' }])
})

it('a change is carried over to any number of records by the same number of statements', async () => {
  const countStatements = async (count: number): Promise<number> => {
    const { id, fcode } = await add('goods', { fcode: `N${count}`, fbase: 1 })
    for (let at = 0; at < count; at++)
      await add('sale', { fname: 'n', fgoods: id, items: Array(3).fill({ fcode, fnum: 2 }) })
    const statements = await recordStatements(() => edit('goods', { id, fbase: 5 }))
    const { records } = await send('GET', 'sale/list', { query: { fgoods: id, pageSize: '50' } })
    const changed = records.filter((record: { ftotal: number }) => record.ftotal === 70)
    expect(changed).toHaveLength(count)
    return statements.length
  }
  expect(await countStatements(12)).toBe(await countStatements(2))
})

it('a rebuild makes values true that other programs have changed', async () => {
  const paper = await add('goods', { fcode: 'A', fbase: 5 })
  const sale = await add('sale', { fgoods: paper.id, items: [{ fcode: 'A', fnum: 1 }] })
  await sql`update demo_goods set fprice = 7`.execute(server.test.db.app)
  await sql`delete from sys_rollup`.execute(server.test.db.app)
  await rebuildFollowed({ ...server.services, log: server.services.log })
  expect(await readSale(sale.id)).toMatchObject({ fmain: 7, ftotal: 14, items: [{ famount: 7 }] })
})

it('fields that were removed and return are computed again', async () => {
  const serve = async (files: Record<string, { fields: readonly object[] }>) => {
    for (const [name, json] of Object.entries(files))
      writeFileSync(join(server.folder, `demo/${name}.json`), JSON.stringify(json))
    await server.services.reloadDocuments()
    await rollupModule.seed?.(server.services)
  }
  const paper = await add('goods', { fcode: 'A', fbase: 5 })
  const sale = await add('sale', { fname: '甲', fgoods: paper.id, items: [{ fcode: 'A', fnum: 1 }] })
  await add('shelf', { fname: '甲' })
  await serve({
    sale: {
      ...order,
      fields: order.fields
        .filter(({ key }) => key !== 'fmain')
        .map((field) => (field.key === 'ftotal' ? { ...field, compute: 'sum(items.famount)' } : field)),
    },
    shelf: { ...shelf, fields: shelf.fields.filter(({ key }) => key !== 'fsum') },
  })
  await edit('goods', { id: paper.id, fbase: 6 })
  await serve({ sale: order, shelf })
  expect(await readSale(sale.id)).toMatchObject({ fmain: 12, ftotal: 24 })
  const [{ fsum }] = (await send('GET', 'shelf/list', {})).records
  expect(fsum).toBe(24)
})

it('a record that is saved while another transaction changes the one it refers to waits for that change', async () => {
  const paper = await add('goods', { fcode: 'A', fbase: 5 })
  const shelfRecord = await add('shelf', { fname: '甲' })
  let added: Promise<{ id: string }> | undefined
  await server.test.db.owner.transaction().execute(async (trx) => {
    await sql`update demo_goods set fbase = 6, fprice = 12`.execute(trx)
    const body = { fname: '甲', fgoods: paper.id, items: [{ fcode: 'A', fnum: 3 }] }
    added = add('sale', body)
    await waitForLocks(server.test.db.app)
  })
  const sale = await added
  expect(await readSale(sale?.id ?? '')).toMatchObject({ fmain: 12, ftotal: 48, items: [{ funit: 12 }] })
  const [{ fsum }] = (await send('GET', 'shelf/list', { query: { id: shelfRecord.id } })).records
  expect(fsum).toBe(48)
})

it('a record is changed after the commit of one that newly refers to it, and that one follows', async () => {
  const paper = await add('goods', { fcode: 'A', fbase: 5 })
  const sale = await add('sale', { fname: '甲', items: [] })
  let saved: Promise<unknown> | undefined
  await server.test.db.owner.transaction().execute(async (trx) => {
    await sql`lock table sys_data_log in share mode`.execute(trx)
    const refers = edit('sale', {
      id: sale.id,
      fgoods: paper.id,
      items: { added: [{ fcode: 'A', fnum: 3 }] },
    })
    await waitForLocks(server.test.db.app)
    saved = Promise.all([refers, edit('goods', { id: paper.id, fbase: 6 })])
    await waitForLocks(server.test.db.app, 2)
  })
  await saved
  expect(await readSale(sale.id)).toMatchObject({ fmain: 12, ftotal: 48, items: [{ funit: 12 }] })
})

it('random edits keep all values true', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('price' as const), at: fc.nat(2), to: fc.nat(9) }),
    fc.record({ do: fc.constant('refer' as const), at: fc.nat(2), to: fc.nat(3) }),
    fc.record({ do: fc.constant('row' as const), at: fc.nat(2), to: fc.nat(3) }),
    fc.record({ do: fc.constant('code' as const), at: fc.nat(2), to: fc.nat(3) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const ids: string[] = []
      for (const at of [0, 1, 2]) ids.push((await add('goods', { fcode: `c${at}`, fbase: at })).id)
      const sales: string[] = []
      for (const at of [0, 1, 2])
        sales.push((await add('sale', { fgoods: ids[at], items: [{ fcode: `c${at}`, fnum: 1 }] })).id)
      for (const { do: verb, at, to } of steps) {
        const id = sales[at]
        if (verb === 'price') await edit('goods', { id: ids[at], fbase: to })
        else if (verb === 'code') await edit('goods', { id: ids[at], fcode: `c${to}` })
        else if (verb === 'refer') await edit('sale', { id, fgoods: ids[to] ?? null })
        else await edit('sale', { id, items: { added: [{ fcode: `c${to}`, fnum: to }] } })
      }
      const { rows } = await sql`
        select s.id from demo_sale s left join demo_goods g on g.id = s.fgoods
        where s.fmain is distinct from g.fprice
          or s.ftotal is distinct from coalesce(g.fprice, 0)
            + (select coalesce(sum(famount), 0) from demo_sale_item i where i.fsaleid = s.id)
        union all
        select i.id from demo_sale_item i
        where i.funit is distinct from
            (select g.fprice from demo_goods g where g.fcode = i.fcode order by g.id limit 1)
          or i.famount is distinct from i.fnum * i.funit`.execute(server.test.db.app)
      expect(rows).toEqual([])
      await emptyTables(server.test.db.owner, 'demo_sale_item', 'demo_goods', 'demo_sale')
    }),
    { numRuns: 8 },
  )
})
