import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'

/** The 入库单 in miniature: two head sums over rows, a chain of two row formulas, a head rate that rows read. */
export const bill: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'stock/in-bill',
  title: '入库单',
  fields: [
    { key: 'fdate', title: '入库日期', type: 'date', defaultValue: '=today()' },
    { key: 'frate', title: '折扣', type: 'inputNumber', scale: 2 },
    { key: 'fsumnum', title: '合计数量', type: 'inputNumber', scale: 2, compute: 'sum(items.fnum)' },
    { key: 'ftotal', title: '合计金额', type: 'inputNumber', scale: 2, compute: 'sum(items.famount)' },
    { key: 'flines', title: '行数', type: 'inputNumber', compute: 'count(items)' },
    {
      key: 'items',
      title: '入库明细',
      type: 'table',
      minRows: 1,
      dragSortKey: 'orderNum',
      fields: [
        {
          key: 'fname',
          title: '品名',
          type: 'input',
          validateRules: [{ required: true, message: '请选择品名' }, { unique: true }],
        },
        {
          key: 'fnum',
          title: '数量',
          type: 'inputNumber',
          scale: 2,
          defaultValue: 1,
          statistics: ['sum'],
          validateRules: [{ required: true }, { check: 'fnum > 0', message: '数量必须大于0' }],
        },
        { key: 'fprice', title: '单价', type: 'inputNumber', scale: 4, statistics: ['average'] },
        { key: 'ftaxrate', title: '税率%', type: 'inputNumber', defaultValue: 13 },
        {
          key: 'famount',
          title: '金额',
          type: 'inputNumber',
          scale: 2,
          compute: 'fnum * fprice',
          statistics: ['sum'],
        },
        {
          key: 'fnet',
          title: '不含税金额',
          type: 'inputNumber',
          scale: 2,
          compute: 'famount / (ftaxrate / 100 + 1)',
        },
        { key: 'fdue', title: '应付', type: 'inputNumber', scale: 2, compute: 'famount * form.frate' },
      ],
    },
  ],
}

export const env = (mode: RecordEnv['mode']): RecordEnv => ({
  user: { id: '1', username: 'clerk', realname: '李文澜', orgCode: 'A01' },
  now: new Date('2025-09-25T10:00:00+08:00'),
  mode,
})

export const lookup: Lookup = { text: () => undefined, value: () => undefined, items: () => [] }
