import { expect, it } from 'vitest'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { inferredBy, inferringColumns } from '#server/modules/role/column-inferences.ts'
import { listColumns } from '#server/modules/role/columns.ts'

const number = (key: string, title: string, compute?: string) => ({
  key,
  title,
  type: 'inputNumber',
  scale: 2,
  ...(compute !== undefined && { compute }),
})
const screen = {
  version: 2,
  kind: 'screen',
  id: 'demo/bill',
  title: '单据',
  table: { name: 'demo_bill' },
  fields: [
    number('frate', '税率'),
    number('ftotal', '合计', 'sum(items.famount)'),
    number('ftax', '税额', 'ftotal * frate'),
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_bill_item', fk: 'fbill' },
      fields: [number('fnum', '数量'), number('fprice', '单价'), number('famount', '金额', 'fnum * fprice')],
    },
  ],
} as unknown as StoredScreen

it.each([
  ['items.fprice', ['合计', '税额', '明细 › 金额']],
  ['frate', ['税额']],
  ['items.famount', ['合计', '税额']],
  ['ftax', []],
])('the column %s can be inferred from %j', (path, titles) => {
  const columns = listColumns(screen)
  const column = columns.find((entry) => entry.path === path)
  if (!column) throw new Error(path)
  const found = inferredBy(column, inferringColumns(screen), columns)
  expect(found.map(({ title }) => title)).toEqual(titles)
})
