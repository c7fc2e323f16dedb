import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adoptDraft, withSql } from '#designer/report/adopt-draft.ts'
import { type ChosenColumn, composeQuery, listUses } from '#designer/report/compose-sql.ts'
import { titleColumns } from '#designer/report/title-columns.ts'
import type { ReportTable } from '#designer/report-api.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { TestServer } from '../server/resources/test-server.ts'

let server: TestServer
let tables: ReportTable[]
beforeAll(async () => {
  const sale = {
    version: 1,
    kind: 'screen',
    id: 'demo/sale',
    title: '销售',
    table: { name: 'dmo_sale', softDelete: true },
    fields: [
      { key: 'fcustomer', title: '客户', type: 'input' },
      { key: 'fday', title: '日期', type: 'date' },
      {
        key: 'items',
        title: '明细',
        type: 'table',
        table: { name: 'dmo_sale_item', fk: 'fsaleid' },
        fields: [
          { key: 'fname', title: '品名', type: 'input' },
          { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
        ],
      },
    ],
  }
  server = await TestServer.open(
    { 'demo/sale.json': sale },
    { clerk: ['design:read', 'design:write', 'demo:sale:list'], other: ['design:write'] },
  )
  tables = (await server.call('clerk', 'GET', '/design/report/tables')).body.result
  const add = (fcustomer: string, fday: string, items: object[]) =>
    server.call('admin', 'POST', '/jeecg-boot/resource/demo/sale/add', { body: { fcustomer, fday, items } })
  await add('甲', '2026-01-05', [
    { fname: '宣纸', fnum: 10 },
    { fname: '徽墨', fnum: 4 },
  ])
  await add('甲', '2026-01-20', [{ fname: '宣纸', fnum: 1.5 }])
  const { body } = await add('乙', '2026-02-01', [{ fname: '宣纸', fnum: 100 }])
  const query = { id: body.result.id }
  await server.call('admin', 'DELETE', '/jeecg-boot/resource/demo/sale/delete', { query })
})
afterAll(() => server?.close())

const find = (name: string) => tables.find((table) => table.name === name) as ReportTable
const compose = (name: string, columns: ChosenColumn[], isCounted = false) => {
  const table = find(name)
  return composeQuery({ table, owner: table.owner && find(table.owner.table), columns, isCounted })
}
const blank = {
  version: 1,
  kind: 'report',
  id: 'report/sale',
  title: '统计',
  code: 'rp_sale',
  perm: 'report:sale',
}

/** The report of a statement as the designer takes it over, and its rows. */
async function run({ sql, columns }: ReturnType<typeof composeQuery>) {
  const { draft, faults } = (await server.call('clerk', 'POST', '/design/report/parse', { body: { sql } }))
    .body.result
  expect(faults).toEqual([])
  const { document } = adoptDraft(withSql({ ...blank, fields: [] }, sql), {
    ...draft,
    fields: titleColumns(draft.fields, columns),
  })
  const reply = await server.call('clerk', 'POST', '/design/report/run', {
    body: { body: document, query: {} },
  })
  return { fields: document.fields as JsonObject[], records: reply.body.result.records as JsonObject[] }
}

describe('a statement of chosen columns', () => {
  it('groups rows of a detail by columns of its head and by months, and leaves deleted records out', async () => {
    const { fields, records } = await run(
      compose(
        'dmo_sale_item',
        [
          { isOwners: true, name: 'fcustomer', use: 'show' },
          { isOwners: true, name: 'fday', use: 'month' },
          { isOwners: false, name: 'fname', use: 'distinct' },
          { isOwners: false, name: 'fnum', use: 'sum' },
          { isOwners: false, name: 'fnum', use: 'max' },
        ],
        true,
      ),
    )
    expect(fields.map(({ title, statistics }) => [title, statistics])).toEqual([
      ['客户', undefined],
      ['日期（月）', undefined],
      ['品名不同的个数', undefined],
      ['数量合计', ['sum']],
      ['数量最大', undefined],
      ['条数', ['sum']],
    ])
    expect(records).toEqual([
      expect.objectContaining({
        fcustomer: '甲',
        fday_month: '2026-01',
        fname_distinct: 2,
        fnum_sum: 15.5,
        fnum_max: 10,
        row_count: 3,
      }),
    ])
  })

  it('shows every row without a total', async () => {
    const { records } = await run(compose('dmo_sale', [{ isOwners: false, name: 'fcustomer', use: 'show' }]))
    expect(records.map(({ fcustomer }) => fcustomer)).toEqual(['甲', '甲'])
  })

  it('names columns of both tables differently', () => {
    const { sql } = compose('dmo_sale_item', [
      { isOwners: false, name: 'create_by', use: 'show' },
      { isOwners: true, name: 'create_by', use: 'show' },
    ])
    expect(sql).toContain('select t.create_by,\n  h.create_by as create_by_2')
  })

  it('runs for every use of every column that the designer offers', async () => {
    for (const name of ['dmo_sale', 'dmo_sale_item']) {
      const columns = find(name).columns.flatMap((column) =>
        listUses(column).map(({ value }) => ({ isOwners: false, name: column.name, use: value })),
      )
      for (let at = 0; at < columns.length; at += 20)
        await run(compose(name, columns.slice(at, at + 20), true))
    }
  })

  it('is offered for no table that the designer may not read', async () => {
    const { result } = (await server.call('other', 'GET', '/design/report/tables')).body
    expect(result.map(({ name }: ReportTable) => name)).not.toContain('dmo_sale')
  })
})
