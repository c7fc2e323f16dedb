import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'
import { codes, files } from './buy-screens.ts'

let server: TestServer
beforeAll(async () => {
  const limited = codes.filter((code) => code !== 'demo:receipt:add')
  server = await TestServer.open(files, { clerk: codes, other: codes, reader: limited })
})
afterAll(() => server?.close())

const send = (screen: string, verb: string, body: unknown, who: Person = 'clerk') =>
  server.call(who, 'POST', `/jeecg-boot/resource/demo/${screen}/${verb}`, { body })
const get = async (screen: string, verb: string, query: Record<string, string>, who: Person = 'clerk') =>
  (await server.call(who, 'GET', `/jeecg-boot/resource/demo/${screen}/${verb}`, { query })).body
const post = async (screen: string, verb: string, body: unknown) => {
  const reply = await send(screen, verb, body)
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}

async function addOrder(more: object = {}) {
  const items = [
    { fname: '纸', fnum: 10 },
    { fname: '笔', fnum: 4 },
  ]
  const { id } = await post('buy', 'add', { fsupplier: '甲', items, ...more })
  await post('buy', 'move/audit', { ids: id })
  return (await get('buy', 'queryById', { id })).result
}
let order: { id: string; fno: string; items: [{ id: string }, { id: string }] }
beforeEach(async () => {
  order = await addOrder()
})
const draft = (ids: string, who?: Person) => get('buy', 'follow-up/toReceipt', { ids }, who)
const saveDraft = async (ids = order.id) => {
  const { result } = await draft(ids)
  const items = result.items.map(({ fname, fnum, fbuyrow }: Record<string, unknown>) => ({
    fname,
    fnum,
    fbuyrow,
  }))
  return await post('receipt', 'add', { fsupplier: result.fsupplier, items })
}

it('a draft has the values of the order and what is left of its rows, as its user may see them', async () => {
  const { result } = await draft(order.id)
  expect(result).toMatchObject({
    fsupplier: '甲',
    fnote: null,
    items: [
      { fname: '纸', fnum: 10, fbuyrow: order.items[0].id },
      { fname: '笔', fnum: 4, fbuyrow: order.items[1].id },
    ],
  })
  await post('receipt', 'add', {
    fsupplier: '甲',
    items: [
      { fnum: 10, fbuyrow: order.items[0].id },
      { fnum: 1, fbuyrow: order.items[1].id },
    ],
  })
  expect((await draft(order.id)).result.items).toMatchObject([{ fname: '笔', fnum: 3 }])
  const same = await addOrder()
  const merged = (await draft(`${order.id},${same.id}`)).result.items
  expect(merged.map(({ fnum }: { fnum: number }) => fnum)).toEqual([3, 10, 4])
})

it('a draft is refused where nothing may follow, nothing is left, or rights are missing', async () => {
  const different = await addOrder({ fsupplier: '乙' })
  expect((await draft(`${order.id},${different.id}`)).message).toContain('供应单位不同')
  await saveDraft()
  expect((await draft(order.id)).message).toBe('没有未执行的行，不用再下推收货单')
  await post('buy', 'move/unaudit', { ids: different.id })
  expect((await draft(different.id)).message).toContain('现在的状态不能下推收货单')
  expect((await draft(different.id, 'other')).code).toBe(500)
  expect((await draft(different.id, 'reader')).code).toBe(403)
  expect((await draft('nothing')).success).toBe(false)
})

it('closed rows and bills are taken no more, until they are opened again', async () => {
  const read = async () => {
    const { items, toReceiptOpen } = (await get('buy', 'queryById', { id: order.id })).result
    return [toReceiptOpen, ...items.map((row: { toReceiptOpen: number }) => row.toReceiptOpen)]
  }
  await post('buy', 'close/toReceipt', { ids: order.id, rows: order.items[0].id })
  expect(await read()).toEqual([4, 0, 4])
  expect((await draft(order.id)).result.items).toHaveLength(1)
  const take = { fsupplier: '甲', items: [{ fnum: 1, fbuyrow: order.items[0].id }] }
  expect((await send('receipt', 'add', take)).body.message).toContain('已关闭')
  await post('buy', 'close/toReceipt', { ids: order.id })
  expect(await read()).toEqual([0, 0, 0])
  expect((await draft(order.id)).message).toContain('没有未执行的行')
  await post('buy', 'reopen/toReceipt', { ids: order.id })
  expect(await read()).toEqual([14, 10, 4])
  expect((await send('buy', 'close/toReceipt', { ids: order.id }, 'other')).body.success).toBe(false)
  expect((await send('buy', 'close/nothing', { ids: order.id })).body.success).toBe(false)
  await post('receipt', 'add', take)
})

it('the chain goes from the first record to the last, with those that the reader may list', async () => {
  const same = await addOrder()
  const first = await saveDraft(`${order.id},${same.id}`)
  const chain = (await get('receipt', 'chain', { id: first.id })).result
  expect(chain).toMatchObject([
    { title: '订单', step: 0, state: '已审核', isSelf: false },
    { title: '订单', step: 0 },
    { title: '收货单', name: first.fno, step: 1, isSelf: true },
  ])
  expect((await get('buy', 'chain', { id: order.id })).result).toHaveLength(2)
  expect((await get('buy', 'queryById', { id: order.id })).result).toHaveProperty('has_chain_links', [
    '/items/toReceiptClosed',
  ])
  expect((await get('buy', 'chain', { id: order.id }, 'other')).success).toBe(false)
})
