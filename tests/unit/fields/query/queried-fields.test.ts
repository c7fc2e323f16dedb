import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { offeredRules, queriedFields } from '#runtime/fields/kit/advanced-query/fields.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

const screen = {
  id: 'demo/order',
  title: '订单',
  perm: 'demo:order',
  kind: 'screen',
  fields: [
    { key: 'fname', title: '名称', type: 'input', length: 50 },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'fprice', title: '单价', type: 'inputNumber', access: { read: 'demo:order:price' } },
    { key: 'ftel', title: '电话', type: 'input', length: 20, mask: 'phone' },
    { key: 'fpin', title: '口令', type: 'input', writeOnly: true },
    { key: 'fnow', title: '合计', type: 'inputNumber', persist: false },
    { key: 'fhide', type: 'hidden' },
    { key: 'fcover', title: '书影', type: 'umeditor' },
    {
      key: 'ffirm',
      title: '单位',
      type: 'input',
      from: { field: 'fname', screen: 'demo/firm', value: 'fname' },
    },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_order_item', fk: 'forderid' },
      fields: [
        { key: 'famount', title: '金额', type: 'inputNumber', scale: 2 },
        {
          key: 'fspec',
          title: '规格',
          type: 'input',
          from: { field: 'famount', screen: 'demo/firm', value: 'fname' },
        },
      ],
    },
  ],
} as unknown as ScreenDocument
const pathsFor = (missing: readonly string[]) => [
  ...queriedFields(screen, { types: fieldTypes, can: (code) => !missing.includes(code) }).keys(),
]

it('the fields of an advanced query are those that its own table stores and that the user may read', () => {
  const audits = ['createBy', 'createTime', 'updateBy', 'updateTime']
  expect(pathsFor([])).toEqual(['fname', 'fdate', 'fprice', 'ftel', 'fcover', ...audits, 'items.famount'])
  expect(pathsFor(['demo:order:price', 'demo:order:detail'])).toEqual([
    'fname',
    'fdate',
    'ftel',
    'fcover',
    ...audits,
  ])
})

it('the fields of an advanced query have no system columns when the user may only pick records', () => {
  expect(pathsFor(['demo:order:list', 'demo:order:detail'])).toEqual([
    'fname',
    'fdate',
    'fprice',
    'ftel',
    'fcover',
  ])
})

it('the rules of a field are those that its type answers, and whole values only when it is masked', () => {
  const fields = queriedFields(screen, { types: fieldTypes, can: (code) => code !== 'demo:order:unmask' })
  const listRules = (path: string) => {
    const field = fields.get(path)
    return field ? offeredRules(field) : []
  }
  expect(listRules('fname')).toHaveLength(13)
  expect(listRules('fdate')).toEqual(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'between', 'empty', 'not_empty'])
  expect(listRules('ftel')).toEqual(['eq', 'in', 'ne', 'empty', 'not_empty'])
  expect(listRules('fcover')).toEqual(['empty', 'not_empty'])
})

it('every field of the documents has a rule when it can be queried', () => {
  for (const name of ['stock/in-bill', 'catalog/gazetteer', 'reader/reader']) {
    const document = JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8')) as ScreenDocument
    const fields = [...queriedFields(document, { types: fieldTypes, can: () => true }).values()]
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter((field) => offeredRules(field).length === 0)).toEqual([])
  }
})
