import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
  const rows = [
    { fname: '甲', funit: '册', fnumber: 1.25, fsecret: 5, fdate: '2025-01-01' },
    { fname: '乙', funit: '册', fnumber: 2.5, fsecret: 7, fdate: '2025-02-01' },
    { fname: '丙', funit: '套', fnumber: null, fdate: '2025-02-28' },
    { fname: '丁', funit: '套', fnumber: 8, fdate: null },
  ]
  for (const row of rows) await server.add(row)
})
afterAll(() => server?.close())

const ask = (who: 'clerk' | 'reader' | 'other' | 'nobody', query: Record<string, string>): Promise<Reply> =>
  server.order(who, 'groups', 'GET', { query })
const records = async (query: Record<string, string>) => (await ask('clerk', query)).body.result.records

describe('the groups of a list as records', () => {
  it('are the months in their order, with a blank one last', async () => {
    expect(await records({ groupBy: 'fdate:month', field: 'fnumber' })).toEqual([
      { fdate: '2025-01', fnumber: 1.25, total: 1 },
      { fdate: '2025-02', fnumber: 2.5, total: 2 },
      { fdate: null, fnumber: 8, total: 1 },
    ])
  })

  it.each([
    ['day', ['2025-01-01', '2025-02-01', '2025-02-28', null]],
    ['quarter', ['2025Q1', null]],
    ['year', ['2025', null]],
  ])('put dates together by %s', async (unit, dates) => {
    const found = await records({ groupBy: `fdate:${unit}` })
    expect(found.map(({ fdate }: { fdate: unknown }) => fdate)).toEqual(dates)
  })

  it('are counted by several columns', async () => {
    expect(await records({ groupBy: 'funit,fdate:year', column: 'funit', order: 'asc' })).toEqual([
      expect.objectContaining({ funit: '册', fdate: '2025', total: 2 }),
      expect.objectContaining({ funit: '套', fdate: '2025', total: 1 }),
      expect.objectContaining({ funit: '套', fdate: null, total: 1 }),
    ])
  })

  it('are those of the conditions, the largest first, and no more than are wanted', async () => {
    const query = {
      groupBy: 'funit',
      field: 'fnumber',
      fdate_begin: '2025-01-15',
      column: 'fnumber',
      order: 'desc',
    }
    expect(await records(query)).toEqual([
      expect.objectContaining({ funit: '册', fnumber: 2.5 }),
      expect.objectContaining({ funit: '套', fnumber: null }),
    ])
    const { body } = await ask('clerk', { ...query, pageSize: '1' })
    expect([body.result.records.length, body.result.isCut]).toEqual([1, true])
  })

  it('are those of the rows that the user may see', async () => {
    expect((await ask('other', { groupBy: 'funit' })).body.result.records).toEqual([])
    expect((await ask('nobody', { groupBy: 'funit' })).body.success).toBe(false)
  })

  it.each([
    [{ groupBy: 'fsecret' }, 510],
    [{ groupBy: 'funit', column: 'fsecret' }, 400],
    [{ groupBy: 'funit', fsecret: '5' }, 400],
  ])('never read a column that is hidden from the user: %o', async (query, code) => {
    expect((await ask('reader', query as Record<string, string>)).body.code).toBe(code)
  })

  it('leave out a sum that is hidden from the user', async () => {
    const { body } = await ask('reader', { groupBy: 'funit', field: 'fnumber,fsecret' })
    expect(Object.keys(body.result.records[0]).sort()).toEqual([
      'fnumber',
      'funit',
      'funit_dictText',
      'total',
    ])
  })

  it.each([
    [{}, 'groupBy'],
    [{ groupBy: 'fname; drop table demo_order' }, 'groupBy'],
    [{ groupBy: 'constructor' }, 'groupBy'],
    [{ groupBy: 'funit:month' }, 'groupBy'],
    [{ groupBy: "fdate:YYYY', (select 1)" }, 'groupBy'],
    [{ groupBy: 'fdate:constructor' }, 'groupBy'],
    [{ groupBy: 'funit,fname,fdate,fnumber' }, 'groupBy'],
    [{ groupBy: 'funit', field: 'fname' }, 'field'],
    [{ groupBy: 'funit', column: 'fname' }, 'column'],
    [{ groupBy: 'funit', order: 'up' }, 'order'],
    [{ groupBy: 'funit', pageSize: '2001' }, 'pageSize'],
    [{ groupBy: 'funit', ghost: '1' }, 'ghost'],
  ])('are refused for %o', async (query, parameter) => {
    const { status, body } = await ask('clerk', query as Record<string, string>)
    expect([status, body.message]).toEqual([400, `参数无效：${parameter}`])
  })

  it('say that there are more of them than are sent', async () => {
    await sql`insert into demo_order (id, create_time, sys_org_code, fname, fcode, fstates)
      select 'g' || n, now(), 'A01', '名' || n, 'g' || n, '待审核' from generate_series(1, 2400) as n`.execute(
      server.services.db.owner,
    )
    const { body } = await ask('clerk', { groupBy: 'fname' })
    expect([body.result.records.length, body.result.isCut]).toEqual([2000, true])
  })
})
