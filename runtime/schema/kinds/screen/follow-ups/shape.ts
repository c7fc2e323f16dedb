import Type from 'typebox'
import { closed, DocumentId, Expression, Key, Keys, Text, Value } from '../../../language/base.ts'
import { optional, required, withUse } from '../../../language/property.ts'

const Quantity = Type.Object(
  {
    from: required('这边的数量', '这边明细里的哪个数字字段，是一共要做多少', 'fnum', Key),
    to: required('那边的数量', '那边明细里的哪个数字字段，是这一次做了多少', 'fnum', Key),
    tolerance: optional(
      '允许超出',
      '合计可以超出百分之几，缺省 0',
      5,
      Type.Number({ minimum: 0, maximum: 100 }),
    ),
  },
  closed,
)

const Rows = Type.Object(
  {
    from: required('这边的明细', '取哪个明细的行', 'items', Key),
    to: required('那边的明细', '成为那边哪个明细的行', 'items', Key),
    link: required(
      '记着来源行的字段',
      '那边明细里的一个文字字段，存来源行的主键，由服务器核对，类型一般写 hidden；一个字段只记一种来源',
      'forderrow',
      Key,
    ),
    quantity: required('数量', '用哪个数量算还剩多少', { from: 'fnum', to: 'fnum' }, Quantity),
    values: optional(
      '带去的值',
      '那边的行的字段各写什么：固定的值，或以 = 开头的表达式；写这边的行的字段，表头的写 form.字段',
      { fspmc: '=fspname', fprice: '=fprice' },
      Type.Record(Key, Value, { minProperties: 1 }),
    ),
    where: optional(
      '哪些行算数',
      '表达式，那边的行成立才算已执行；那边表头的字段写 form.字段。删除的总是不算',
      "form.fstates != '已作废'",
      Expression,
    ),
  },
  closed,
)

const FollowUp = Type.Object(
  {
    code: required(
      '编码',
      '按钮的词，写进 actions 才有按钮；权限编码是 {perm}:编码；也是自动加的字段名的开头',
      'toInBill',
      Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$' }),
    ),
    title: required('名称', '按钮上的字', '下推入库单', Text),
    screen: required('界面', '新增哪个界面的记录，要有自己的表', 'stock/in-bill', DocumentId),
    when: optional('条件', '表达式，表头成立才能下推，保存时再核对一次', "fstates == '已审核'", Expression),
    values: optional(
      '带去的值',
      '那边表头的字段各写什么：固定的值，或以 = 开头的表达式，写这边表头的字段',
      { fsupplier: '=fsupplier' },
      Type.Record(Key, Value, { minProperties: 1 }),
    ),
    rows: required(
      '行',
      '哪些行怎样带去，按什么数量算还剩多少',
      { from: 'items', to: 'items', link: 'forderrow', quantity: { from: 'fnum', to: 'fnum' } },
      Rows,
    ),
    sameValues: optional(
      '相同才能合并',
      '这边表头的字段：选中几张单据，这些字段的值都相同的可以合成一张；不写就一次只能下推一张',
      ['fsupplierid'],
      Keys,
    ),
  },
  closed,
)

/** The bills that may follow from a bill of a screen, with the rows that they take over and the quantities that they use up. */
export const followUpsPart = withUse(
  { isCommon: true },
  optional(
    '下推',
    '由这个界面的单据生成别的界面的单据：带去哪些值和哪些行，按数量算已执行和未执行',
    [
      {
        code: 'toInBill',
        title: '下推入库单',
        screen: 'stock/in-bill',
        rows: { from: 'items', to: 'items', link: 'forderrow', quantity: { from: 'fnum', to: 'fnum' } },
      },
    ],
    Type.Array(FollowUp, { minItems: 1, maxItems: 10 }),
  ),
)

export type FollowUp = Type.Static<typeof FollowUp>
