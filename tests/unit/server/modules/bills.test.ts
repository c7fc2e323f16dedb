import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from '../people/test-server.ts'

type Values = Record<string, unknown>

let server: TestServer
/** Goods, and a customer. */
let paper: Values
let brush: Values
let customer: Values
const supplier = { fsupplier: '分批供应商', fsupplierid: 's1' }

const place = (screen: string, path: string) => `/jeecg-boot/resource/${screen}/${path}`
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', screen: string, path: string, body?: Values) =>
  server.send('admin', method, place(screen, path), body, { 'x-confirm-warnings': 'true' })

/** The result of a request that must succeed. */
async function get(method: 'GET' | 'POST' | 'PUT' | 'DELETE', screen: string, path: string, body?: Values) {
  const answer = await send(method, screen, path, body)
  if (!answer.body.success) throw new Error(`${screen}/${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.result
}
const add = (screen: string, body: Values): Promise<Values> => get('POST', screen, 'add', body)
const read = (screen: string, { id }: Values): Promise<Values> =>
  get('GET', screen, `queryById?id=${String(id)}`)
const move = (screen: string, code: string, { id }: Values) =>
  send('POST', screen, `move/${code}`, { ids: String(id) })
const draft = (screen: string, code: string, ...records: Values[]): Promise<Values> =>
  get('GET', screen, `follow-up/${code}?ids=${records.map(({ id }) => String(id)).join(',')}`)
const rows = (record: Values) => record.items as Values[]

/** What a refusal says: its own text, and those of its problems. */
const says = ({ body }: Awaited<ReturnType<typeof send>>) =>
  [body.message, ...((body.result?.problems ?? []) as { text: string }[]).map(({ text }) => text)].join(' ')

async function approve(screen: string, record: Values): Promise<Values> {
  const { body } = await move(screen, 'audit', record)
  if (!body.success) throw new Error(body.message)
  return await read(screen, record)
}
const line = (goods: Values, name: string, fnum: unknown, more: Values = {}) => ({
  spid: goods.id,
  [name]: goods.fname,
  fnum,
  ...more,
})
const receive = (fwarehouse: string, fnum: number, fprice = 2) =>
  add('stock/in-bill', {
    fwarehouse,
    ...supplier,
    items: [line(paper, 'fspmc', fnum, { fprice, ftaxrate: 0 })],
  })
const sell = (fnum: number, more: Values = {}) =>
  add('bill/sale', {
    fcustomer: customer.fname,
    fcustomerid: customer.id,
    items: [line(paper, 'fspname', fnum, { fprice: 5, ...more })],
  })
const readStock = async (warehouse: string) => {
  const { rows: found } = await sql<{ count: string; amount: string }>`
    select fkcnum::float as count, famount::float as amount from stk_stock
    where fwarehouse = ${warehouse} and spid = ${String(paper.id)}`.execute(server.services.db.app)
  return found[0] ? [found[0].count, found[0].amount] : null
}

beforeAll(async () => {
  server = await createPeopleServer()
  for (const code of ['W1', 'W2', 'W3', 'W4', 'W5']) await add('base/warehouse', { fcode: code, fname: code })
  paper = await add('base/goods', { fcode: 'P1', fname: '宣纸', funit: '张', fcategory: 'B02A01' })
  brush = await add('base/goods', { fcode: 'P2', fname: '毛笔', funit: '张', fcategory: 'B02A01' })
  customer = await add('base/customer', { fname: '绍兴图书馆' })
})
afterAll(() => server?.close())

describe('an order of a customer', () => {
  it('is issued in parts together with its gifts, merged with another order of the customer', async () => {
    await approve('stock/in-bill', await receive('W1', 20))
    const [first, second] = [await sell(4, { fgiftnum: 1 }), await sell(2)]
    for (const order of [first, second]) await approve('bill/sale', order)
    const bill = await draft('bill/sale', 'toIssue', first, second)
    expect(bill).toMatchObject({ fcustomer: '绍兴图书馆', fcustomerid: customer.id, ftype: '销售' })
    expect(rows(bill).map(({ fnum, fspmc }) => [fnum, fspmc])).toEqual([
      [5, '宣纸'],
      [2, '宣纸'],
    ])
    const [one] = rows(bill)
    const issue = await add('stock/issue', { ...bill, fwarehouse: 'W1', items: [{ ...one, fnum: 3 }] })
    await approve('stock/issue', issue)
    expect(await readStock('W1')).toEqual([17, 34])
    expect(await read('bill/sale', first)).toMatchObject({ toIssueRate: 60, toIssueOpen: 2 })
    const other = await add('bill/sale', {
      fcustomer: '别的客户',
      items: [line(paper, 'fspname', 1, { fprice: 5 })],
    })
    await approve('bill/sale', other)
    const unlike = await send('GET', 'bill/sale', `follow-up/toIssue?ids=${second.id},${other.id}`)
    expect(unlike.body.message).toBe('客户不同的销售订单不能合在一张里，请分开做')
  })

  it('warns of more than there is, and only asks', async () => {
    const body = {
      fcustomer: customer.fname,
      items: [line(paper, 'fspname', 9, { fprice: 5, fgiftnum: 1, fkcnum: 9.5 })],
    }
    const url = place('bill/sale', 'add')
    const asked = await server.send('admin', 'POST', url, body)
    expect([asked.status, says(asked)]).toEqual([428, '有 1 处提醒，仍要保存？ 连同赠送超过现存量'])
    expect((await server.send('admin', 'POST', url, body, { 'x-confirm-warnings': 'true' })).status).toBe(200)
  })
})

describe('a voided bill', () => {
  it('gives back what it has taken, and is neither edited, approved, followed nor removed', async () => {
    const order = await approve('bill/sale', await sell(5))
    const bill = await draft('bill/sale', 'toIssue', order)
    const issue = await add('stock/issue', { ...bill, fwarehouse: 'W1' })
    expect((await read('bill/sale', order)).toIssueOpen).toBe(0)
    expect((await move('stock/issue', 'void', issue)).body.success).toBe(true)
    expect((await read('bill/sale', order)).toIssueOpen).toBe(5)
    const voided = await read('stock/issue', issue)
    const answers = [
      await move('stock/issue', 'audit', voided),
      await move('stock/issue', 'void', voided),
      await send('PUT', 'stock/issue', 'edit', { id: voided.id, rev: voided.rev, fpurpose: 'x' }),
      await send('DELETE', 'stock/issue', `delete?id=${String(voided.id)}`),
    ]
    expect(answers.map(({ body }) => body.success)).toEqual([false, false, false, false])
    expect((await move('bill/sale', 'void', order)).body.message).toBe('只有待审核的单据可以作废')
  })

  it('as an order is not followed, not even by a bill that was drafted before', async () => {
    const order = await approve('bill/sale', await sell(5))
    const bill = await draft('bill/sale', 'toIssue', order)
    await move('bill/sale', 'unaudit', order)
    expect((await move('bill/sale', 'void', order)).body.success).toBe(true)
    const again = await send('GET', 'bill/sale', `follow-up/toIssue?ids=${String(order.id)}`)
    expect(again.body.message).toMatch(/现在的状态不能下推出库单$/)
    expect(says(await send('POST', 'stock/issue', 'add', { ...bill, fwarehouse: 'W1' }))).toContain(
      '来源的销售订单现在的状态不能下推，请删去这一行',
    )
  })
})

describe('returned goods', () => {
  it('leave the stock and give the budget back, at most what was received', async () => {
    const subject = { fsubject: '图书购置', fdept: 'A01' }
    const receipt = await approve('stock/in-bill', await receive('W2', 10, 3))
    await sql`update stk_in_bill set fsubject = ${subject.fsubject}, fdept = ${subject.fdept}
      where id = ${String(receipt.id)}`.execute(server.services.db.app)
    const bill = await draft('stock/in-bill', 'toReturn', receipt)
    expect(bill).toMatchObject({ ...supplier, ...subject, fwarehouse: 'W2', ftotalamount: 30 })
    const [row] = rows(bill)
    const save = (fnum: unknown) =>
      send('POST', 'stock/in-return', 'add', { ...bill, freason: '受潮', items: [{ ...row, fnum }] })
    expect(says(await save(10.01))).toContain('最多可以填 10')
    const asDear = { ...bill, freason: '受潮', items: [{ ...row, fnum: 1, fprice: 300, spid: brush.id }] }
    const { result } = (await send('POST', 'stock/in-return', 'add', asDear)).body
    expect(result).toMatchObject({ problems: [{ path: '/items/0/spid' }, { path: '/items/0/fprice' }] })
    const back = (await save(4)).body.result
    await approve('stock/in-return', back)
    expect(await readStock('W2')).toEqual([6, 18])
    const { rows: budget } = await sql<Values>`
      select fspent::float as spent, favailable::float as available from bl_budget_balance
      where fdept = 'A01' and fsubject = '图书购置'`.execute(server.services.db.app)
    expect(budget).toEqual([{ spent: -12, available: 12 }])
    expect(says(await save(7))).toContain('最多可以填 6')

    const used = await move('stock/in-bill', 'unaudit', receipt)
    expect(used.body.message).toContain(`已被采购退货单「${String(back.fbillno)}」用去，不能退回`)
    await move('stock/in-return', 'unaudit', back)
    expect((await move('stock/in-return', 'void', back)).body.success).toBe(true)
    expect(await readStock('W2')).toEqual([10, 30])
    expect((await move('stock/in-bill', 'unaudit', receipt)).body.success).toBe(true)
  })

  it('of a customer come back into the stock, at most what was issued; other rows are refused', async () => {
    await approve('stock/in-bill', await receive('W3', 10))
    const order = await approve('bill/sale', await sell(6))
    const out = await add('stock/issue', {
      ...(await draft('bill/sale', 'toIssue', order)),
      fwarehouse: 'W3',
    })
    await approve('stock/issue', out)
    const bill = await draft('stock/issue', 'toReturn', out)
    const [row] = rows(bill)
    const save = (item: Values) =>
      send('POST', 'stock/issue-return', 'add', { ...bill, freason: '重复', items: [item] })
    expect(says(await save({ ...row, fnum: 7 }))).toContain('最多可以填 6')
    expect(says(await save(line(brush, 'fspmc', 1)))).toContain('退货只能由出库单的「退货」带来')
    await approve('stock/issue-return', (await save({ ...row, fnum: 2 })).body.result)
    expect(await readStock('W3')).toEqual([6, 12])
    expect((await move('stock/issue', 'unaudit', out)).body.message).toContain('已经下推成销售退货单')
  })
})

it('a receipt names its kind and its order, and an issue its amount', async () => {
  const order = await add('bill/purchase', supplier)
  await get(
    'POST',
    'bill/purchase',
    `items/add?master=${String(order.id)}`,
    line(paper, 'fspname', 3, { fprice: 4 }),
  )
  const bill = await draft('bill/purchase', 'toInBill', await approve('bill/purchase', order))
  expect(bill).toMatchObject({ ftype: '采购', fsource: order.fbillno, fhandler: 'admin' })
  expect(await receive('W3', 1)).toMatchObject({ ftype: '采购' })
  const sold = await approve('bill/sale', await sell(4, { fgiftnum: 1, ftaxrate: 0 }))
  expect(rows(sold)).toMatchObject([{ ftaxamount: 0 }])
  const issue = await add('stock/issue', { ...(await draft('bill/sale', 'toIssue', sold)), fwarehouse: 'W3' })
  expect(issue).toMatchObject({ ftotalamount: 20, items: [{ fnum: 5, fprice: 4, famount: 20 }] })
})

it.each(['bill/purchase', 'bill/sale'])(
  '%s has the time of its approval until that is taken back',
  async (screen) => {
    const items = screen === 'bill/sale' ? { items: [line(paper, 'fspname', 1, { fprice: 1 })] } : {}
    const order = await add(screen, {
      ...(screen === 'bill/sale' ? { fcustomer: customer.fname } : supplier),
      ...items,
    })
    expect((await approve(screen, order)).fauditdate).toMatch(/^\d{4}-\d\d-\d\d \d\d:/)
    await move(screen, 'unaudit', order)
    expect((await read(screen, order)).fauditdate ?? null).toBeNull()
  },
)

it('goods are received, moved, issued, returned and counted by location', async () => {
  for (const fcode of ['L1', 'L2'])
    await add('base/location', { fname: fcode, fcode, fwarehouse: 'W5', flevel: '架' })
  await add('base/location', { fname: 'W1', fcode: 'L9', fwarehouse: 'W1', flevel: '架' })
  const readPlaces = async () => {
    const found = await get('GET', 'stock/place', 'list?fwarehouse=W5&column=fplace&order=asc')
    return (found.records as Values[]).map(({ fplace, fkcnum, fprice, famount }) => [
      ...[fplace, Number(fkcnum), Number(fprice), Number(famount)],
    ])
  }
  const make = async (screen: string, head: Values, ...items: Values[]) =>
    await approve(screen, await add(screen, { ...head, items }))
  const receipt = await make(
    'stock/in-bill',
    { ...supplier, fwarehouse: 'W5' },
    line(paper, 'fspmc', 10, { fprice: 2, ftaxrate: 0, flocation: 'L1' }),
    line(paper, 'fspmc', 10, { fprice: 3, ftaxrate: 0 }),
  )
  expect(await readPlaces()).toEqual([
    ['L1', 10, 2.5, 50],
    ['未分架', 10, 2.5, 50],
  ])
  const within = { ffromwh: 'W5', ftowh: 'W5' }
  const shelve = (fnum: number, to: Values) => line(paper, 'fspmc', fnum, { fplace: 'W5', ...to })
  expect(says(await send('POST', 'stock/transfer', 'add', { ...within, items: [shelve(1, {})] }))).toContain(
    '调入和调出不能是同一处',
  )
  expect(
    says(await send('POST', 'stock/transfer', 'add', { ...within, items: [shelve(1, { ffromloc: 'L9' })] })),
  ).toContain('架位不在单据的仓库里')
  await make('stock/transfer', within, shelve(4, { flocation: 'L2' }))
  const sale = { ftype: '销售', fwarehouse: 'W5', fcustomer: customer.fname, fcustomerid: customer.id }
  const issue = await make('stock/issue', sale, line(paper, 'fspmc', 3, { flocation: 'L2' }))
  const back = await draft('stock/issue', 'toReturn', issue)
  await approve(
    'stock/issue-return',
    await add('stock/issue-return', { ...back, freason: '重复', items: [{ ...rows(back)[0], fnum: 1 }] }),
  )
  const bad = await draft('stock/in-bill', 'toReturn', receipt)
  await approve(
    'stock/in-return',
    await add('stock/in-return', { ...bad, freason: '受潮', items: [{ ...rows(bad)[0], fnum: 2 }] }),
  )
  expect(await readPlaces()).toEqual([
    ['L1', 8, 2.5, 40],
    ['L2', 2, 2.5, 40],
    ['未分架', 6, 2.5, 40],
  ])
  const [shelf] = (await get('GET', 'stock/place', 'list?fwarehouse=W5&fplace=L1')).records as Values[]
  await make(
    'stock/count',
    { fwarehouse: 'W5' },
    {
      ...{
        spid: paper.id,
        fspmc: paper.fname,
        fplace: 'W5',
        fstockid: shelf?.id,
        flocation: 'L1',
        fbookloc: 'L1',
      },
      ...{ fbooknum: 8, fbookprice: 2.5, frealnum: 7, freason: '破损' },
    },
  )
  expect((await readPlaces())[0]).toEqual(['L1', 7, 2.5, 37.5])
  expect(await readStock('W5')).toEqual([15, 37.5])
})

it('the clerks get one message when stock falls below its minimum', async () => {
  const scarce = await add('base/goods', {
    fcode: 'P3',
    fname: '磁青纸',
    funit: '张',
    fcategory: 'B02A01',
    fmin: 5,
  })
  const receipt = { ...supplier, items: [line(scarce, 'fspmc', 8, { fprice: 1, ftaxrate: 0, funit: '张' })] }
  await approve('stock/in-bill', await add('stock/in-bill', { fwarehouse: 'W4', ...receipt }))
  for (const fnum of [3, 1, 1]) {
    const issue = { fuser: 'admin', ftype: '损耗', items: [line(scarce, 'fspmc', fnum, { funit: '张' })] }
    await approve('stock/issue', await add('stock/issue', { fwarehouse: 'W4', ...issue }))
  }
  const { rows: messages } = await sql<Values>`
    select distinct titile as title, msg_abstract as text from sys_announcement where titile like '库存低于下限%'`.execute(
    server.services.db.app,
  )
  expect(messages).toEqual([{ title: '库存低于下限：磁青纸', text: 'W4现存 4.00 张，下限 5.00，请补货' }])
})

describe('the next moves of a bill', () => {
  const next = async (screen: string, { id }: Values, who = 'admin') => {
    const { body } = await server.send(who, 'GET', place(screen, `next-moves?id=${String(id)}`))
    if (!body.success) throw new Error(body.message)
    return Object.fromEntries(
      (body.result as { code: string; hindrance: string | null }[]).map(({ code, hindrance }) => [
        code,
        hindrance,
      ]),
    )
  }

  it('say what hinders each of them, and change nothing', async () => {
    const issue = await add('stock/issue', {
      fwarehouse: 'W4',
      ftype: '损耗',
      items: [line(paper, 'fspmc', 99)],
    })
    const short = expect.stringMatching(
      /^库存不足，无法出库：「W4 宣纸 [-\d]+」的数量现有 0，要减 99，不能低于 0$/,
    )
    expect(await next('stock/issue', issue)).toEqual({ audit: short, void: null })
    expect(await next('stock/issue', issue, 'clerk')).toEqual({
      audit: '您没有「审核」的权限',
      void: null,
    })
    const receipt = await receive('W4', 2)
    expect(await next('stock/in-bill', receipt)).toEqual({
      audit: null,
      reject: null,
      send: null,
      void: null,
    })
    expect(await readStock('W4')).toBeNull()
    expect((await read('stock/in-bill', receipt)).rev).toBe(receipt.rev)

    const approved = await approve('stock/in-bill', receipt)
    const back = await add('stock/in-return', {
      ...(await draft('stock/in-bill', 'toReturn', approved)),
      freason: '错发',
    })
    expect(await next('stock/in-bill', approved)).toEqual({
      unaudit: `入库单已经下推成采购退货单 ${String(back.fbillno)}，不能反审核；请先删除或作废它们`,
    })
    await move('stock/in-return', 'void', back)
    await move('stock/in-bill', 'unaudit', approved)
    expect(await next('stock/in-return', await read('stock/in-return', back))).toEqual({})
  })
})

describe('bad input', () => {
  it.each([
    [0, '数量必须大于0'],
    [-1, '数量必须大于0'],
    ['12345678901234567890', '销售的整数部分最多 13 位'],
    [1.1234567, '销售最多 2 位小数'],
  ])('a quantity %s is refused with its reason', async (fnum, text) => {
    const items = [line(paper, 'fspname', fnum, { fprice: 1 })]
    expect(says(await send('POST', 'bill/sale', 'add', { fcustomer: '绍兴图书馆', items }))).toContain(text)
  })

  it('a row of a bill that changed meanwhile takes at most what it has now', async () => {
    const order = await approve('bill/sale', await sell(8))
    const bill = await draft('bill/sale', 'toIssue', order)
    await move('bill/sale', 'unaudit', order)
    const { id, rev, items } = await read('bill/sale', order)
    const [row] = items as Values[]
    await get('PUT', 'bill/sale', 'edit', {
      id,
      rev,
      items: { added: [], removed: [], changed: [{ id: row?.id, fnum: 3 }] },
    })
    await approve('bill/sale', order)
    expect(says(await send('POST', 'stock/issue', 'add', { ...bill, fwarehouse: 'W1' }))).toContain(
      '最多可以填 3',
    )
  })

  it('a bill with goods that were removed meanwhile keeps its text, and is approved', async () => {
    const { id } = brush
    const receipt = await add('stock/in-bill', {
      fwarehouse: 'W4',
      items: [line(brush, 'fspmc', 2, { fprice: 1 })],
    })
    await get('DELETE', 'base/goods', `delete?id=${String(id)}`)
    expect(rows(await approve('stock/in-bill', receipt))[0]?.fspmc).toBe('毛笔')
  })

  it('a bill that is approved twice at once is approved once', async () => {
    const receipt = await receive('W4', 3)
    const answers = await Promise.all([1, 2, 3].map(() => move('stock/in-bill', 'audit', receipt)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ body }) => !body.success).map(({ body }) => body.message)).toEqual(
      Array(2).fill('选中数据有已审核数据，单据无法提交！'),
    )
    expect(await readStock('W4')).toEqual([3, 6])
  })
})
