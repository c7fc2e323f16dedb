import Type from 'typebox'
import { closed, DocumentId, Expression, Key, Text, Value } from './base.ts'
import { optional, required, words } from './property.ts'

const Posting = Type.Object(
  {
    ledger: required('账', '记到哪本账', 'stock/ledger', DocumentId),
    each: optional('逐行', '哪个明细，每行记一笔；值里用 row.字段 读那一行', 'items', Key),
    when: optional(
      '条件',
      '表达式，成立才记；写了 each 的，逐行算，用 row.字段 读那一行',
      'row.fnum != 0',
      Expression,
    ),
    sign: optional('正负', '缺省 plus', 'minus', words({ plus: '增加', minus: '减少：数量和金额记成负数' })),
    values: required(
      '记的值',
      '账的明细界面的字段各写什么：固定的值，或以 = 开头的表达式；维度都要写，entryDate 是日期，缺省今天',
      { spid: '=row.spid', fnum: '=row.fnum' },
      Type.Record(Key, Value, { minProperties: 1 }),
    ),
    deny: optional('不够的话', '余额不够时说的话，后面接着说是哪一笔、差多少', '库存不足，无法出库', Text),
  },
  closed,
)

/** What a move posts to ledgers, in order. */
export const post = optional(
  '记账',
  '记到账上，与状态一起生效',
  [{ ledger: 'stock/ledger', each: 'items', values: { spid: '=row.spid', fnum: '=row.fnum' } }],
  Type.Array(Posting, { minItems: 1, maxItems: 10 }),
)

/** Whether a move takes back what the record has posted. */
export const reverse = optional('冲销', '冲销这条记录记过的账，用在反审核这样的动作上', true, Type.Boolean())

export type Posting = Type.Static<typeof Posting>
