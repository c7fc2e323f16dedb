import Type from 'typebox'
import { Code, closed, DocumentId, Key, Keys } from '../../language/base.ts'
import { menu, pageHead, roles } from '../../language/document.ts'
import { From } from '../../language/field.ts'
import { optional, required, withUse, words } from '../../language/property.ts'

const isCommon = { isCommon: true } as const

const Measure = Type.Object(
  {
    key: required('字段', '两个界面里都有的数字字段', 'fnum', Key),
    minimum: optional('不得低于', '余额不得低于多少，低了就不让记；不写不限', 0, Type.Number()),
    unless: optional(
      '不限的条件',
      '维度所指的记录里的一个开关，开着的不限',
      { field: 'fwarehouse', screen: 'base/warehouse', value: 'fnegative', key: 'fcode' },
      From,
    ),
  },
  closed,
)

const Cost = Type.Object(
  {
    method: required('方法', '', 'average', words({ average: '移动加权平均', fifo: '先进先出' })),
    quantity: required('数量', '哪个计量是数量', 'fnum', Key),
    amount: required('金额', '哪个计量是金额：减少的各笔由账按成本算出', 'famount', Key),
  },
  closed,
)

const Breakdown = Type.Object(
  {
    screen: required(
      '细分界面',
      '存细分余额的界面，每组维度和细分维度一行，table.derived 是 true',
      'stock/place',
      DocumentId,
    ),
    dimensions: required('细分维度', '再按哪些文字字段分开记，可以留空', ['flocation'], Keys),
    measures: required('计量', '细分哪些计量', ['fnum'], Keys),
    balance: required('余额行', '细分界面里存余额行主键的字段，用 from 显示余额行的值', 'fstockid', Key),
    lastIn: optional('最近增加', '细分界面里记最近一次增加的日期的字段，按第一个计量', 'flastin', Key),
    lastOut: optional('最近减少', '细分界面里记最近一次减少的日期的字段，按第一个计量', 'flastout', Key),
  },
  closed,
)

/** A ledger: entries are added and never changed, and the balance is always the sum of the entries. */
export const LedgerDocument = Type.Object(
  {
    ...pageHead('ledger'),
    needs: withUse(
      isCommon,
      required('权限编码', '结账和反结账要有的权限，写完整的编码', 'stock:ledger:close', Code),
    ),
    roles,
    menu,
    entries: withUse(
      isCommon,
      required('明细界面', '存各笔的界面，table.entries 是 true', 'stock/flow', DocumentId),
    ),
    balance: withUse(
      isCommon,
      required('余额界面', '存余额的界面，一组维度一行，table.derived 是 true', 'stock/stock', DocumentId),
    ),
    dimensions: withUse(
      isCommon,
      required('维度', '按哪些字段分开记，两个界面里都有', ['fwarehouse', 'spid'], Keys),
    ),
    measures: withUse(
      isCommon,
      required(
        '计量',
        '记哪些数',
        [{ key: 'fnum', minimum: 0 }],
        Type.Array(Measure, { minItems: 1, maxItems: 8 }),
      ),
    ),
    cost: withUse(
      isCommon,
      optional(
        '成本',
        '减少的各笔按什么算金额',
        { method: 'average', quantity: 'fnum', amount: 'famount' },
        Cost,
      ),
    ),
    breakdown: withUse(
      isCommon,
      optional(
        '细分',
        '余额在另一个界面里再细分，如架位、批号；不得低于和成本仍按维度',
        { screen: 'stock/place', dimensions: ['flocation'], measures: ['fnum'], balance: 'fstockid' },
        Breakdown,
      ),
    ),
  },
  closed,
)

export type LedgerDocument = Type.Static<typeof LedgerDocument>
export type Breakdown = Type.Static<typeof Breakdown>
export type Measure = Type.Static<typeof Measure>
