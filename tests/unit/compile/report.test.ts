import { describe, expect, it } from 'vitest'
import { compileReport, missingItems } from '#runtime/compile/report/report.ts'
import { compileAnswers, type ReportAnswers } from '#runtime/compile/report/report-answers.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { groupedSort } from '#runtime/schema/query/sort.ts'
import type { Field, ReportDocument } from '#runtime/schema/types.ts'

const report = {
  version: 2,
  kind: 'report',
  id: 'report/stock-flow',
  code: 'rp_stock_flow',
  title: '出入库流水',
  perm: 'report:flow',
  params: [
    {
      key: 'warehouse',
      title: '仓库',
      type: 'select',
      dictCode: 'stk_warehouse',
      defaultValue: '=user.warehouse',
      required: true,
    },
  ],
  fields: [
    { key: 'fdate', title: '日期', type: 'date', query: 'range', isOrder: true },
    {
      key: 'fkind',
      title: '类型',
      type: 'select',
      dictCode: 'flow_kind',
      query: { rule: 'eq', folded: true },
    },
    { key: 'fname', title: '品名', type: 'input', query: 'like', href: '/stock/goods?id={spid}' },
    { key: 'fnum', title: '数量', type: 'inputNumber', statistics: ['sum'], group: '数量' },
    { key: 'fcost', title: '成本', type: 'inputNumber', access: { read: 'report:cost' } },
    { key: 'spid', type: 'hidden' },
  ],
  list: { sort: '-fdate', cache: 60 },
} as unknown as ReportDocument

const env = (over: { can?: (code: string) => boolean; value?: unknown } = {}) => ({
  types: fieldTypes,
  can: over.can ?? (() => true),
  computeDefault: (field: Field) => (over.value !== undefined ? over.value : field.defaultValue),
})

describe('a report plan from a document', () => {
  it('contains its parameters as first query items, under names that no column has', () => {
    const { query } = compileReport(report, env({ value: null }))
    expect(query.map(({ names }) => names)).toEqual([
      ['self_warehouse'],
      ['fdate_begin', 'fdate_end'],
      ['fkind'],
      ['fname'],
    ])
    expect(query.map(({ folded }) => folded)).toEqual([false, false, true, false])
  })

  it('has the advanced query unless the document turns it off', () => {
    const listCodes = (list: object) =>
      compileReport({ ...report, list } as ReportDocument, env({ value: null })).toolbar.map(
        ({ code }) => code,
      )
    expect([listCodes({}), listCodes({ superQuery: false })]).toEqual([['superQuery'], []])
  })

  it('has the grouping column first, in its columns and in every order of a request', () => {
    const grouped = { ...report, list: { ...report.list, groupBy: 'fkind' } }
    const plan = compileReport(grouped, env({ value: null }))
    expect([plan.groupBy, plan.columns.map(({ key }) => key)]).toEqual([
      'fkind',
      ['fkind', 'fdate', 'fname', 'fnum', 'fcost'],
    ])
    expect(groupedSort(plan.sort, plan.groupBy)).toEqual({ column: 'fkind,fdate', order: 'asc,desc' })
    expect(groupedSort({ column: 'fnum,fkind', order: 'desc' }, 'fkind')).toEqual({
      column: 'fkind,fnum',
      order: 'desc',
    })
    expect(groupedSort({ column: '', order: 'asc' }, 'fkind')).toEqual({ column: 'fkind', order: 'asc' })
    expect(groupedSort(plan.sort, undefined)).toEqual(plan.sort)
  })

  it('has no groups when the user may not see the grouping column', () => {
    const grouped = { ...report, list: { groupBy: 'fcost' } }
    const plan = compileReport(grouped, env({ value: null, can: () => false }))
    expect(plan.groupBy).toBeUndefined()
  })

  it('lists required parameters without a value', () => {
    const plan = compileReport(report, env({ value: null }))
    expect(missingItems(plan, { fname: '*志*' }).map(({ title }) => title)).toEqual(['仓库'])
    expect(missingItems(plan, { self_warehouse: '01' })).toEqual([])
  })

  it('fills a parameter with the value of its expression', () => {
    const [first] = compileReport(report, env({ value: '02' })).query
    expect(first?.defaults).toEqual({ self_warehouse: '02' })
  })

  it('omits columns that the user may not see, and the export without its permission', () => {
    const plan = compileReport(report, env({ can: () => false }))
    expect(plan.columns.map(({ key }) => key)).toEqual(['fdate', 'fkind', 'fname', 'fnum'])
    expect(plan.exportUrl).toBeUndefined()
    expect(compileReport(report, env()).exportUrl).toBe('/online/cgreport/api/exportXls/rp_stock_flow')
  })

  it('contains the order, the groups and the cache time of the document', () => {
    const plan = compileReport(report, env())
    expect(plan.sort).toEqual({ column: 'fdate', order: 'desc' })
    expect(plan.staleTime).toBe(60_000)
    expect(plan.columns.find(({ key }) => key === 'fnum')).toMatchObject({
      group: '数量',
      statistics: ['sum'],
    })
    expect(compileReport({ ...report, list: undefined }, env()).staleTime).toBe(30_000)
  })
})

describe('a report plan from the answers of the contract', () => {
  const answers: ReportAnswers = {
    columns: {
      columns: [
        { title: '日期', dataIndex: 'fdate', align: 'center', sorter: true, fieldType: 'Date' },
        { title: '类型', dataIndex: 'fkind', customRender: 'flow_kind' },
        { title: '品名', dataIndex: 'fname', fieldHref: '/stock/goods?id=$'.concat('{spid}') },
        { title: '别处', dataIndex: 'faway', fieldHref: 'javascript:alert(1)' },
        { title: '数量', dataIndex: 'fnum', fieldType: 'Integer', isTotal: '1', groupTitle: '数量' },
      ],
      dictOptions: { flow_kind: [{ value: '1', text: '入库' }] },
      cgRpConfigId: '77',
      cgRpConfigName: '流水',
    },
    query: [
      { label: '日期', field: 'fdate', view: 'date', mode: 'group' },
      { label: '类型', field: 'fkind', view: 'list', mode: 'single', hidden: '1' },
      { label: '品名', field: 'fname', view: 'text', mode: 'single' },
    ],
    params: [{ paramName: 'warehouse', paramTxt: '仓库', paramValue: '01' }],
  }
  const plan = compileAnswers('rp_flow', answers, env())
  const column = (key: string) => plan.columns.find((one) => one.key === key)

  it('loads its data by the id of its columns', () => {
    expect(plan.title).toBe('流水')
    expect(plan.url.list).toBe('/online/cgreport/api/getData/77')
  })

  it('shows dictionary values by the texts in the answer', () => {
    const kind = column('fkind')
    expect(
      kind?.type.toText(
        '1',
        kind.field,
        { text: () => undefined, value: () => undefined, items: () => [] },
        'cell',
      ),
    ).toBe('入库')
  })

  it('links only to safe addresses, with placeholders in the format of documents', () => {
    expect(column('fname')?.field.href).toBe('/stock/goods?id={spid}')
    expect(column('faway')?.field.href).toBeUndefined()
  })

  it('sums, groups, sorts and aligns as the answer requests', () => {
    expect(column('fnum')).toMatchObject({ statistics: ['sum'], group: '数量', align: 'right' })
    expect(column('fdate')).toMatchObject({ sortable: true, align: 'center' })
  })

  it('contains single, range and hidden query items and its parameters', () => {
    expect(plan.query.map(({ names, folded, rule }) => ({ names, folded, rule }))).toEqual([
      { names: ['self_warehouse'], folded: false, rule: 'eq' },
      { names: ['fdate_begin', 'fdate_end'], folded: false, rule: 'range' },
      { names: ['fkind'], folded: true, rule: 'eq' },
      { names: ['fname'], folded: false, rule: 'like' },
    ])
    expect(plan.query[0]?.defaults).toEqual({ self_warehouse: '01' })
  })
})
