// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { createLookup } from '#runtime/data/dict.ts'
import { screenSamples } from '#runtime/preview/sample-values.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

const screen = {
  version: 2,
  kind: 'screen',
  id: 'demo/order',
  title: '订单',
  fields: [
    { key: 'fkind', title: '类别', type: 'select', dictCode: 'kind' },
    { key: 'fsecret', title: '密级', type: 'select', dictCode: 'unreadable' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        { key: 'funit', title: '单位', type: 'select', options: [{ value: '册' }, { value: '函' }] },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
        { key: 'ftwice', title: '两倍', type: 'inputNumber', scale: 2, compute: 'fnum * 2' },
      ],
    },
    { key: 'ftotal', title: '合计', type: 'inputNumber', scale: 2, compute: 'sum(items.ftwice)' },
    { key: 'flabel', title: '标签', type: 'input', compute: 'user.realname' },
  ],
} as unknown as ScreenDocument

const lookup = createLookup((code) =>
  code === 'kind'
    ? [
        { value: '01', text: '府志' },
        { value: '02', text: '县志' },
      ]
    : undefined,
)
const env = {
  lookup,
  record: {
    user: { id: '1', username: 'wang', realname: '王小明', orgCode: 'A01' },
    now: new Date(),
    mode: 'detail' as const,
  },
}

it('invented records have items of dictionaries, and what formulas compute from the other values', () => {
  const records = screenSamples(screen, 3, env)
  expect(records.map(({ fkind }) => fkind)).toEqual(['01', '02', '01'])
  expect(records[1]).toMatchObject({ id: '2', fsecret: '2', fsecret_dictText: '密级 2', flabel: '王小明' })
  const [first] = records
  expect(first?.items).toMatchObject([
    { funit: '册', fnum: 12345.6, ftwice: 24691.2 },
    { funit: '函', fnum: 48, ftwice: 96 },
    { funit: '册', fnum: 7.25, ftwice: 14.5 },
  ])
  expect(first?.ftotal).toBe(24801.7)
})
