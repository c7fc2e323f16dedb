import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adoptDraft, withSql } from '#designer/report/adopt-draft.ts'
import {
  type ChosenColumn,
  listUses,
  noConditions,
  parameterType,
  type QueryChoices,
} from '#designer/report/query/choices.ts'
import { composeQuery } from '#designer/report/query/compose-sql.ts'
import { readQuery } from '#designer/report/query/read-sql.ts'
import { titleColumns } from '#designer/report/query/title-columns.ts'
import type { ReportTable } from '#designer/report-api.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { relativeDates } from '#runtime/kernel/relative-dates.ts'
import { type Condition, conditionRules } from '#runtime/rules/advanced-query/model.ts'
import { TestServer } from '../server/resources/test-server.ts'

let server: TestServer
let tables: ReportTable[]
beforeAll(async () => {
  const maker = {
    version: 2,
    kind: 'screen',
    id: 'demo/maker',
    title: '厂家',
    table: { name: 'dmo_maker', softDelete: true },
    fields: [
      { key: 'fname', title: '名称', type: 'input' },
      { key: 'fcity', title: '城市', type: 'input' },
    ],
  }
  const sale = {
    version: 2,
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
          { key: 'fmaker', title: '厂家', type: 'hidden' },
          {
            key: 'fcity',
            title: '产地',
            type: 'input',
            from: { field: 'fmaker', screen: 'demo/maker', value: 'fcity' },
          },
          { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
        ],
      },
    ],
  }
  server = await TestServer.open(
    { 'demo/sale.json': sale, 'demo/maker.json': maker },
    {
      clerk: ['design:read', 'design:write', 'demo:sale:list', 'demo:maker:list'],
      other: ['design:write'],
    },
  )
  tables = (await server.call('clerk', 'GET', '/design/report/tables')).body.result
  const add = (fcustomer: string, fday: string, items: object[]) =>
    server.call('admin', 'POST', '/jeecg-boot/resource/demo/sale/add', { body: { fcustomer, fday, items } })
  const made = await server.call('admin', 'POST', '/jeecg-boot/resource/demo/maker/add', {
    body: { fname: '红星', fcity: '泾县' },
  })
  await add('甲', '2026-01-05', [
    { fname: '宣纸', fnum: 10, fmaker: made.body.result.id },
    { fname: '徽墨', fnum: 4 },
  ])
  await add('甲', '2026-01-20', [{ fname: '宣纸', fnum: 1.5 }])
  const { body } = await add('乙', '2026-02-01', [{ fname: '宣纸', fnum: 100 }])
  const query = { id: body.result.id }
  await server.call('admin', 'DELETE', '/jeecg-boot/resource/demo/sale/delete', { query })
})
afterAll(() => server?.close())

const env = () => ({ tables, types: fieldValues })
const find = (name: string) => tables.find((table) => table.name === name) as ReportTable
const choose = (table: string, columns: ChosenColumn[], more: Partial<QueryChoices> = {}): QueryChoices => ({
  ...{ table, columns, isCounted: false, conditions: noConditions, totalConditions: noConditions, sort: [] },
  ...more,
})
const compose = (choices: QueryChoices) => composeQuery(choices, env())
const blank = {
  version: 2,
  kind: 'report',
  id: 'report/sale',
  title: '统计',
  code: 'rp_sale',
  perm: 'report:sale',
}

/** The report of a statement as the designer takes it over, and its rows. */
async function run(composed: ReturnType<typeof composeQuery>, query: Record<string, string> = {}) {
  const { sql } = composed
  const { draft, faults } = (await server.call('clerk', 'POST', '/design/report/parse', { body: { sql } }))
    .body.result
  expect(faults).toEqual([])
  const { document } = adoptDraft(withSql({ ...blank, fields: [] }, sql), titleColumns(draft, composed))
  const reply = await server.call('clerk', 'POST', '/design/report/run', {
    body: { body: document, query },
  })
  expect(reply.body).toMatchObject({ success: true })
  const { fields, params = [] } = document as { fields: JsonObject[]; params?: JsonObject[] }
  return { fields, params, records: reply.body.result.records as JsonObject[] }
}

describe('a statement of chosen columns', () => {
  it('groups rows of a detail by columns of its head and by months, and leaves deleted records out', async () => {
    const { fields, records } = await run(
      compose(
        choose(
          'dmo_sale_item',
          [
            { source: 'h', name: 'fcustomer', use: 'show' },
            { source: 'h', name: 'fday', use: 'month' },
            { source: 't', name: 'fname', use: 'distinct' },
            { source: 't', name: 'fnum', use: 'sum' },
            { source: 't', name: 'fnum', use: 'max' },
          ],
          { isCounted: true },
        ),
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

  it('shows columns of the records that a column refers to, in an order and up to a number of rows', async () => {
    const { records } = await run(
      compose(
        choose(
          'dmo_sale_item',
          [
            { source: 't', name: 'fname', use: 'show' },
            { source: 't.fmaker', name: 'fname', use: 'show' },
            { source: 't.fmaker', name: 'fcity', use: 'show' },
            { source: 't', name: 'fnum', use: 'show' },
          ],
          { sort: [{ column: 'fnum', isDescending: true }], limit: 2 },
        ),
      ),
    )
    expect(records).toEqual([
      expect.objectContaining({ fname: '宣纸', fname_2: '红星', fcity: '泾县', fnum: 10 }),
      expect.objectContaining({ fname: '徽墨', fname_2: null, fcity: null, fnum: 4 }),
    ])
  })

  it('restricts rows by fixed values and by parameters that may be empty', async () => {
    const composed = compose(
      choose('dmo_sale_item', [{ source: 't', name: 'fname', use: 'show' }], {
        conditions: {
          matchType: 'and',
          params: [
            { field: 'h.fday', rule: 'ge', val: 'day_from', type: parameterType },
            {
              matchType: 'or',
              params: [
                { field: 't.fnum', rule: 'gt', val: '5' },
                { field: 't.fname', rule: 'like', val: "宣%'" },
                { field: 't.fname', rule: 'eq', val: 'name', type: parameterType },
              ],
            },
          ],
        },
      }),
    )
    const { params, records } = await run(composed, { self_name: '徽墨' })
    expect(params).toEqual([
      { key: 'day_from', title: '日期从', type: 'date' },
      { key: 'name', title: '品名', type: 'input' },
    ])
    expect(records.map(({ fname }) => fname).sort()).toEqual(['宣纸', '徽墨'])
    expect((await run(composed, { self_name: '徽墨', self_day_from: '2026-01-10' })).records).toEqual([])
    expect((await run(composed)).records).toHaveLength(3)
  })

  it('runs for every use of every column that the designer offers, and opens again with the same choices', async () => {
    for (const name of ['dmo_sale', 'dmo_sale_item']) {
      const columns = find(name).columns.flatMap((column) =>
        listUses(column).map(({ value }) => ({ source: 't', name: column.name, use: value })),
      )
      for (let at = 0; at < columns.length; at += 20) {
        const choices = choose(name, columns.slice(at, at + 20), { isCounted: true })
        await run(compose(choices))
        expect(readQuery(compose(choices).sql, env())).toEqual(choices)
      }
    }
  })

  it('runs for every rule of every kind of column, and opens again with the same conditions', async () => {
    const values: Record<string, string[]> = {
      't.fname': ["宣'纸", '50%_\\', '*藏*本', '甲,乙', 'a.b is null'],
      't.fnum': ['5', '-1.5', '1,2'],
      'h.fday': ['2026-01-05', '2026-01-05,2026-02-01', ...Object.keys(relativeDates)],
      'h.create_time': ['2026-01-05', '2026-01-05 10:00:00', 'lastQuarter'],
      't.fmaker.fcity': ['泾县'],
    }
    const columns: ChosenColumn[] = [{ source: 't', name: 'fname', use: 'show' }]
    const isOfTexts = (rule: string) => rule.endsWith('like')
    for (const [field, texts] of Object.entries(values)) {
      const isText = field.includes('fname') || field.includes('fcity')
      const params = conditionRules
        .filter((rule) => isText || !isOfTexts(rule))
        .flatMap((rule, at) => [
          ...texts
            .filter((val) => (rule === 'between') === val.includes(','))
            .map((val): Condition => ({ field, rule, val })),
          { field, rule: 'eq', val: `p${at}`, type: parameterType } as Condition,
          { field, rule: 'between', val: `f${at},t${at}`, type: parameterType } as Condition,
          ...(isText
            ? ['right_like', 'in'].map(
                (word) => ({ field, rule: word, val: `${word}${at}`, type: parameterType }) as Condition,
              )
            : []),
        ])
        .map((item) => (item.rule.endsWith('empty') ? { ...item, val: '' } : item))
      for (let at = 0; at < params.length; at += 30) {
        const matchType = at % 60 === 0 ? 'or' : 'and'
        const conditions = { matchType, params: params.slice(at, at + 30) } as const
        const composed = compose(choose('dmo_sale_item', columns, { conditions }))
        await run(composed)
        const read = readQuery(composed.sql, env())
        expect(read && compose(read).sql).toBe(composed.sql)
        expect(read?.conditions.params).toHaveLength(conditions.params.length)
      }
    }
  })

  it('restricts totals and periods by fixed values and parameters, and opens again with the same conditions', async () => {
    const choices = choose(
      'dmo_sale_item',
      [
        { source: 't', name: 'fname', use: 'show' },
        { source: 't', name: 'fnum', use: 'sum' },
        { source: 't', name: 'fnum', use: 'average' },
        { source: 'h', name: 'fday', use: 'max' },
      ],
      {
        isCounted: true,
        conditions: {
          matchType: 'and',
          params: [
            { field: 'h.fday', rule: 'between', val: 'day_from,day_to', type: parameterType },
            { field: 't.fname', rule: 'in', val: 'names', type: parameterType },
          ],
        },
        totalConditions: {
          matchType: 'and',
          params: [
            { field: 'total.fnum_sum', rule: 'ge', val: 'least', type: parameterType },
            { field: 'total.fday_max', rule: 'le', val: 'last', type: parameterType },
            {
              matchType: 'or',
              params: [
                { field: 'total.row_count', rule: 'gt', val: '1' },
                { field: 'total.fnum_average', rule: 'between', val: '4,4.5' },
              ],
            },
          ],
        },
      },
    )
    const composed = compose(choices)
    expect(composed.sql).toContain('having (sum(t.fnum) >= :least or :least is null)')
    expect(readQuery(composed.sql, env())).toEqual(choices)
    const { params, records } = await run(composed)
    expect(params.map(({ key, title, type }) => [key, title, type])).toEqual([
      ['day_from', '日期从', 'date'],
      ['day_to', '日期到', 'date'],
      ['names', '品名', 'input'],
      ['least', '数量合计从', 'inputNumber'],
      ['last', '日期最大到', 'date'],
    ])
    const list = async (query: Record<string, string>) =>
      (await run(composed, query)).records.map(({ fname }) => fname)
    expect(records.map(({ fname }) => fname).sort()).toEqual(['宣纸', '徽墨'])
    expect(await list({ self_least: '4.5' })).toEqual(['宣纸'])
    expect(await list({ self_last: '2026-01-06' })).toEqual(['徽墨'])
    expect(await list({ self_names: '徽墨,歙砚' })).toEqual(['徽墨'])
    expect(await list({ self_day_from: '2026-01-06', self_day_to: '2026-01-31' })).toEqual([])
  })

  it('does not open a statement that people wrote or changed', () => {
    const { sql } = compose(choose('dmo_sale', [{ source: 't', name: 'fcustomer', use: 'show' }]))
    expect(readQuery(sql, env())).not.toBeNull()
    for (const changed of [
      sql.replace('t.del_flag = 0', 't.del_flag = 1'),
      sql.replace('t.fcustomer', 'upper(t.fcustomer)'),
      `${sql}\n  and t.fcustomer = 'x' and true`,
      sql.replace('dmo_sale', 'dmo_gone'),
      'select 1',
      '',
    ])
      expect(readQuery(changed, env())).toBeNull()
  })

  it('is offered for no table that the designer may not read', async () => {
    const { result } = (await server.call('other', 'GET', '/design/report/tables')).body
    expect(result.map(({ name }: ReportTable) => name)).not.toContain('dmo_sale')
  })
})
