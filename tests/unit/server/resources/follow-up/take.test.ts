import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rollupModule } from '#server/modules/rollup/module.ts'
import type { Person } from '../test-server.ts'
import { TestServer } from '../test-server.ts'
import { codes, files } from './buy-screens.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files, {
    clerk: codes,
    other: codes,
    reader: codes.filter((code) => !code.endsWith('toReceipt')),
  })
})
afterAll(() => server?.close())

const send = (who: Person, screen: string, verb: string, body: unknown) =>
  server.call(who, 'POST', `/jeecg-boot/resource/demo/${screen}/${verb}`, { body })
const post = async (screen: string, verb: string, body: unknown) => {
  const reply = await send('clerk', screen, verb, body)
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const read = async (screen: string, id: string) =>
  (await server.call('clerk', 'GET', `/jeecg-boot/resource/demo/${screen}/queryById`, { query: { id } })).body
    .result
const remove = (screen: string, id: string) =>
  server.call('clerk', 'DELETE', `/jeecg-boot/resource/demo/${screen}/delete`, { query: { id } })

/** An audited order of 10 and 4. */
async function addOrder(more: object = {}) {
  const added = await post('buy', 'add', {
    fsupplier: '甲',
    items: [
      { fname: '纸', fnum: 10 },
      { fname: '笔', fnum: 4 },
    ],
    ...more,
  })
  await post('buy', 'move/audit', { ids: added.id })
  return await read('buy', added.id)
}
type Row = { id: string }
let order: { id: string; fno: string; items: [Row, Row] }
beforeEach(async () => {
  order = await addOrder()
})
const take = (fnum: unknown, row: Row = order.items[0], more: object = {}) => ({
  fsupplier: '甲',
  items: [{ fname: '纸', fnum, fbuyrow: row.id, ...more }],
})
const receive = (fnum: unknown, row?: Row) => post('receipt', 'add', take(fnum, row))
const taken = async (id = order.id) => {
  const { items, toReceiptOpen, toReceiptRate } = await read('buy', id)
  const rows = items.map((row: Record<string, unknown>) => [row.toReceiptDone, row.toReceiptOpen])
  return { rows, open: toReceiptOpen, rate: toReceiptRate }
}
const readProblem = async (
  reply: Promise<{ body: { success: boolean; message: string; result: { problems?: { path: string }[] } } }>,
) => {
  const { body } = await reply
  expect(body.success).toBe(false)
  return [body.result?.problems?.[0]?.path, body.message]
}

it('parts are taken one after the other, and given back when a follower shrinks, is removed, restored or voided', async () => {
  expect(await taken()).toEqual({
    rows: [
      [0, 10],
      [0, 4],
    ],
    open: 14,
    rate: 0,
  })
  const first = await receive(3)
  const second = await receive(5)
  expect(await taken()).toEqual({
    rows: [
      [8, 2],
      [0, 4],
    ],
    open: 6,
    rate: 57,
  })
  const { items } = await read('receipt', first.id)
  await post('receipt', 'edit', { id: first.id, items: { changed: [{ id: items[0].id, fnum: 1 }] } })
  expect((await taken()).rows[0]).toEqual([6, 4])
  const removed = await remove('receipt', second.id)
  expect((await taken()).rows[0]).toEqual([1, 9])
  await post('receipt', 'undo', { id: removed.body.result.undo })
  expect((await taken()).rows[0]).toEqual([6, 4])
  await post('receipt', 'move/void', { ids: second.id })
  expect((await taken()).rows[0]).toEqual([1, 9])
  await post('receipt', 'edit', { id: first.id, items: { removed: [items[0].id] } })
  expect(await taken()).toEqual({
    rows: [
      [0, 10],
      [0, 4],
    ],
    open: 14,
    rate: 0,
  })
})

it('more than is left is refused with what is left, beyond the tolerance of a tenth', async () => {
  await receive(8)
  expect(await readProblem(send('clerk', 'receipt', 'add', take(3.01)))).toEqual([
    '/items/0/fnum',
    '超过了还没有执行的数量，最多可以填 3',
  ])
  await receive(3)
  expect((await taken()).rows[0]).toEqual([11, 0])
  expect(await readProblem(send('clerk', 'receipt', 'add', take(0.01)))).toEqual([
    '/items/0/fnum',
    '来源行已经全部执行，请删去这一行',
  ])
  const twice = { fsupplier: '甲', items: [1, 2].map(() => ({ fnum: 3, fbuyrow: order.items[1].id })) }
  expect((await readProblem(send('clerk', 'receipt', 'add', twice)))[1]).toBe(
    '几行合起来超过了还没有执行的数量，多了 1.6',
  )
  const small = await receive(1, order.items[1])
  const { items } = await read('receipt', small.id)
  const edit = { id: small.id, items: { changed: [{ id: items[0].id, fnum: 5 }] } }
  expect(await readProblem(send('clerk', 'receipt', 'edit', edit))).toEqual([
    '/items/0/fnum',
    '超过了还没有执行的数量，最多可以填 4.4',
  ])
})

it('a follower that was given back is not revived when others have taken its part', async () => {
  const first = await receive(10)
  await post('receipt', 'move/void', { ids: first.id })
  await receive(11)
  expect((await readProblem(send('clerk', 'receipt', 'move/revive', { ids: first.id })))[1]).toContain(
    '全部执行',
  )
  const third = await receive(1, order.items[1])
  const { undo } = (await remove('receipt', third.id)).body.result
  await post('buy', 'add', { fsupplier: '甲', items: [] })
  await receive(4, order.items[1])
  expect((await readProblem(send('clerk', 'receipt', 'undo', { id: undo })))[1]).toContain('最多可以填 0.4')
})

it('an order whose rows are taken is neither un-approved, removed nor emptied; its followers are named', async () => {
  const { fno } = await receive(3)
  const refused = await send('clerk', 'buy', 'move/unaudit', { ids: order.id })
  expect(refused.headers['x-error-code']).toBe('USED_BY_OTHERS')
  expect(refused.body.message).toBe(`订单已经下推成收货单 ${fno}，不能反审核；请先删除或作废它们`)
  const others = await Promise.all([1, 1, 1].map((amount) => receive(amount)))
  expect((await send('clerk', 'buy', 'move/unaudit', { ids: order.id })).body.message).toContain('等 4 张')
  expect(others).toHaveLength(3)
})

it('nothing follows an order that is not approved, removed, or no longer there when it is saved', async () => {
  const draft = await post('buy', 'add', { fsupplier: '甲', items: [{ fname: '纸', fnum: 1 }] })
  const { items } = await read('buy', draft.id)
  expect((await readProblem(send('clerk', 'receipt', 'add', take(1, items[0]))))[1]).toContain('现在的状态')
  await post('buy', 'move/unaudit', { ids: order.id })
  expect((await readProblem(send('clerk', 'receipt', 'add', take(1))))[1]).toContain('现在的状态')
  await remove('buy', order.id)
  expect((await readProblem(send('clerk', 'receipt', 'add', take(1))))[1]).toContain('已被删除')
})

it.each([
  ['no quantity', 0],
  ['a negative one', -1],
  ['none at all', null],
  ['more digits than a number holds', '12345678901234567890'],
  ['more decimals than it has', 1.1234567],
  ['no number', 'NaN'],
])('%s is refused', async (_name, fnum) => {
  const { body } = await send('clerk', 'receipt', 'add', take(fnum))
  expect(body.success).toBe(false)
  expect((await taken()).rows[0]).toEqual([0, 10])
})

const rentRow = (method: 'POST' | 'DELETE', verb: string, master: string, call: object) =>
  server.call('clerk', method, `/jeecg-boot/resource/demo/rent/items/${verb}`, {
    ...call,
    query: { master, ...('query' in call ? (call.query as Record<string, string>) : {}) },
  })
/** A row that is saved by itself, of a record that stays editable. */
async function addRentRow(): Promise<Row & { rent: string }> {
  const rent = (await post('rent', 'add', {})).id
  const { result } = (await rentRow('POST', 'add', rent, { body: { fname: '纸', fnum: 5 } })).body
  return { id: result.id, rent }
}

it('a row that is saved by itself is neither removed nor made smaller than what was taken of it', async () => {
  const { id, rent } = await addRentRow()
  const { fno } = await post('receipt', 'add', { items: [{ fname: '纸', fnum: 3, frentrow: id }] })
  const read = await server.call('clerk', 'GET', '/jeecg-boot/resource/demo/rent/items/list', {
    query: { master: rent },
  })
  expect(read.body.result.records[0]).toMatchObject({ toReceiptDone: 3, toReceiptOpen: 2 })
  const edit = (fnum: number) => rentRow('POST', 'edit', rent, { body: { id, fnum } })
  expect(await readProblem(edit(2))).toEqual(['/fnum', `已经下推 3（收货单 ${fno}），不能改得比它少`])
  expect((await edit(3)).body.success).toBe(true)
  const removed = rentRow('DELETE', 'delete', rent, { query: { id } })
  expect((await readProblem(removed))[1]).toContain(`已经下推成收货单 ${fno}，不能删去`)
  expect((await remove('rent', rent)).body.message).toContain(`收货单 ${fno}，不能删除`)
})

it('a rebuild counts the followers anew', async () => {
  await receive(3)
  const { owner } = server.test.db
  await sql`update demo_buy_item set to_receipt_done = 9, to_receipt_open = 9`.execute(owner)
  await sql`update sys_rollup set definition = 'older' where table_name = 'demo_buy'`.execute(owner)
  await rollupModule.seed?.(server.services)
  expect(await taken()).toEqual({
    rows: [
      [3, 7],
      [0, 4],
    ],
    open: 11,
    rate: 21,
  })
})

it('only rows of a declared source that their user may read and follow are taken', async () => {
  const fault = '这一行的来源不是您能下推的订单的行，或已被删除，请删去这一行'
  const forged = [{ id: '1' }, { id: order.id }, { id: "x' or '1'='1" }, await addRentRow()]
  for (const each of forged)
    expect(await readProblem(send('clerk', 'receipt', 'add', take(1, each)))).toEqual([
      '/items/0/fnum',
      fault,
    ])
  // Another department, hidden by the row rule; and a user without the right to follow.
  expect((await readProblem(send('other', 'receipt', 'add', take(1))))[1]).toBe(fault)
  expect((await readProblem(send('reader', 'receipt', 'add', take(1))))[1]).toBe(fault)
  expect((await taken()).rows[0]).toEqual([0, 10])
})

it('rows of several orders become one receipt where the supplier is the same', async () => {
  const same = await addOrder()
  const different = await addOrder({ fsupplier: '乙' })
  const both = (row: Row) => ({ fsupplier: '甲', items: [...take(1).items, ...take(2, row).items] })
  await post('receipt', 'add', both(same.items[0]))
  expect([(await taken()).rows[0], (await taken(same.id)).rows[0]]).toEqual([
    [1, 9],
    [2, 8],
  ])
  expect(await readProblem(send('clerk', 'receipt', 'add', both(different.items[0])))).toEqual([
    '/items',
    '供应单位不同的订单不能合在一张里，请分开做',
  ])
})
