import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(async () => await server.close())

const at = '/jeecg-boot/resource/demo/purchase'
const rows = (
  who: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  verb: string,
  master: string,
  {
    query,
    ...call
  }: { query?: Record<string, string>; body?: unknown; headers?: Record<string, string> } = {},
) => server.call(who, method, `${at}/items/${verb}`, { ...call, query: { master, ...query } })

const bill = async (body: Record<string, unknown> = {}): Promise<string> => {
  const { body: answer } = await server.call('clerk', 'POST', `${at}/add`, {
    body: { fname: '纸张', frate: 0, ...body },
  })
  expect(answer).toMatchObject({ code: 200 })
  return answer.result.id
}
const readSum = async (id: string) =>
  (await server.call('clerk', 'GET', `${at}/queryById`, { query: { id } })).body.result.fsum
const row = async (master: string, body: Record<string, unknown> = {}) => {
  const { body: answer } = await rows('clerk', 'POST', 'add', master, {
    body: { fspmc: '宣纸', fnum: 2, fprice: 3, ...body },
  })
  expect(answer).toMatchObject({ code: 200, message: '添加成功！' })
  return answer.result
}

describe('detail rows that are saved separately', () => {
  it('are added, listed, queried, changed and deleted, and update the formulas of the head each time', async () => {
    const id = await bill({ frate: 10 })
    const first = await row(id)
    expect(first).toMatchObject({ fspmc: '宣纸', famount: 6.6, rev: 1 })
    await row(id, { fspmc: '皮纸', fnum: 1 })
    expect(await readSum(id)).toBe(9.9)

    const list = await rows('clerk', 'GET', 'list', id, { query: { fspmc: '*宣*' } })
    expect(list.body.result).toMatchObject({ total: 1, records: [{ id: first.id, orderNum: 1 }] })

    const edited = await rows('clerk', 'PUT', 'edit', id, { body: { id: first.id, rev: 1, fnum: 10 } })
    expect(edited.body).toMatchObject({ code: 200, message: '修改成功！', result: { famount: 33, rev: 2 } })
    expect(await readSum(id)).toBe(36.3)

    expect((await rows('clerk', 'DELETE', 'delete', id, { query: { id: first.id } })).body.code).toBe(200)
    expect(await readSum(id)).toBe(3.3)
    const left = (await rows('clerk', 'GET', 'list', id)).body.result
    expect(left).toMatchObject({ total: 1, records: [{ fspmc: '皮纸', orderNum: 1 }] })
  })

  it('are updated when the head changes a value that their formulas read', async () => {
    const id = await bill()
    const { id: rowId } = await row(id)
    await server.call('clerk', 'PUT', `${at}/edit`, { body: { id, frate: 100 } })
    expect((await rows('clerk', 'GET', 'queryById', id, { query: { id: rowId } })).body.result.famount).toBe(
      12,
    )
    expect(await readSum(id)).toBe(12)
  })

  it('are neither returned with the head nor accepted with it', async () => {
    const id = await bill()
    await row(id)
    const { body } = await server.call('clerk', 'GET', `${at}/queryById`, { query: { id } })
    expect(body.result).not.toHaveProperty('items')
    const sent = await server.call('clerk', 'PUT', `${at}/edit`, { body: { id, items: { removed: ['1'] } } })
    expect(sent).toMatchObject({ status: 400, body: { message: '参数无效：items' } })
  })

  it('are checked as part of their record, and problems are reported at the row’s own field', async () => {
    const id = await bill()
    await row(id)
    const twice = await rows('clerk', 'POST', 'add', id, { body: { fspmc: '宣纸', fnum: 0 } })
    expect(twice.status).toBe(400)
    expect(twice.body.result.problems.map(({ path }: { path: string }) => path)).toEqual(['/fspmc', '/fnum'])
    await row(id, { fspmc: '二' })
    await row(id, { fspmc: '三' })
    const fourth = await rows('clerk', 'POST', 'add', id, { body: { fspmc: '四' } })
    expect(fourth.body.message).toBe('明细最多 3 行')
    expect((await rows('clerk', 'POST', 'add', id, { body: { fspmc: '四', strange: 1 } })).body.message).toBe(
      '参数无效：strange',
    )
  })

  it('need their own right for each verb, and the list right of the record', async () => {
    const id = await bill()
    const { id: rowId } = await row(id)
    expect((await rows('reader', 'GET', 'list', id)).body.code).toBe(200)
    expect((await rows('nobody', 'GET', 'list', id)).body.code).toBe(510)
    const edit = await rows('reader', 'PUT', 'edit', id, { body: { id: rowId, fnum: 1 } })
    expect(edit).toMatchObject({
      status: 403,
      body: { result: { action: '明细编辑', code: 'demo:purchase.items:edit' } },
    })
    expect((await rows('reader', 'DELETE', 'deleteBatch', id, { query: { ids: rowId } })).status).toBe(403)
    expect((await rows('reader', 'GET', 'queryById', id, { query: { id: rowId } })).status).toBe(403)
  })

  it('have column rights: unreadable columns are absent, changes to protected ones are refused', async () => {
    const id = await bill()
    await row(id)
    const seen = (await rows('clerk', 'GET', 'list', id)).body.result.records[0]
    expect(seen).not.toHaveProperty('fcost')
    expect((await rows('clerk', 'GET', 'list', id, { query: { fcost: '1' } })).status).toBe(400)
    const priced = await rows('reader', 'POST', 'add', id, { body: { fspmc: '绢', fprice: 9 } })
    expect(priced.body.result.problems).toMatchObject([{ path: '/fprice', code: 'forbidden' }])
  })

  it('are unknown to users who may not see their record', async () => {
    const id = await bill()
    const { id: rowId } = await row(id)
    for (const reply of [
      await rows('other', 'GET', 'list', id),
      await rows('other', 'GET', 'queryById', id, { query: { id: rowId } }),
      await rows('other', 'POST', 'add', id, { body: { fspmc: '竹纸' } }),
      await rows('other', 'PUT', 'edit', id, { body: { id: rowId, fnum: 9 } }),
      await rows('other', 'DELETE', 'delete', id, { query: { id: rowId } }),
    ])
      expect(reply.body.message).toBe('未找到对应实体')
    expect((await rows('clerk', 'GET', 'list', id)).body.result).toMatchObject({
      total: 1,
      records: [{ fnum: 2 }],
    })
  })

  it('cannot be read, changed or deleted through another record', async () => {
    const [mine, theirs] = [await bill(), await bill()]
    const { id } = await row(theirs)
    expect((await rows('clerk', 'GET', 'queryById', mine, { query: { id } })).body.message).toBe(
      '未找到对应实体',
    )
    expect((await rows('clerk', 'PUT', 'edit', mine, { body: { id, fnum: 9 } })).body.message).toBe(
      '未找到对应实体',
    )
    expect((await rows('clerk', 'DELETE', 'deleteBatch', mine, { query: { ids: id } })).body.message).toBe(
      '未找到对应实体',
    )
    // A foreign key in the body does not change the record of a row.
    await rows('clerk', 'PUT', 'edit', theirs, { body: { id, fpurchaseid: mine, fnum: 3 } })
    expect((await rows('clerk', 'GET', 'list', theirs)).body.result).toMatchObject({
      total: 1,
      records: [{ fnum: 3 }],
    })
  })

  it('are read-only after their record is approved', async () => {
    const id = await bill()
    const { id: rowId } = await row(id)
    await server.call('clerk', 'POST', `${at}/move/audit`, { body: { ids: id } })
    for (const reply of [
      await rows('clerk', 'POST', 'add', id, { body: { fspmc: '竹纸' } }),
      await rows('clerk', 'PUT', 'edit', id, { body: { id: rowId, fnum: 9 } }),
      await rows('clerk', 'DELETE', 'delete', id, { query: { id: rowId } }),
    ])
      expect(reply.body.message).toBe('采购单已审核，不能修改')
    expect(await readSum(id)).toBe(6)
  })

  it('are saved once for repeated requests of one attempt, and stale ones are refused', async () => {
    const id = await bill()
    const headers = { 'idempotency-key': 'row-attempt-1' }
    const first = await rows('clerk', 'POST', 'add', id, { body: { fspmc: '宣纸' }, headers })
    const again = await rows('clerk', 'POST', 'add', id, { body: { fspmc: '宣纸' }, headers })
    expect(again.body.result).toEqual(first.body.result)
    expect((await rows('clerk', 'GET', 'list', id)).body.result.total).toBe(1)
    await rows('clerk', 'PUT', 'edit', id, { body: { id: first.body.result.id, rev: 1, fnum: 5 } })
    const late = await rows('clerk', 'PUT', 'edit', id, {
      body: { id: first.body.result.id, rev: 1, fnum: 6 },
    })
    expect(late.status).toBe(409)
    expect(late.body.result).toBeNull()
  })

  it('count both in the head when two are saved at once', async () => {
    const id = await bill()
    await Promise.all([row(id, { fspmc: '甲' }), row(id, { fspmc: '乙' })])
    expect(await readSum(id)).toBe(12)
  })

  it('need the id of their record', async () => {
    const without = await server.call('clerk', 'GET', `${at}/items/list`)
    expect(without).toMatchObject({ status: 400, body: { message: '参数无效：master' } })
    expect((await server.call('clerk', 'GET', `${at}/nothing/list`, { query: { master: '1' } })).status).toBe(
      404,
    )
  })
})

describe('detail rows that are saved with their record', () => {
  it('are listed for users who may read the record, and refuse a save of their own', async () => {
    const { id } = await server.add()
    const url = '/jeecg-boot/resource/demo/order/items'
    const list = await server.call('clerk', 'GET', `${url}/list`, { query: { master: id } })
    expect(list.body.result).toMatchObject({ total: 1, records: [{ fspmc: '纸' }] })
    expect((await server.call('other', 'GET', `${url}/list`, { query: { master: id } })).body.message).toBe(
      '未找到对应实体',
    )
    const add = await server.call('clerk', 'POST', `${url}/add`, {
      query: { master: id },
      body: { fspmc: '纸' },
    })
    expect(add.status).toBe(404)
  })
})
