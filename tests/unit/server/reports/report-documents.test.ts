import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSalesServer } from './sales.ts'
import type { Person, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createSalesServer()
})
afterAll(() => server?.close())

describe('a report’s document', () => {
  const problems = (id: string) =>
    [
      ...(server.services.documents.entry(id)?.problems ?? server.services.documents.broken().get(id) ?? []),
    ].map(({ path, code, text }) => [path, code, text])
  const trial = (source: object, more: object = {}) =>
    server.write({
      version: 2,
      kind: 'report',
      id: 'trial/one',
      title: '试',
      code: 'tst_trial',
      source: { tables: ['tst_sale'], ...source },
      fields: [{ key: 'fname', title: '品名', type: 'input' }],
      ...more,
    } as { id: string })
  const trialData = () => server.get('admin', '/online/cgreport/api/getData/tst_trial')

  it('reports the place and the reason when its SQL is refused, and is not served', async () => {
    await trial({ sql: 'select fname, pg_sleep(1) as s from tst_sale' })
    expect(problems('trial/one')).toEqual([
      ['/source/sql', 'REPORT_SQL', expect.stringContaining('source.sql：函数 pg_sleep 不在允许之列')],
    ])
    expect((await trialData()).status).toBe(404)
  })

  it('reports names that its SQL, parameters and fields do not share', async () => {
    await trial(
      { sql: 'select s.fname as fnam from tst_sale s where s.fday > :day' },
      { params: [{ key: 'dya', type: 'date' }] },
    )
    const found = problems('trial/one')
    expect(found.map(([path, code]) => [path, code])).toEqual([
      ['/source/sql', 'UNKNOWN_NAME'],
      ['/fields/0/key', 'UNKNOWN_FIELD'],
    ])
    expect(found[0]?.[2]).toContain('dya')
  })

  it('is checked by the database, and its last good version is served after a failure', async () => {
    await trial({ sql: 'select fname from tst_sale' })
    expect((await trialData()).body.result.total).toBe(4)
    await trial({ sql: 'select sum(fname) as fname from tst_sale' })
    expect(problems('trial/one')[0]?.[2]).toContain('数据库不接受这条 SQL')
    expect((await trialData()).body.result.total).toBe(4)
  })

  it('says with which data its SQL cannot compute, for a page and for all rows', async () => {
    await trial({ sql: 'select fnum / (fcost - 3) as fname from tst_sale' })
    const url = '/online/cgreport/api/getData/tst_trial'
    for (const address of [url, `${url}?getAll=true`, url.replace('getData', 'exportXls')]) {
      const { body } = await server.get('admin', address)
      expect(body.message).toBe(
        '报表「试」遇到算不了的数据：除数是零，请把除数写作 nullif(除数, 0)（代码 22012），请联系设计报表的人改 SQL',
      )
    }
    await trial({ sql: 'select (select fname from tst_sale) as fname from tst_sale' })
    expect((await trialData()).body.message).toContain('括号里的查询有几行，请加合计或 limit 1')
  })

  const number = { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, statistics: ['sum'] }
  const kind = { key: 'fkind', title: '类别', type: 'select', dictCode: 'tst_kind' }

  it('has totals for each group besides those of the whole result when it names a grouping column', async () => {
    await trial(
      { sql: 'select fkind, fnum from tst_sale' },
      { fields: [kind, number], list: { groupBy: 'fkind' } },
    )
    const { result } = (await trialData()).body
    expect([result.total, result.totals]).toEqual([4, { fnum: { sum: 115 } }])
    expect(result.groups).toHaveLength(2)
    expect(result.groups).toEqual(
      expect.arrayContaining([
        { value: '1', total: 3, totals: { fnum: { sum: 110.75 } } },
        { value: '2', total: 1, totals: { fnum: { sum: 4.25 } } },
      ]),
    )
    const { body } = await server.get('admin', '/online/cgreport/api/getData/tst_trial', { fkind: '2' })
    expect([body.result.total, body.result.groups.length]).toEqual([1, 1])
  })

  it.each([
    ['is missing', 'fgone', [kind, number], 'UNKNOWN_FIELD'],
    ['is hidden', 'fkind', [{ key: 'fkind', type: 'hidden' }, number], 'BAD_VALUE'],
    ['is totalled', 'fnum', [kind, number], 'BAD_VALUE'],
  ])('reports its grouping column when it %s', async (_why, groupBy, fields, code) => {
    await trial({ sql: 'select fkind, fnum from tst_sale' }, { fields, list: { groupBy } })
    expect(problems('trial/one').map(([path, found]) => [path, found])).toEqual([['/list/groupBy', code]])
  })
})

describe('a report draft from SQL', () => {
  const draft = (who: Person, text: string) =>
    server.get(who, '/online/cgreport/head/parseSql', { sql: text })

  it('takes titles from the documents and types from the database', async () => {
    const { body } = await draft(
      'designer',
      'select fkind, fday, sum(fnum) as total, now() as at from tst_sale where fday > :since group by 1, 2',
    )
    expect(body.result).toMatchObject({
      tables: ['tst_sale'],
      fields: [
        { fieldName: 'fkind', fieldTxt: '类别', fieldType: 'String', dictCode: 'tst_kind' },
        { fieldName: 'fday', fieldTxt: '日期', fieldType: 'Date' },
        { fieldName: 'total', fieldTxt: 'total', fieldType: 'Integer' },
        { fieldName: 'at', fieldTxt: 'at', fieldType: 'Datetime' },
      ],
      params: [{ paramName: 'since', paramTxt: '日期' }],
    })
  })

  it('passes the same gate, runs no query, and is limited to designers', async () => {
    for (const text of [
      'select token from sys_session',
      'select fpin from tst_sale',
      'select pg_sleep(9) as s',
    ]) {
      const { body } = await draft('designer', text)
      expect([body.code, body.message.startsWith('解析失败：')]).toEqual([500, true])
    }
    expect((await draft('designer', 'select sum(fname) as s from tst_sale')).body.message).toBe(
      '解析失败：函数或运算的类型不合，请用 cast 转换（代码 42883）',
    )
    expect((await draft('seller', 'select 1 as a')).status).toBe(403)
    expect((await draft('designer', 'select g as n from generate_series(1, 1000000000) g')).body.code).toBe(
      200,
    )
  })
})
