import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { listFields } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { getReport } from '#server/documents/report-sql/report.ts'
import { buildCell } from '#server/records/excel/workbook/cells.ts'
import { buildCsv } from '#server/reports/export.ts'
import { readReport } from '#server/reports/read.ts'
import { createSalesServer } from './sales.ts'
import type { Person, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createSalesServer()
})
afterAll(() => server?.close())

const call = (who: Person, verb: string, code: string, query?: Record<string, string>) =>
  server.get(who, `/online/cgreport/api/${verb}/${code}`, query)
const data = (who: Person, query?: Record<string, string>) => call(who, 'getData', 'tst_sales', query)
const names = async (who: Person, query?: Record<string, string>) =>
  (await data(who, query)).body.result.records.map(({ fname }: { fname: string }) => fname)

describe('a report', () => {
  it('returns its rows in the order of its document, with the texts of dictionaries and totals of the whole result', async () => {
    const { body } = await data('seller', { pageSize: '1' })
    expect(body.result).toMatchObject({
      total: 4,
      size: 1,
      totals: { fnum: { sum: 115, average: 28.75 }, fcost: { sum: 56 } },
    })
    expect(body.result.records).toEqual([
      {
        id: '4',
        fname: '外部门的纸',
        fkind: '1',
        fkind_dictText: '纸',
        fday: '2026-03-06',
        fnum: 100,
        fcost: 50,
      },
    ])
  })

  it('finds rows by words in any order, stars inside and first letters', async () => {
    expect(await names('seller', { fname: '*纸 外部*' })).toEqual(['外部门的纸'])
    expect(await names('seller', { fname: '外*纸' })).toEqual(['外部门的纸'])
    expect(await names('seller', { fname: '*hm*' })).toEqual(['徽墨'])
    expect(await names('seller', { fname: '*xuanzhi*' })).toEqual(['宣纸'])
  })

  it('means the whole day when a parameter that ends a period is a date', () => {
    const end = (comparison: string, type = 'datetime') => {
      const document = {
        source: { sql: `select s.id as n from tst_sale s where ${comparison}`, tables: ['tst_sale'] },
        params: [
          { key: 'from', type },
          { key: 'to', type },
        ],
        fields: [{ key: 'n', type: 'input' }],
      } as unknown as Parameters<typeof getReport>[0]
      const values = new Map(['from', 'to'].map((key) => [key, '2026-03-06']))
      return sql`select 1 from ${getReport(document).rows(values)}`.compile(server.services.db.app).parameters
    }
    const [day, night] = ['2026-03-06', '2026-03-06 23:59:59']
    expect(end('s.create_time >= :from and s.create_time <= :to')).toEqual([day, night])
    expect(end('s.create_time between :from and :to', 'date')).toEqual([day, night])
    expect(end('(:to is null or s.create_time <= coalesce(:to, now()))')).toEqual([day, night])
    expect(end('s.create_time < :to::date + 1')).toEqual([day])
    expect(end('s.create_time <= :to::date + 1')).toEqual([day])
    expect(end('s.create_time > :from and s.id is not null and :to is null')).toEqual([day, day])
  })

  it('accepts the list-query language: wildcards, lists, ranges, order, pages', async () => {
    expect(await names('seller', { fname: '*纸*' })).toEqual(['外部门的纸', '宣纸'])
    expect(await names('seller', { fkind: '2,9' })).toEqual(['徽墨'])
    expect(await names('seller', { fday_begin: '2026-02-01', fday_end: '2026-02-28' })).toEqual(['徽墨'])
    expect(await names('seller', { column: 'fname', order: 'asc', pageNo: '2', pageSize: '3' })).toHaveLength(
      1,
    )
    expect((await data('seller', { fkind: '2' })).body.result.totals.fnum).toEqual({
      sum: 4.25,
      average: 4.25,
    })
  })

  it('returns the rows that meet one of several conditions when they are joined by or', async () => {
    const conditions = [
      { field: 'fname', rule: 'like', val: '墨' },
      { field: 'fkind', rule: 'eq', val: '9' },
      { field: 'fname', rule: 'eq', val: '宣纸' },
    ]
    const query = (matchType: string) => ({
      superQueryParams: JSON.stringify(conditions),
      superQueryMatchType: matchType,
    })
    expect(await names('seller', query('or'))).toEqual(['宣纸', '徽墨'])
    expect(await names('seller', query('and'))).toEqual([])
  })

  it('refuses an unknown order and parameter of its own by name, and ignores others', async () => {
    expect((await data('seller', { fpin: '1', isMultiTranslate: 'true' })).body.result.total).toBe(4)
    for (const query of [{ column: 'fpin', order: 'asc' }, { self_nothing: '1' }, { getAll: 'x' }]) {
      const { status } = await data('seller', query as unknown as Record<string, string>)
      expect([query, status]).toEqual([query, 400])
    }
    expect((await data('seller', { self_nothing: '1' })).body.message).toBe('参数无效：self_nothing')
    expect((await call('seller', 'getData', 'tst_none')).status).toBe(404)
  })

  it('binds its parameters, so that hostile texts stay texts', async () => {
    expect(await names('seller', { self_name: "'; drop table tst_sale; --" })).toEqual([
      "'; drop table tst_sale; --",
    ])
    for (const hostile of [
      "' or '1'='1",
      '$1',
      ':org',
      '=use x',
      '{{1+1}}',
      `\${7*7}`,
      "1') union select fpin",
      '\\',
    ]) {
      expect(await names('seller', { self_name: hostile })).toEqual([])
    }
    expect((await data('seller', { self_since: "2026-01-01'; --" })).status).toBe(400)
    expect((await data('seller', { self_name: 'a\u0000b' })).status).toBe(400)
    expect(await names('seller', { self_since: '2026-03-01' })).toHaveLength(2)
  })

  it('names a required parameter that is missing, and uses the defaults of others', async () => {
    const missing = await call('seller', 'getData', 'tst_by_kind')
    expect(missing.status).toBe(400)
    expect(missing.body.message).toContain('self_kind')
    expect(missing.body.result.problems[0].text).toBe('请填写类别')
    const found = await call('seller', 'getData', 'tst_by_kind', { self_kind: '1' })
    expect(found.body.result.records).toEqual([{ fkind: '1', n: 3 }])
    const early = await call('seller', 'getData', 'tst_by_kind', { self_kind: '1', self_upto: '2026-01-31' })
    expect(early.body.result.records).toEqual([{ fkind: '1', n: 1 }])
  })

  it('describes its columns, query items and parameters in the format of the contract', async () => {
    const { columns, dictOptions, cgRpConfigId, cgRpConfigName } = (
      await call('seller', 'getRpColumns', 'tst_sales')
    ).body.result
    expect([cgRpConfigId, cgRpConfigName]).toEqual(['tst_sales', '销售"统计"'])
    expect(columns.map((column: { dataIndex: string }) => column.dataIndex)).toEqual([
      'fname',
      'fkind',
      'fday',
      'fnum',
      'fcost',
    ])
    expect(columns[0]).toMatchObject({ sorter: true, fieldHref: '/trial/sale?fname={fname}', align: 'left' })
    expect(columns[1]).toMatchObject({ customRender: 'fkind', fieldType: 'select' })
    expect(columns[3]).toMatchObject({ isTotal: '1', groupTitle: '数', align: 'right' })
    expect(dictOptions.fkind).toEqual([
      { value: '1', text: '纸' },
      { value: '2', text: '=墨' },
    ])
    expect((await call('seller', 'getQueryInfo', 'tst_sales')).body.result).toMatchObject([
      { label: '品名', field: 'fname', view: 'text', mode: 'single', hidden: '0' },
      { field: 'fkind', view: 'list', hidden: '1', dictCode: 'tst_kind' },
      { field: 'fday', view: 'date', mode: 'group' },
    ])
    const params = (await call('seller', 'getParamsInfo', 'tst_by_kind')).body.result
    expect(params).toMatchObject([
      { paramName: 'kind', paramTxt: '类别', paramValue: null },
      { paramName: 'upto', paramValue: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ])
    const both = (await call('seller', 'getColumnsAndData', 'tst_sales')).body.result
    expect(both).toMatchObject({ cgreportHeadName: '销售"统计"', isGroupTitle: true, data: { total: 4 } })
  })
})

describe('access to a report', () => {
  it('needs the list right, and is refused in the format of a list', async () => {
    const refused = await data('nobody')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      200,
      510,
      '没有权限，请联系管理员授权',
    ])
    for (const verb of ['getRpColumns', 'getQueryInfo', 'getParamsInfo', 'getColumnsAndData'])
      expect((await call('nobody', verb, 'tst_sales')).body.code).toBe(510)
    expect((await call('buyer', 'exportXls', 'tst_sales')).status).toBe(403)
  })

  it('hides a column from users without its right: in rows, columns, conditions, order and totals', async () => {
    const { records, totals } = (await data('buyer')).body.result
    expect(records[0]).not.toHaveProperty('fcost')
    expect(totals).not.toHaveProperty('fcost')
    // A condition on it is not applied: the rows do not tell its values.
    const { total } = (await data('buyer')).body.result
    expect((await data('buyer', { fcost_begin: '999999999' })).body.result.total).toBe(total)
    expect((await data('buyer', { column: 'fcost', order: 'asc' })).status).toBe(400)
    expect(JSON.stringify((await call('buyer', 'getRpColumns', 'tst_sales')).body)).not.toContain('fcost')
  })

  it('binds a hidden parameter to the current user, and ignores it in a request', async () => {
    expect((await data('buyer')).body.result.total).toBe(3)
    expect((await data('seller')).body.result.total).toBe(4)
    expect((await data('buyer', { self_org: 'B01' })).status).toBe(400)
    const asked = (await call('buyer', 'getParamsInfo', 'tst_sales')).body.result
    expect(asked.map(({ paramName }: { paramName: string }) => paramName)).toEqual(['name', 'since'])
  })

  it('shows a user who may only pick the columns of the picker', async () => {
    const { body } = await data('picker')
    expect(body.result.records[0]).toEqual({ id: '1', fname: '宣纸', fday: '2026-01-05' })
    const { total } = body.result
    expect((await data('picker', { fkind: 'none' })).body.result.total).toBe(total)
    // The report's own order is accepted, but the column is neither shown nor filtered.
    expect((await data('picker', { column: 'fnum', order: 'desc' })).status).toBe(200)
    expect((await data('picker', { fnum_begin: '999999999' })).body.result.total).toBe(total)
    const view = await server.get('picker', '/schema/documents/trial/sales')
    expect(view.body.result.document.fields.map(({ key }: { key: string }) => key)).toEqual([
      'id',
      'fname',
      'fday',
    ])
    expect((await server.get('picker', '/schema/documents/picker/sale')).body.result.document.code).toBe(
      'pick_sale',
    )
    expect((await server.get('nobody', '/schema/documents/trial/sales')).status).toBe(403)
  })

  it('sends no SQL and no table to a browser', async () => {
    const { text } = await server.get('seller', '/schema/documents/trial/sales')
    expect(text).toContain('tst_sales')
    expect(text).not.toContain('tst_sale"')
    expect(text).not.toContain('from tst_sale')
  })
})

describe('the protection behind the SQL gate', () => {
  it('hides restricted columns and tables without a document, whatever the SQL', async () => {
    const { owner, report } = server.test.db
    await sql`create table tst_secret (token text)`.execute(owner)
    const bypassed = [
      'select fpin from tst_sale',
      'select * from tst_sale',
      'select s from tst_sale s',
      'select row_to_json(s) from tst_sale s',
      'select token from tst_secret',
      'select password from sys_user',
      'select token from sys_session',
      "select query_to_xml('select * from tst_secret', true, true, '')",
      'select rolpassword from pg_authid',
      "select pg_read_file('/etc/passwd')",
    ]
    for (const text of bypassed)
      await expect(sql.raw(text).execute(report), text).rejects.toThrow(/permission denied/)
    for (const text of ["update tst_sale set fname = 'x'", 'create table t (a int)', 'truncate tst_sale'])
      await expect(sql.raw(text).execute(report), text).rejects.toThrow(/read-only|permission denied/)
    // Resetting the role gains nothing, because the report role is a login of its own.
    await expect(
      sql`select set_config('role', 'none', true), (select count(fpin) from tst_sale)`.execute(report),
    ).rejects.toThrow('permission denied')
  })

  it('ends a query after its time limit with a clear text', async () => {
    const document = server.services.documents.report('tst_endless')?.document
    if (!document) throw new Error('no report')
    const report = getReport(document)
    const request = { conditions: [], sort: [], pageNo: 1, pageSize: 10 }
    const asked = { report, columns: [...report.columns.values()], values: new Map(), request }
    const rows = { db: server.test.db.report, rows: report.rows(asked.values) }
    await expect(readReport(rows, asked, 300)).rejects.toMatchObject({
      code: 'REPORT_TIMEOUT',
      status: 503,
      text: '报表查询超时，请缩小查询范围',
    })
  })

  it('limits the count and the export to the same number of rows', async () => {
    const { body } = await call('seller', 'getData', 'tst_long')
    expect(body.result).toMatchObject({ total: 100_000, totalEstimated: true })
    const refused = await call('seller', 'getData', 'tst_long', { getAll: 'true' })
    expect(refused.body).toMatchObject({ code: 500, message: '结果超过 100000 行，请缩小查询范围' })
    expect((await call('seller', 'exportXls', 'tst_long')).body.message).toContain('请缩小查询范围')
  })
})

describe('the export of a report', () => {
  const query = { fkind: '1,2', self_since: '2026-01-31' }

  it('is a workbook with the filtered rows, texts of dictionaries, numbers, and no cell that computes', async () => {
    const file = await call('seller', 'exportXls', 'tst_sales', query)
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('销售"统计"')}.xlsx`,
    )
    const book = read(file.bytes, { cellNF: true, cellFormula: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    expect(utils.sheet_to_json(sheet, { header: 1, raw: false })).toEqual([
      ['品名', '类别', '日期', '数量', '成本'],
      ['外部门的纸', '纸', '2026-03-06', '100', '50'],
      ['徽墨', '=墨', '2026-02-05', '4.25', '2'],
      ["'; drop table tst_sale; --", '纸', '2026-03-05', '0.25', '1'],
    ])
    expect(sheet.D2).toMatchObject({ t: 'n', v: 100 })
    expect(sheet.B3).toMatchObject({ t: 's' })
    expect(sheet.B3).not.toHaveProperty('f')
  })

  it('has the columns that are asked for in their order, without those that its reader may not see', async () => {
    const readHead = async (who: Person, field: string) => {
      const file = await call(who, 'exportXls', 'tst_sales', { fileFormat: 'csv', field })
      return file.text.split('\r\n')[0]
    }
    expect(await readHead('seller', 'fnum,fcost,other,fname')).toBe('\ufeff数量,成本,品名')
    expect(await readHead('reporter', 'fnum,fcost,other,fname')).toBe('\ufeff数量,品名')
    expect(await readHead('reporter', '')).toBe('\ufeff品名,类别,日期,数量')
    const file = await call('seller', 'exportXls', 'tst_sales', { ...query, field: 'fnum,fname' })
    const book = read(file.bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    expect(utils.sheet_to_json(sheet, { header: 1, raw: false }).slice(0, 2)).toEqual([
      ['数量', '品名'],
      ['100', '外部门的纸'],
    ])
    const refused = await call('reporter', 'exportXls', 'tst_sales', { field: 'fcost' })
    expect([refused.status, refused.headers['x-error-code']]).toEqual([400, 'BAD_PARAMETER'])
  })

  it('is refused in a format that does not exist', async () => {
    expect((await call('seller', 'exportXls', 'tst_sales', { fileFormat: 'pdf' })).status).toBe(400)
  })

  it('contains the filtered rows, texts of dictionaries, and no cell that computes when CSV is chosen', async () => {
    const file = await call('seller', 'exportXls', 'tst_sales', { ...query, fileFormat: 'csv' })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('销售"统计"')}.csv`,
    )
    expect(file.text.split('\r\n')).toEqual([
      '\ufeff品名,类别,日期,数量,成本',
      '外部门的纸,纸,2026-03-06,100,50',
      "徽墨,'=墨,2026-02-05,4.25,2",
      "'; drop table tst_sale; --,纸,2026-03-05,0.25,1",
      '',
    ])
  })

  it('has the texts of numbered options in both formats', () => {
    const options = [{ value: 1, text: '宣纸' }]
    const field: Field = { key: 'fkind', title: '类别', type: 'select', options }
    const [column] = listFields({ id: 'a/b', title: '表', fields: [field] }, fieldValues)
    const row = { fkind: 1 }
    expect(buildCsv(column ? [column] : []).lines([row])).toBe('宣纸\r\n')
    expect(buildCell(field, row)).toBe('宣纸')
  })
})
