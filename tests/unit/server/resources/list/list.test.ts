import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { wantedTables } from '#server/documents/plan/tables.ts'
import { type Reply, TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
  const rows = [
    {
      fname: '甲志',
      fcode: 'A-1',
      fdate: '2025-01-01',
      fmoment: '2025-01-01 09:30:00',
      fnumber: 5,
      funit: '册',
    },
    {
      fname: '乙志',
      fcode: 'A-2',
      fdate: '2025-01-02',
      fmoment: '2025-01-02 23:59:59',
      fnumber: 10,
      funit: '套',
    },
    { fname: '100%_丙', fcode: 'B-1', fdate: '2025-02-01', fmoment: '2025-02-01 00:00:00', fnumber: 15 },
    { fname: 'a,b', fcode: 'B-2', fnumber: null },
    { fname: ">=5 'quote' \\ back", fcode: 'C*1' },
  ]
  for (const row of rows) await server.add({ fdate: null, fmoment: null, ...row })
})
afterAll(() => server?.close())

type Query = Record<string, string | string[]>
const list = (query: Query | string): Promise<Reply> => server.order('clerk', 'list', 'GET', { query })
const codes = (reply: Reply): string[] =>
  reply.body.result.records.map((row: { fcode: string }) => row.fcode).sort()

describe('a condition', () => {
  it.each<[string, Query, string[]]>([
    ['contains', { fname: '*志*' }, ['A-1', 'A-2']],
    ['starts with', { fcode: 'A*' }, ['A-1', 'A-2']],
    ['ends with', { fcode: '*-1' }, ['A-1', 'B-1']],
    ['equals', { fcode: 'A-1' }, ['A-1']],
    ['is not', { fcode: '!A-1' }, ['A-2', 'B-1', 'B-2', 'C*1']],
    ['is not, spelled !=', { fcode: '!=A-1' }, ['A-2', 'B-1', 'B-2', 'C*1']],
    ['takes a star inside for any text', { fcode: 'C*1' }, ['C*1']],
    ['escapes % and _', { fname: '*%_*' }, ['B-1']],
    ['at least, with a space', { fnumber: '>= 10' }, ['A-2', 'B-1']],
    ['at least, without', { fnumber: '>=10' }, ['A-2', 'B-1']],
    ['less than', { fnumber: '<10' }, ['A-1']],
    ['words as operators', { fnumber: 'gt 10' }, ['B-1']],
    ['one of', { fnumber: '5,15' }, ['A-1', 'B-1']],
    ['one of, by word', { fcode: 'in A-1,B-1' }, ['A-1', 'B-1']],
    ['any of, with outer commas', { fname: ',甲,乙,' }, ['A-1', 'A-2']],
    ['a comma that does not separate', { fname: 'a++b' }, ['B-2']],
    ['from and to', { fdate_begin: '2025-01-02', fdate_end: '2025-02-01' }, ['A-2', 'B-1']],
    ['the whole last day of a moment', { fmoment_end: '2025-01-02' }, ['A-1', 'A-2']],
    ['a moment until a day', { fmoment: '<=2025-01-02' }, ['A-1', 'A-2']],
    ['a moment after a day', { fmoment: '>2025-01-01' }, ['A-2', 'B-1']],
    ['a moment on a day', { fmoment: '2025-01-02' }, ['A-2']],
    ['a moment on another day', { fmoment: '!2025-01-02' }, ['A-1', 'B-1']],
    ['several values', { funit_MultiString: '册,套' }, ['A-1', 'A-2']],
    ['by its maker', { createBy: 'clerk' }, ['A-1', 'A-2', 'B-1', 'B-2', 'C*1']],
    ['by somebody else', { createBy: 'reader' }, []],
    ['by the name of its maker', { createBy: 'clerk真名' }, ['A-1', 'A-2', 'B-1', 'B-2', 'C*1']],
    ['by a part of the name of its maker', { createBy: '*真*' }, ['A-1', 'A-2', 'B-1', 'B-2', 'C*1']],
    ['by one of several makers', { createBy: 'reader,clerk真名' }, ['A-1', 'A-2', 'B-1', 'B-2', 'C*1']],
    ['not by the name of its maker', { createBy: '!clerk真名' }, []],
    ['not by the name of somebody else', { createBy: '!reader真名' }, ['A-1', 'A-2', 'B-1', 'B-2', 'C*1']],
    ['several conditions', { fname: '*志', fnumber: '>5' }, ['A-2']],
    [
      'nothing, when empty',
      { fname: '', fnumber: ' ', fdate_begin: '' },
      ['A-1', 'A-2', 'B-1', 'B-2', 'C*1'],
    ],
    ['nothing, for what is ignored', { _t: '1', field: 'id,,fname' }, ['A-1', 'A-2', 'B-1', 'B-2', 'C*1']],
    ['text with quotes and backslashes', { fname: "*'quote' \\*" }, ['C*1']],
    ['an injection as the text it is', { fcode: "x' or '1'='1" }, []],
    ['a sleep as the text it is', { fname: "*'; select pg_sleep(5)--*" }, []],
  ])('%s', async (_what, query, found) => {
    expect(codes(await list(query))).toEqual(found)
  })

  it.each<[string, Query | string, string]>([
    ['an unknown key', { ghost: '1' }, 'ghost'],
    ['an unknown key with a suffix', { ghost_begin: '1' }, 'ghost_begin'],
    ['__proto__', '__proto__=1', '__proto__'],
    ['constructor', 'constructor=1', 'constructor'],
    ['a number that is none', { fnumber: 'abc' }, 'fnumber'],
    ['a number in a list that is none', { fnumber: '1,x' }, 'fnumber'],
    ['a whole number out of range', { fwhole: '99999999999' }, 'fwhole'],
    ['a date that is none', { fdate_begin: '2025-02-30' }, 'fdate_begin'],
    ['a pattern on a number', { fnumber: '*5*' }, 'fnumber'],
    ['a repeated parameter', 'fname=a&fname=b', 'fname'],
    ['a zero byte', { fname: 'a\u0000b' }, 'fname'],
    ['an unknown column', { column: 'password', order: 'asc' }, 'column'],
    ['an expression for a column', { column: '(case when 1=1 then 1 end)', order: 'asc' }, 'column'],
    ['a detail for a column', { column: 'items' }, 'column'],
    ['an unknown order', { column: 'fname', order: 'asc,(select 1)' }, 'order'],
    ['a page that is none', { pageNo: 'x' }, 'pageNo'],
    ['broken JSON', { superQueryParams: '[{' }, 'superQueryParams'],
    ['JSON that is no list', { superQueryParams: '{}' }, 'superQueryParams'],
    [
      'an unknown rule',
      { superQueryParams: '[{"field":"fname","rule":"regexp","val":"a"}]' },
      'superQueryParams',
    ],
    [
      'an unknown field in the advanced query',
      { superQueryParams: '[{"field":"del_flag","rule":"eq","val":"1"}]' },
      'superQueryParams',
    ],
    ['an unknown match type', { superQueryMatchType: 'or 1=1 or' }, 'superQueryMatchType'],
  ])('names the refused parameter: %s', async (_what, query, name) => {
    const reply = await list(query)
    expect([reply.status, reply.body.message]).toEqual([400, `参数无效：${name}`])
  })
})

it('a list contains the names of the users who created and changed its records', async () => {
  const users = { table: 'sys_user', text: 'realname', value: 'username', softDelete: true }
  server.services.dictionaries.registerTable('sys_user,realname,username', users)
  const { records } = (await list({ fcode: 'A-1' })).body.result
  expect(records).toMatchObject([{ createBy: 'clerk', createBy_dictText: 'clerk真名' }])
})

it('standard column has an index when a list has it as a query item', () => {
  const screen = { table: { name: 'stk_a' }, fields: [], list: { query: ['createBy'] } }
  const [table] = wantedTables(screen as unknown as StoredScreen, fieldValues)
  expect(table?.indexes).toContainEqual(expect.objectContaining({ columns: ['create_by'], kind: 'list' }))
})

describe('the advanced query', () => {
  const items = [
    { field: 'fname', rule: 'like', val: '甲', type: 'input' },
    { field: 'fnumber', rule: 'gt', val: 12, dbType: 'double' },
    { field: 'fdate', rule: 'ge', val: '' },
  ]
  it('joins by and unless the request says or, and accepts doubly encoded JSON', async () => {
    const encoded = encodeURI(JSON.stringify(items))
    expect(codes(await list({ superQueryParams: encoded }))).toEqual([])
    expect(codes(await list({ superQueryParams: encoded, superQueryMatchType: 'or' }))).toEqual([
      'A-1',
      'B-1',
    ])
    expect(codes(await list({ superQueryParams: encoded, superQueryMatchType: 'or', fcode: 'A*' }))).toEqual([
      'A-1',
    ])
  })
})

describe('a page', () => {
  it('has the keys of the contract, texts beside dictionary values, and no details', async () => {
    const { result } = (await list({ pageSize: '2', column: 'fcode', order: 'asc' })).body
    expect(result).toMatchObject({
      total: 5,
      size: 2,
      current: 1,
      pages: 3,
      searchCount: true,
      hitCount: false,
    })
    expect(result.records[0]).toMatchObject({ fcode: 'A-1', rev: 1, funit: '册', funit_dictText: '册（本）' })
    expect(result.records[0]).not.toHaveProperty('items')
    expect(result).not.toHaveProperty('totalEstimated')
  })

  it('shows every record once over all pages, also when the sort column has equal values', async () => {
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((pageNo) => list({ pageNo, pageSize: '2', column: 'fstates', order: 'asc' })),
    )
    expect(pages.flatMap(codes).sort()).toEqual(['A-1', 'A-2', 'B-1', 'B-2', 'C*1'])
    expect(pages.map((reply) => reply.body.result.total)).toEqual([5, 5, 5, 5])
  })

  it('sorts empty values below all others in both directions', async () => {
    const order = async (direction: string) =>
      (await list({ column: 'fnumber', order: direction })).body.result.records.map(
        (row: { fnumber: number | null }) => row.fnumber,
      )
    expect(await order('desc')).toEqual([15, 10, 5, null, null])
    expect(await order('asc')).toEqual([null, null, 5, 10, 15])
  })

  it('limits its size and number', async () => {
    expect((await list({ pageSize: '100000' })).body.result.size).toBe(200)
    expect((await list({ pageNo: '-3', pageSize: '0' })).body.result).toMatchObject({ size: 1, current: 1 })
  })
})

describe('many rows', () => {
  it('are paged correctly past the number that is sorted in memory, with an exact or a marked total', async () => {
    const { db } = server.services
    await sql`insert into demo_order (id, create_time, sys_org_code, fname, fnumber, fstates)
      select 'b' || n, timestamp '2020-01-01' + n * interval '1 second', 'A01', '批量', n, '待审核'
      from generate_series(1, 120000) as n`.execute(db.owner)
    await sql`analyze demo_order`.execute(db.owner)
    const some = await list({
      fnumber_begin: '1',
      fnumber_end: '5000',
      fname: '批量',
      column: 'fnumber',
      order: 'desc',
      pageNo: '2',
    })
    expect(some.body.result.total).toBe(5000)
    expect(some.body.result.records[0].fnumber).toBe(4990)
    const all = (await list({})).body.result
    if (!all.totalEstimated) expect(all.total).toBe(120_005)
    expect(all.total).toBeGreaterThan(100_000)
    expect(all.total).toBeLessThan(150_000)
  })
})

describe('an order by two columns', () => {
  it('has one direction for both, or one for each', async () => {
    const readCodes = async (order: string) =>
      (await list({ fcode: 'A-1,A-2,B-1,B-2', column: 'fstates,fcode', order })).body.result.records.map(
        ({ fcode }: { fcode: string }) => fcode,
      )
    expect(await readCodes('asc')).toEqual(['A-1', 'A-2', 'B-1', 'B-2'])
    expect(await readCodes('asc,desc')).toEqual(['B-2', 'B-1', 'A-2', 'A-1'])
  })

  it('is refused when it has another number of directions', async () => {
    const { body } = await list({ column: 'fname,fcode,fdate', order: 'asc,desc' })
    expect(body.message).toContain('order')
  })
})

describe('a summary', () => {
  const summary = async (query: Query, user: 'clerk' | 'reader' = 'clerk') =>
    (await server.order(user, 'summary', 'GET', { query })).body

  it('has the sums and averages of all rows that the conditions find, over all pages', async () => {
    const { result } = await summary({ field: 'fnumber', fcode: 'A-1,A-2,B-1,B-2', pageSize: '1' })
    expect(result).toEqual({ total: 4, totals: { fnumber: { sum: 30, average: 10, lack: 1 } } })
    const some = await summary({ field: 'fnumber', fname: '*志*', pageSize: '1' })
    expect(some.result).toEqual({ total: 2, totals: { fnumber: { sum: 15, average: 7.5 } } })
  })

  it('refuses columns without numbers, and columns that the user may not read', async () => {
    expect((await summary({ field: 'fname' })).message).toContain('field')
    expect((await summary({ field: 'fsecret' }, 'reader')).message).toContain('field')
  })
})
