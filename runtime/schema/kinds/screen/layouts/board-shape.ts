import Type from 'typebox'
import { closed, Key, Keys } from '../../../language/base.ts'
import { optional, required } from '../../../language/property.ts'
import { boardLayout } from '../../../layouts/board.ts'
import { defineLayoutShape } from './layout-shape.ts'

const Board = Type.Object(
  {
    field: required('分栏字段', '按哪个字段分栏：有选项或字典的字段，或状态字段', 'fstates', Key),
    title: optional('标题', '卡片上写哪个字段，缺省是列表里打开记录的那一列', 'fbillno', Key),
    subtitle: optional('其他字段', '标题下面的字段，缺省是列表里接下来的三列', ['fdate', 'fsupplier'], Keys),
    sum: optional('合计', '每栏合计哪个数字字段', 'ftotalamount', Key),
    columns: optional(
      '栏和次序',
      '显示哪些值、按什么次序，缺省是全部选项',
      ['待审核', '已审核'],
      Type.Array(Type.Union([Type.String({ minLength: 1 }), Type.Number()]), {
        minItems: 1,
        uniqueItems: true,
      }),
    ),
  },
  closed,
)

const board = optional('分栏', '分栏列表的字段', { field: 'fstates' }, Board)

export const boardShape = defineLayoutShape({
  name: boardLayout.name,
  list: { board },
  screen: {},
})
