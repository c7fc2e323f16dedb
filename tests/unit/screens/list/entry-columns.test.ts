import { expect, it } from 'vitest'
import type { Column } from '#runtime/compile/plan.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { entryColumns } from '#runtime/screens/list-kit/phone/entry-columns.ts'

const column = (key: string, type: string, more: object = {}) =>
  ({
    key,
    title: key,
    field: { key, type, ...more },
    type: fieldTypes.get(type),
    align: 'left',
    statistics: [],
    ...more,
  }) as unknown as Column
const sum = (key: string, title: string) =>
  column(key, 'inputNumber', { title, align: 'right', statistics: ['sum'] })
const listKeys = (columns: readonly Column[]) => {
  const { title, state, lines } = entryColumns(columns)
  return [title?.key, state?.key, ...lines.map((line) => line.map(({ key }) => key).join())]
}
const state = column('state', 'select', { tag: { 在架: 'green' } })

it('an entry with a name has three classifications, a figure, the code and one more value', () => {
  const kinds = ['kind', 'dynasty', 'region', 'holder'].map((key) => column(key, 'select'))
  const name = column('name', 'input', { isLink: true })
  expect(listKeys([column('no', 'input'), name, ...kinds, sum('volumes', '卷数'), state])).toEqual([
    ...['name', 'state', 'kind,dynasty,region', 'volumes', 'no', 'holder'],
  ])
})

it('an entry with a number as title has the amount, and the third classification instead of a code', () => {
  const number = column('no', 'input', { isLink: true, auto: 'RK{####}' })
  const kinds = [column('date', 'date'), column('store', 'select'), column('supplier', 'popup')]
  const sums = [sum('count', '合计数量'), sum('amount', '合计金额')]
  expect(listKeys([number, ...kinds, ...sums, state, column('auditor', 'input')])).toEqual([
    ...['no', 'state', 'date,store', 'amount', 'supplier', 'auditor'],
  ])
})

it('an entry of a report has its first summed number, not the last one', () => {
  const month = column('month', 'month', { isLink: true })
  const sums = [
    sum('books', '入藏种数'),
    column('before', 'inputNumber', { align: 'right' }),
    sum('last', '去年'),
  ]
  expect(listKeys([month, ...sums])).toEqual(['month', undefined, '', 'books', '', ''])
})
