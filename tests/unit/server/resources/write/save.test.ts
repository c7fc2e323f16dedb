import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const read = async (id: string) =>
  (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result
const listProblems = (reply: { body: { result: { problems: { path: string }[] } } }) =>
  reply.body.result.problems.map(({ path }) => path)

describe('adding a record', () => {
  it('saves head and rows with numbers, formulas, stamps, defaults and the initial state', async () => {
    const saved = await server.add({ fsum: 999, fstates: '已审核', createBy: 'mallory', fauditor: 'mallory' })
    expect(saved).toMatchObject({
      rev: 1,
      fsum: 6,
      fstates: '待审核',
      createBy: 'clerk',
      fauditor: null,
      sysOrgCode: 'A01',
    })
    expect(saved.fno).toMatch(/^DD\d{12}$/)
    expect(saved.id).toMatch(/^\d{19}$/)
    expect(saved.items[0]).toMatchObject({ orderNum: 1, rev: 1, famount: 6, createBy: 'clerk' })
  })

  it('reports every invalid value at its path and saves nothing', async () => {
    const before = (await server.order('clerk', 'list', 'GET')).body.result.total
    const reply = await server.order('clerk', 'add', 'POST', {
      body: {
        fname: '',
        fdate: '2025-02-30',
        funit: '桶',
        fnumber: '1234567890123456789012345678901234567890',
        items: [{ fspmc: '纸', fnum: 0 }],
      },
    })
    expect(reply.status).toBe(400)
    expect(listProblems(reply).sort()).toEqual(['/fdate', '/fname', '/fnumber', '/funit', '/items/0/fnum'])
    expect((await server.order('clerk', 'list', 'GET')).body.result.total).toBe(before)
  })

  it.each([
    ['an unknown key', '{"fname":"a","ghost":1}', '参数无效：ghost'],
    ['an unknown key in a row', '{"fname":"a","items":[{"fspmc":"x","ghost":1}]}', '参数无效：ghost'],
  ])('refuses %s by name', async (_what, raw, message) => {
    const reply = await server.order('clerk', 'add', 'POST', { raw })
    expect([reply.status, reply.body.message]).toEqual([400, message])
  })

  it.each([
    '{"__proto__":{"polluted":1},"fname":"a"}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '[]',
    'null',
    '{"fname":{"a":1},"items":[]}',
  ])('refuses the body %s without harm', async (raw) => {
    const reply = await server.order('clerk', 'add', 'POST', { raw })
    expect([reply.status, reply.body.success]).toEqual([400, false])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('enforces uniqueness in the database and reports it at the field', async () => {
    await server.add({ fcode: 'X-1' })
    const replies = await Promise.all(
      ['Y-1', 'Y-1', 'Y-1', 'X-1'].map((fcode) =>
        server.order('clerk', 'add', 'POST', { body: { fname: 'u', fcode, items: [{ fspmc: 'a' }] } }),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400])
    const refusal = replies.find((reply) => reply.status === 400)
    expect(refusal?.body.result.problems).toEqual([
      { path: '/fcode', code: 'unique', text: '外部编号已存在' },
    ])
  })

  it('numbers parallel adds without a gap or a duplicate', async () => {
    const saved = await Promise.all(Array.from({ length: 10 }, () => server.add()))
    const numbers = saved.map((record) => Number(record.fno.slice(-4))).sort((a, b) => a - b)
    expect(new Set(numbers).size).toBe(10)
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(9)
  })

  it('returns long numbers as strings and others as numbers', async () => {
    const saved = await server.add({ flong: '123456789012345678.12', fnumber: 1.5 })
    expect([saved.flong, saved.fnumber]).toEqual(['123456789012345678.12', 1.5])
  })
})

describe('an idempotency key', () => {
  const body = { fname: '一次', items: [{ fspmc: '纸' }] }
  const send = (key: string, sent: unknown = body) =>
    server.order('clerk', 'add', 'POST', { body: sent, headers: { 'idempotency-key': key } })

  it('of a request that is still being saved is asked for again later, as the same request', async () => {
    const late = { ...body, fname: '晚些' }
    const first = server.services.db.owner.transaction().execute(async (trx) => {
      await trx
        .insertInto('sys_idempotency')
        .values({ user_id: 'clerk', key: 'being-saved', body_hash: 'x' })
        .execute()
      const second = await send('being-saved', late)
      expect([second.status, second.headers['retry-after']]).toEqual([503, '2'])
      throw new Error('the first one fails')
    })
    await expect(first).rejects.toThrow('the first one fails')
    expect((await send('being-saved', late)).body.success).toBe(true)
  })

  it('creates one record for twelve parallel requests and returns the first answer to all', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => send('twelve-times')))
    expect(new Set(replies.map((reply) => reply.body.result.id)).size).toBe(1)
    expect(replies.every((reply) => reply.status === 200)).toBe(true)
    const list = await server.order('clerk', 'list', 'GET', { query: { fname: '一次' } })
    expect(list.body.result.total).toBe(1)
  })

  it('is refused with another body, and when its format is invalid', async () => {
    await send('same-key-1')
    expect((await send('same-key-1', { ...body, fname: '别的' })).status).toBe(400)
    expect((await send('short')).status).toBe(400)
  })

  it('of a batch creates its records once, and the repetition gets the first answer', async () => {
    const at = '/jeecg-boot/resource/demo/purchase'
    const sendBatch = (names: readonly string[]) =>
      server.call('clerk', 'POST', `${at}/addBatch`, {
        body: { rows: names.map((fname) => ({ fname })) },
        headers: { 'idempotency-key': 'batch-once-1' },
      })
    const names = ['成批一', '成批二']
    const replies = [...(await Promise.all([sendBatch(names), sendBatch(names)])), await sendBatch(names)]
    const result = { count: 2, ids: replies[0]?.body.result.ids }
    for (const { body } of replies) expect(body).toMatchObject({ success: true, result })
    const { rows } = await sql`select id from demo_purchase where fname like '成批%'`.execute(
      server.services.db.app,
    )
    expect(rows).toHaveLength(2)
    expect((await sendBatch(['成批三'])).status).toBe(400)
  })

  it('accepts a corrected body after a refusal', async () => {
    expect((await send('corrected-1', { ...body, fname: '' })).status).toBe(400)
    expect((await send('corrected-1')).status).toBe(200)
  })
})

describe('editing a record', () => {
  it('changes named values only: other columns, ids and creation stamps remain', async () => {
    const saved = await server.add({
      fsecret: 7,
      items: [{ fspmc: 'a', fprice: 3 }, { fspmc: 'b', fprice: 4 }, { fspmc: 'c' }],
    })
    const [a, b, c] = saved.items
    const reply = await server.order('reader', 'edit', 'PUT', {
      body: {
        id: saved.id,
        rev: saved.rev,
        fname: '改',
        items: {
          added: [{ fspmc: 'd', orderNum: 1 }],
          changed: [{ id: b.id, rev: b.rev, fnum: 5 }],
          removed: [c.id],
        },
      },
    })
    expect(reply.body.message).toBe('修改成功！')
    const after = await read(saved.id)
    expect(after).toMatchObject({
      fname: '改',
      fsecret: 7,
      rev: 2,
      updateBy: 'reader',
      createBy: 'clerk',
      createTime: saved.createTime,
    })
    const rowA = after.items.find((row: { id: string }) => row.id === a.id)
    const rowB = after.items.find((row: { id: string }) => row.id === b.id)
    expect(rowA).toEqual({
      ...a,
      orderNum: rowA.orderNum,
      rev: rowA.rev,
      updateBy: rowA.updateBy,
      updateTime: rowA.updateTime,
    })
    // The reader sees no prices; the server still computes with them.
    expect(rowB).toMatchObject({ fprice: 4, fnum: 5, famount: 20, createBy: 'clerk', rev: 2 })
    expect(after.items.map((row: { orderNum: number }) => row.orderNum)).toEqual([1, 2, 3])
    expect(after.items.some((row: { id: string }) => row.id === c.id)).toBe(false)
    expect(after.fsum).toBe(23)
  })

  it('answers a stale revision with 409 and the current record, and accepts an absent revision', async () => {
    const saved = await server.add()
    const edit = (body: Record<string, unknown>) =>
      server.order('clerk', 'edit', 'PUT', { body: { id: saved.id, ...body } })
    expect((await edit({ rev: 1, fname: '一' })).status).toBe(200)
    const stale = await edit({ rev: 1, fname: '二' })
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      409,
      '数据已被他人修改，请刷新后重试',
    ])
    expect(stale.body.result.current).toMatchObject({
      id: saved.id,
      rev: 2,
      fname: '一',
      items: [{ fspmc: '纸' }],
    })
    expect((await edit({ fname: '三' })).body.result).toMatchObject({ rev: 3, fname: '三' })
    const row = saved.items[0]
    expect((await edit({ items: { changed: [{ id: row.id, rev: 9, fnum: 3 }] } })).status).toBe(409)
  })

  it('accepts one of two simultaneous edits', async () => {
    const saved = await server.add()
    const replies = await Promise.all(
      ['一', '二', '三'].map((fname) =>
        server.order('clerk', 'edit', 'PUT', { body: { id: saved.id, rev: 1, fname } }),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
  })

  it('refuses a plain list of rows, rows of another bill, and an emptied detail table', async () => {
    const [one, two] = [await server.add(), await server.add()]
    const edit = (items: unknown) => server.order('clerk', 'edit', 'PUT', { body: { id: one.id, items } })
    expect(listProblems(await edit([{ fspmc: 'x' }]))).toEqual(['/items'])
    const foreign = two.items[0].id
    const reply = await edit({ removed: [foreign], changed: [{ id: foreign, fnum: 9 }] })
    expect([reply.status, listProblems(reply)]).toEqual([400, ['/items/changed/0', '/items/removed/0']])
    expect((await read(two.id)).items).toEqual(two.items)
    expect(listProblems(await edit({ removed: [one.items[0].id] }))).toEqual(['/items'])
    expect((await edit({ added: [], bogus: [] })).body.message).toBe('参数无效：items.bogus')
  })

  it('clears a value for null or an empty text, and keeps absent values', async () => {
    const saved = await server.add({ fcode: 'C-9', fnumber: 3, funit: '册' })
    const reply = await server.order('clerk', 'edit', 'PUT', {
      body: { id: saved.id, fnumber: null, fcode: '' },
    })
    expect(reply.body.result).toMatchObject({ fnumber: null, fcode: null, funit: '册', fname: '订单' })
  })

  it('writes nothing when the values are unchanged', async () => {
    const saved = await server.add()
    const reply = await server.order('clerk', 'edit', 'PUT', {
      body: { id: saved.id, rev: 1, fname: saved.fname },
    })
    expect(reply.body.result.rev).toBe(1)
  })

  it('applies a thousand changed rows each to its own row', async () => {
    const items = Array.from({ length: 1000 }, (_, n) => ({ fspmc: `p${n}`, fprice: 1 }))
    const saved = await server.add({ items })
    const changed = saved.items.map((row: { id: string }, n: number) => ({
      id: row.id,
      fnum: n + 1,
      ...(n % 2 ? { fspec: `s${n}` } : {}),
    }))
    const reply = await server.order('clerk', 'edit', 'PUT', { body: { id: saved.id, items: { changed } } })
    expect(reply.body.result.fsum).toBe(500_500)
    expect(reply.body.result.items[999]).toMatchObject({ fspmc: 'p999', fnum: 1000, fspec: 's999' })
  })
})
