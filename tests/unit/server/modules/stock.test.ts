import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dynamicTables } from '#server/platform/store/database.ts'
import { TestServer } from '../resources/test-server.ts'

const posting = {
  ledger: 'demo/ledger',
  each: 'items',
  sign: 'minus',
  values: { fwarehouse: '=fwarehouse', spid: '=row.spid', fspmc: '=row.fspmc', fkcnum: '=row.fnum' },
  deny: '库存不足，无法出库',
}

/** A bill whose approval takes its goods out of the stock. */
const issue = {
  version: 2,
  kind: 'screen',
  id: 'demo/issue',
  title: '出库单',
  table: { name: 'demo_issue' },
  fields: [
    { key: 'fwarehouse', title: '仓库', type: 'input', length: 40 },
    { key: 'fstates', title: '状态', type: 'input', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_issue_item', fk: 'fissueid' },
      fields: [
        { key: 'spid', type: 'hidden' },
        { key: 'fspmc', title: '品名', type: 'input' },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
      ],
    },
  ],
  flow: {
    field: 'fstates',
    initial: '待审核',
    moves: [
      { code: 'audit', title: '审核', from: ['待审核'], to: '已审核', post: [posting] },
      { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核', reverse: true },
    ],
  },
}

/** Balances that only effects write. */
const balance = {
  version: 2,
  kind: 'screen',
  id: 'demo/balance',
  title: '结存',
  table: { name: 'demo_balance', derived: true },
  fields: [{ key: 'fnum', title: '数量', type: 'inputNumber' }],
}

/** A screen of its own permission whose rows request the stock after a pick. */
const sale = {
  version: 2,
  kind: 'screen',
  id: 'demo/sale',
  title: '销售单',
  table: { name: 'demo_sale' },
  fields: [
    { key: 'fcustomer', title: '客户', type: 'input' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_sale_item', fk: 'fsaleid' },
      fields: [
        {
          key: 'spid',
          title: '品名',
          type: 'popup',
          popupCode: 'rp_demo_issue',
          orgFields: ['id'],
          destFields: ['spid'],
          onPick: { lookup: 'btgOrder.getspinfobefore', send: { spid: 'spid' }, fill: ['fkcnum'] },
        },
        { key: 'fkcnum', title: '现存量', type: 'inputNumber' },
      ],
    },
  ],
}

const picker = {
  version: 2,
  kind: 'picker',
  id: 'picker/demo-issue',
  title: '选择出库单',
  code: 'rp_demo_issue',
  source: { screen: 'demo/issue' },
  fields: ['fwarehouse'],
}

/** A shipped bill, over the ledger of these tests, which has no amounts and no places. */
const shipped = (name: string) =>
  JSON.parse(
    readFileSync(`schemas/stock/${name}.json`, 'utf8')
      .replaceAll(/stock\/(stock|ledger)/g, 'demo/$1')
      .replaceAll('stock/place', 'demo/stock')
      .replaceAll(/"funit", "flocation", "(flocation|fbookloc)"/g, '"funit"')
      .replaceAll('"type": "select", "width": 130, "dictCode": "stk_warehouse"', '"type": "input"')
      .replaceAll('"type": "select", "dictCode": "stk_warehouse"', '"type": "input"')
      .replaceAll('"type": "select", "width": 100, "dictCode": "bill_state"', '"type": "input"')
      .replaceAll('"unit"', '"demo_unit"')
      .replaceAll('"flocation": "=row.flocation", ', '')
      .replaceAll(/"famount": "=if[^"]*", /g, '')
      .replace('"fkcnum", "fprice"', '"fkcnum"')
      .replace('"fbooknum", "fbookprice"', '"fbooknum"'),
  )
const place = {
  ...{ version: 2, kind: 'screen', id: 'base/location', title: '库位', table: { name: 'demo_location' } },
  fields: [
    { key: 'fcode', title: '编号', type: 'input' },
    { key: 'fwarehouse', title: '仓库', type: 'input' },
  ],
}
const places = {
  ...{ version: 2, kind: 'dict', id: 'dict/location', title: '架位', code: 'stk_location' },
  source: { screen: 'base/location', text: 'fcode', value: 'fcode', filters: ['fwarehouse'] },
}
const stockPicker = {
  ...picker,
  ...{ id: 'picker/stock', title: '选择库存', code: 'rp_stock', source: { screen: 'demo/stock' } },
  fields: ['fwarehouse', 'fspmc', 'fspec', 'funit', 'fkcnum'],
}

let server: TestServer
beforeAll(async () => {
  const files = {
    'demo/issue.json': issue,
    'demo/balance.json': balance,
    'demo/sale.json': sale,
    'picker/demo-issue.json': picker,
    'picker/stock.json': stockPicker,
    'stock/count.json': shipped('count'),
    'base/location.json': place,
    'dict/location.json': places,
  }
  server = await TestServer.open(files, {
    reader: ['demo:sale:edit'],
    other: ['demo:sale:list', 'demo:sale:detail'],
  })
})
afterAll(() => server?.close())

const url = (verb: string) => `/jeecg-boot/resource/demo/issue/${verb}`
const addIssue = async (fwarehouse: string, ...items: readonly (readonly [spid: string, fnum: number])[]) => {
  const rows = items.map(([spid, fnum]) => ({ spid, fspmc: '宣纸', fnum }))
  const { body } = await server.call('admin', 'POST', url('add'), { body: { fwarehouse, items: rows } })
  return String(body.result.id)
}
const move = (code: string, id: string) =>
  server.call('admin', 'POST', url(`move/${code}`), { body: { ids: id } })
const readState = async (id: string) =>
  (await server.call('admin', 'GET', url('queryById'), { query: { id } })).body.result.fstates
const readStock = async (warehouse: string) => {
  const rows = await dynamicTables(server.services.db.app)
    .selectFrom('stk_stock')
    .select(['spid', 'fkcnum'])
    .where('fwarehouse', '=', warehouse)
    .orderBy('spid')
    .execute()
  return rows.map(({ spid, fkcnum }) => [spid, Number(fkcnum)])
}
/** Puts two of each of the goods into the stock. */
const receive = async (warehouse: string, ...goods: readonly string[]) => {
  const items = goods.map((spid) => ({ fspmc: '宣纸', spid, fnum: 2 }))
  const { id } = await server.add({ fwarehouse: warehouse, items })
  await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
}

it('an issue is refused without any change when one of its goods exceeds the stock', async () => {
  await receive('S1', 'a', 'b')
  const id = await addIssue('S1', ['a', 1], ['b', 2.01])
  const { status, body, headers } = await move('audit', id)
  expect([status, body.code, body.message, headers['x-error-code']]).toEqual([
    200,
    500,
    '库存不足，无法出库：「宣纸 S1」的数量现有 2，要减 2.01，不能低于 0',
    'LEDGER_SHORT',
  ])
  expect(body.result).toEqual({ source: `demo/issue:${id}`, row: expect.any(String) })
  expect([await readState(id), await readStock('S1')]).toEqual([
    '待审核',
    [
      ['a', 2],
      ['b', 2],
    ],
  ])
})

it('an issue is refused when its goods are in the stock of another warehouse only', async () => {
  await receive('S2', 'a')
  const id = await addIssue('S3', ['a', 1])
  expect((await move('audit', id)).headers['x-error-code']).toBe('LEDGER_SHORT')
  expect([await readStock('S2'), await readStock('S3')]).toEqual([[['a', 2]], []])
})

it('an issue of all that is in the stock leaves zero, and its reversal adds it again', async () => {
  await receive('S4', 'a')
  const id = await addIssue('S4', ['a', 0.5], ['a', 1.5])
  expect([(await move('audit', id)).body.code, await readStock('S4')]).toEqual([200, [['a', 0]]])
  expect([(await move('unaudit', id)).body.code, await readStock('S4')]).toEqual([200, [['a', 2]]])
})

it('the entries of a move and of its reversals say who made them, and are never changed', async () => {
  const { id } = await server.add({
    fwarehouse: 'S5',
    items: [
      { fspmc: '宣纸', spid: 'a', fnum: 2 },
      { fspmc: '毛笔', spid: 'b', fnum: 1 },
    ],
  })
  const audit = (code: string) => server.order('clerk', `move/${code}`, 'POST', { body: { ids: id } })
  await audit('audit')
  const undone = (await audit('unaudit')).body.result.undo
  await server.order('clerk', 'undo', 'POST', { body: { id: undone } })
  const { rows } = await sql<{ spid: string; by: string; count: string; rev: string }>`
    select spid, create_by as by, fkcnum as count, rev from stk_flow where fwarehouse = 'S5' order by spid, id`.execute(
    server.services.db.app,
  )
  expect(rows.map(({ spid, by, count, rev }) => [spid, by, Number(count), Number(rev)])).toEqual([
    ['a', 'clerk', 2, 1],
    ['a', 'clerk', -2, 1],
    ['a', 'clerk', 2, 1],
    ['b', 'clerk', 1, 1],
    ['b', 'clerk', -1, 1],
    ['b', 'clerk', 1, 1],
  ])
})

it('records of a derived table cannot be added, edited or deleted by hand', async () => {
  const place = '/jeecg-boot/resource/demo/balance'
  await server.services.db.app
    .transaction()
    .execute((trx) =>
      dynamicTables(trx).insertInto('demo_balance').values({ id: '1', rev: 1, fnum: 5 }).execute(),
    )
  const answers = [
    await server.call('admin', 'POST', `${place}/add`, { body: { fnum: 9 } }),
    await server.call('admin', 'PUT', `${place}/edit`, { body: { id: '1', rev: 1, fnum: 9 } }),
    await server.call('admin', 'DELETE', `${place}/delete`, { query: { id: '1' } }),
    await server.call('admin', 'DELETE', `${place}/deleteBatch`, { query: { ids: '1,' } }),
  ]
  expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual(Array(4).fill('TABLE_DERIVED'))
  const { body } = await server.call('admin', 'GET', `${place}/list`)
  expect(body.result.records.map(({ fnum }: { fnum: number }) => fnum)).toEqual([5])
})

it('the look-up of a line answers holders of a right to write on a screen that declares it', async () => {
  const url = '/jeecg-boot/system/btgOrder/getspinfobefore'
  const isRefused = async (as: 'admin' | 'reader' | 'other' | 'nobody') =>
    (await server.call(as, 'POST', url, { body: { spid: 'x' } })).status === 403
  expect([await isRefused('admin'), await isRefused('reader')]).toEqual([false, false])
  expect([await isRefused('other'), await isRefused('nobody')]).toEqual([true, true])
})

it('the look-up of a shown column answers holders of the right to open the record', async () => {
  const shown = structuredClone(sale)
  const [, items] = shown.fields
  const [, stock] = items?.fields ?? []
  Object.assign(stock ?? {}, { persist: false })
  const opened = await TestServer.open(
    { 'demo/sale.json': shown, 'picker/demo-issue.json': picker, 'demo/issue.json': issue },
    {
      reader: ['demo:sale:list'],
      other: ['demo:sale:detail'],
    },
  )
  try {
    const isRefused = async (as: 'reader' | 'other') =>
      (await opened.call(as, 'POST', '/jeecg-boot/system/btgOrder/getspinfobefore', { body: { spid: 'x' } }))
        .status === 403
    expect([await isRefused('other'), await isRefused('reader')]).toEqual([false, true])
  } finally {
    await opened.close()
  }
})

it('a count posts its difference from the book quantity that it froze, whatever moves meanwhile', async () => {
  await receive('S7', 'a', 'b')
  const address = '/jeecg-boot/resource/stock/count'
  const { body: listed } = await server.call('admin', 'GET', '/jeecg-boot/resource/demo/stock/list', {
    query: { fwarehouse: 'S7', column: 'spid', order: 'asc' },
  })
  const [first] = listed.result.records
  const row = { fspmc: '宣纸', spid: 'a', fstockid: first.id, fplace: 'S7', freason: '破损' }
  const addCount = async (fwarehouse: string, flocation: string | null = null) => {
    const items = [{ ...row, flocation, fbookloc: flocation, fbooknum: 2, frealnum: 1.5 }]
    return (await server.call('admin', 'POST', `${address}/add`, { body: { fwarehouse, items } })).body
  }
  for (const [fcode, fwarehouse] of [
    ['A-1', 'S7'],
    ['B-1', 'S8'],
  ])
    await server.call('admin', 'POST', '/jeecg-boot/resource/base/location/add', {
      body: { fcode, fwarehouse },
    })
  expect(JSON.stringify(await addCount('S8'))).toContain('这是别的仓库的库存')
  const misplaced = JSON.stringify(await addCount('S7', 'B-1'))
  expect(misplaced).toContain('/items/0/flocation')
  expect(misplaced).toContain('架位不在单据的仓库里')
  const { id } = (await addCount('S7', 'A-1')).result
  await move('audit', await addIssue('S7', ['a', 1]))
  const { body: shown } = await server.call('admin', 'GET', `${address}/queryById`, { query: { id } })
  expect(shown.result.items.map((line: Record<string, unknown>) => [line.fbooknum, line.fnownum])).toEqual([
    [2, 1],
  ])
  const audited = await server.call('admin', 'POST', `${address}/move/audit`, { body: { ids: id } })
  expect([audited.body.code, await readStock('S7')]).toEqual([
    200,
    [
      ['a', 0.5],
      ['b', 2],
    ],
  ])
})
