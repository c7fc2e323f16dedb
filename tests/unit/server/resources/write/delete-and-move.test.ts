import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dynamicTables } from '#server/platform/store/database.ts'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const read = async (id: string) =>
  (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result

describe('deleting records', () => {
  it('deletes all named records or none, as soft deletes, and refuses records that the flow protects', async () => {
    const [one, two, three] = [await server.add(), await server.add(), await server.add()]
    await server.order('clerk', 'move/audit', 'POST', { body: { ids: three.id } })
    const refused = await server.order('clerk', 'deleteBatch', 'DELETE', {
      query: { ids: `${one.id},${three.id}` },
    })
    expect([refused.body.code, refused.body.message]).toEqual([500, '订单已审核，不能删除'])
    expect((await read(one.id)).id).toBe(one.id)
    const gone = await server.order('clerk', 'deleteBatch', 'DELETE', {
      query: { ids: `${one.id},${two.id},` },
    })
    expect(gone.body.message).toBe('批量删除成功！')
    expect((await server.order('clerk', 'delete', 'DELETE', { query: { id: one.id } })).body.message).toBe(
      '未找到对应实体',
    )
    const { rows } = await dynamicTables(server.services.db.app)
      .selectFrom('demo_order')
      .select('del_flag')
      .where('id', 'in', [one.id, two.id])
      .execute()
      .then((found) => ({ rows: found }))
    expect(rows).toEqual([{ del_flag: 1 }, { del_flag: 1 }])
  })

  it.each([
    ['none', '', 200, '参数不识别！'],
    ['a lone comma', ',', 200, '参数不识别！'],
    ['a quote', "1' or '1'='1", 400, '参数无效：ids'],
    ['501 of them', Array.from({ length: 501 }, (_, n) => `i${n}`).join(), 400, '参数无效：ids'],
  ])('refuses ids that are %s', async (_what, ids, status, message) => {
    const reply = await server.order('clerk', 'deleteBatch', 'DELETE', { query: { ids } })
    expect([reply.status, reply.body.message]).toEqual([status, message])
  })
})

describe('moving records', () => {
  const readStock = async (warehouse: string) =>
    (
      await dynamicTables(server.services.db.app)
        .selectFrom('stk_stock')
        .select('fkcnum')
        .where('fwarehouse', '=', warehouse)
        .execute()
    ).map((row) => Number(row.fkcnum))
  const audit = (...ids: string[]) =>
    server.order('clerk', 'move/audit', 'POST', { body: { ids: ids.join() } })

  it('moves all or none, and changes the stock in the same transaction', async () => {
    const bill = () =>
      server.add({
        fwarehouse: 'M1',
        items: [
          { fspmc: 'a', spid: 'x', fnum: 2 },
          { fspmc: 'a', spid: 'x', fnum: 3 },
        ],
      })
    const [one, two, three] = [await bill(), await bill(), await bill()]
    const done = await audit(one.id, two.id)
    expect(done.body).toMatchObject({ code: 200, result: { count: 2 } })
    expect(await readStock('M1')).toEqual([10])
    expect(await read(one.id)).toMatchObject({ fstates: '已审核', fauditor: 'clerk真名', rev: 2 })
    const refused = await audit(three.id, one.id)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      200,
      500,
      '选中数据有已审核数据，单据无法提交！',
    ])
    expect([await readStock('M1'), (await read(three.id)).fstates]).toEqual([[10], '待审核'])
    const edit = await server.order('clerk', 'edit', 'PUT', { body: { id: one.id, fname: '晚了' } })
    expect([edit.body.code, edit.body.message]).toEqual([500, '订单已审核，不能修改'])
  })

  it('accepts one of two simultaneous approvals', async () => {
    const bill = await server.add({ fwarehouse: 'M2' })
    const replies = await Promise.all(Array.from({ length: 6 }, () => audit(bill.id)))
    expect(replies.filter((reply) => reply.body.code === 200)).toHaveLength(1)
    expect(await readStock('M2')).toEqual([2])
  })

  it('returns the stock, and refuses without any change when the stock has already left', async () => {
    const bill = await server.add({ fwarehouse: 'M3' })
    await audit(bill.id)
    const back = () => server.order('clerk', 'move/unaudit', 'POST', { body: { ids: bill.id } })
    expect((await back()).body.code).toBe(200)
    expect([await readStock('M3'), (await read(bill.id)).fauditor]).toEqual([[0], null])
    await audit(bill.id)
    await dynamicTables(server.services.db.app)
      .updateTable('stk_stock')
      .set({ fkcnum: 1 })
      .where('fwarehouse', '=', 'M3')
      .execute()
    const refused = await back()
    expect([refused.body.code, refused.headers['x-error-code']]).toEqual([500, 'LEDGER_SHORT'])
    expect((await read(bill.id)).fstates).toBe('已审核')
  })
})
