import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
  const rows = [
    { fname: '甲', funit: '册', fnumber: 1.25, fsecret: 5, fdate: '2025-01-01' },
    { fname: '乙', funit: '册', fnumber: 2.5, fsecret: 7, fdate: '2025-02-01' },
    { fname: '丙', funit: '套', fnumber: null, fdate: '2025-02-02' },
    { fname: '丁', fdate: '2025-03-01' },
  ]
  for (const row of rows) await server.add(row)
})
afterAll(() => server?.close())

const groups = (
  who: 'clerk' | 'reader' | 'other' | 'nobody',
  query: Record<string, string>,
): Promise<Reply> => server.order(who, 'summary', 'GET', { query })
const sorted = ({ body }: Reply) =>
  [...body.result.groups].sort((a, b) => String(a.value).localeCompare(String(b.value)))

describe('the groups of a summary', () => {
  it('counts records by a field and totals a number in each group', async () => {
    expect(sorted(await groups('clerk', { groupBy: 'funit', field: 'fnumber' }))).toEqual(
      [
        { value: '册', total: 2, totals: { fnumber: { sum: 3.75, average: 1.875 } } },
        { value: '套', total: 1, totals: { fnumber: { sum: null, average: null, lack: 1 } } },
        { value: null, total: 1, totals: { fnumber: { sum: null, average: null, lack: 1 } } },
      ].sort((a, b) => String(a.value).localeCompare(String(b.value))),
    )
  })

  it('applies the conditions of the list', async () => {
    const query = { groupBy: 'funit', fdate_begin: '2025-02-01', funit_MultiString: '册,套' }
    expect(sorted(await groups('clerk', query))).toEqual([
      { value: '册', total: 1, totals: {} },
      { value: '套', total: 1, totals: {} },
    ])
  })

  it('applies the row rules of the user', async () => {
    expect((await groups('other', { groupBy: 'funit' })).body.result.groups).toEqual([])
  })

  it.each([
    ['an unknown field', { groupBy: 'ghost' }, 'groupBy'],
    ['a total of a text', { groupBy: 'funit', field: 'fname' }, 'field'],
    ['an unknown condition', { groupBy: 'funit', ghost: '1' }, 'ghost'],
  ])('refuses %s', async (_name, query, parameter) => {
    const { status, body } = await groups('clerk', query as Record<string, string>)
    expect([status, body.message]).toEqual([400, `参数无效：${parameter}`])
  })

  it.each([{ groupBy: 'funit', field: 'fsecret' }, { groupBy: 'fsecret' }])(
    'refuses a column that the user may not read: %o',
    async (query) => {
      const { status } = await groups('reader', query as Record<string, string>)
      expect(status).toBe(400)
    },
  )

  it('refuses a user without the right to the list', async () => {
    expect((await groups('nobody', { groupBy: 'funit' })).body.success).toBe(false)
  })

  it.each(['fname; drop table demo_order', 't.fname', 'items.fnum', 'constructor'])(
    'takes no column but those of the document: %s',
    async (groupBy) => {
      const { status, body } = await groups('clerk', { groupBy })
      expect([status, body.message]).toEqual([400, '参数无效：groupBy'])
    },
  )

  it('gives the largest groups, and no more than can be drawn', async () => {
    await sql`insert into demo_order (id, create_time, sys_org_code, fname, fcode, fstates)
      select 'g' || n, now(), 'A01', '名' || n, 'g' || n, '待审核' from generate_series(1, 2400) as n
      union all select 'h1', now(), 'A01', '名2400', 'h1', '待审核'`.execute(server.services.db.owner)
    const { body } = await groups('clerk', { groupBy: 'fname' })
    expect([body.result.total, body.result.groups.length]).toEqual([2405, 2000])
    expect(body.result.groups[0]).toEqual({ value: '名2400', total: 2, totals: {} })
  })
})
