import { describe, expect, it } from 'vitest'
import { adoptDraft, getSql, withSql } from '#designer/report/adopt-draft.ts'
import { chartPanel } from '#designer/report/chart-panel.ts'
import { columnWords } from '#designer/report/column-words.ts'
import { fromRows, toRows } from '#designer/report/row-form.ts'
import { trialQuery } from '#designer/report/trial-http.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'

const report = {
  id: 'report/sale',
  title: '销售',
  code: 'rp_sale',
  source: { sql: 'select 1', tables: [] },
  fields: [
    { key: 'fnum', title: '数量', type: 'inputNumber', statistics: ['sum'] },
    { key: 'unitPrice', title: '单价', type: 'inputNumber' },
    { key: 'fold', title: '旧列', type: 'input' },
  ],
  params: [{ key: 'gone', type: 'date' }],
  list: { sort: '-fold,fnum' },
}
const found = (key: string) => ({ key, title: key, type: 'input' })

describe('the columns of a statement in a report', () => {
  it('keep their settings and order, and are added and removed by their names', () => {
    const { document, added, removed } = adoptDraft(report, {
      tables: ['dmo_sale'],
      fields: ['fname', 'unit_price', 'fnum'].map(found),
      params: [],
    })
    expect(document.fields).toEqual([report.fields[0], report.fields[1], found('fname')])
    expect(document).not.toHaveProperty('params')
    expect(document.list).toEqual({ sort: 'fnum' })
    expect(document.source).toEqual({ sql: 'select 1', tables: ['dmo_sale'] })
    expect([added, removed]).toEqual([['fname'], ['旧列', 'gone']])
  })

  it('leave the other parts of the source when the statement is written', () => {
    expect(getSql(withSql(report, 'select 2'))).toBe('select 2')
    expect(withSql(report, 'select 2').source).toEqual({ sql: 'select 2', tables: [] })
  })
})

describe('the table of columns', () => {
  const words = columnWords()
  const fields = [
    { key: 'fname', title: '品名', type: 'input', tag: {}, query: { rule: 'like', folded: true } },
    { key: 'fnum', title: '数量', type: 'inputNumber', statistics: ['sum', 'average'], list: false },
  ]
  const rows = () => (toRows(fields, words).rows as Record<string, unknown>[]).map((row) => ({ ...row }))

  it('changes nothing when no cell is changed', () => {
    expect(fromRows({ rows: rows() }, fields, words)).toEqual(fields)
  })

  it('writes changed cells, removes emptied keywords and leaves keywords without a column', () => {
    const [name, num] = rows()
    const changed = [
      { ...num, statistics: 'sum', isHidden: false },
      { ...name, key: 'ftitle', folded: false },
    ]
    expect(fromRows({ rows: changed }, fields, words)).toEqual([
      { key: 'fnum', title: '数量', type: 'inputNumber', statistics: ['sum'] },
      { key: 'ftitle', title: '品名', type: 'input', tag: {}, query: 'like' },
    ])
  })

  it('keeps the other settings of a query when it is folded or not', () => {
    const fold = (query: unknown, folded: boolean) => {
      const before = [{ key: 'fname', type: 'input', ...(query !== undefined && { query }) }]
      const [row] = toRows(before, words).rows as JsonObject[]
      return fromRows({ rows: [{ ...row, folded }] }, before, words)[0]?.query
    }
    const query = { rule: 'like', defaultValue: '甲', required: true }
    expect(fold(query, true)).toEqual({ ...query, folded: true })
    expect(fold({ ...query, folded: true }, false)).toEqual(query)
    expect(fold({ rule: 'like', folded: true }, false)).toBe('like')
    expect(fold('like', true)).toEqual({ rule: 'like', folded: true })
    expect(fold(true, true)).toEqual({ folded: true })
    expect(fold({ folded: true }, false)).toBe(true)
    expect(fold(undefined, true)).toEqual({ rule: 'eq', folded: true })
  })

  it('shows a column again without another setting of its list', () => {
    const before = [{ key: 'fname', type: 'input', list: { width: 90 } }]
    const [row] = toRows(before, words).rows as JsonObject[]
    const hidden = fromRows({ rows: [{ ...row, isHidden: false }] }, before, words)
    expect(hidden).toEqual(before)
  })

  it('adds a row with a key, and leaves out one without', () => {
    const added = fromRows(
      { rows: [{ id: 'tmp1', key: 'fnew', type: 'input' }, { id: 'tmp2' }] },
      fields,
      words,
    )
    expect(added).toEqual([{ key: 'fnew', type: 'input' }])
  })
})

describe('the query of a trial', () => {
  it('has texts only and at most 50 rows, without the marks of the client', () => {
    expect(
      trialQuery({ pageNo: 2, pageSize: 500, getAll: true, _t: 1, fname: undefined, self_least: 3 }),
    ).toEqual({
      pageNo: '2',
      pageSize: '50',
      self_least: '3',
    })
  })
})

describe('the panel of a chart', () => {
  it('draws values over a column, or totals as numbers', () => {
    const plot = chartPanel(report, { kind: 'bar', x: 'fold', y: ['fnum'] })
    expect(plot.blocks).toEqual([
      expect.objectContaining({
        type: 'chart',
        source: { report: 'rp_sale' },
        chart: { kind: 'bar', x: 'fold', y: ['fnum'] },
      }),
    ])
    expect(chartPanel(report, { kind: 'statistic', x: '', y: ['fnum'] }).blocks).toEqual([
      expect.objectContaining({ type: 'statistic', title: '数量', value: 'fnum', statistics: 'sum' }),
    ])
  })
})
