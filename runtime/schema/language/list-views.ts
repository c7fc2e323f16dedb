import Type from 'typebox'
import { closed, Key, Keys } from './base.ts'
import { optional, required } from './property.ts'

const Calendar = Type.Object(
  {
    date: required('日期', '记录在哪一天：类型是 date 或 datetime 的字段', 'fdue', Key),
    end: optional('截止日期', '持续几天的记录到哪一天为止', 'fend', Key),
    title: optional('标题', '日历上写哪个字段，缺省是列表里打开记录的那一列', 'ftitle', Key),
    color: optional('颜色', '按哪个字段的标签颜色，缺省是状态字段', 'fstates', Key),
  },
  closed,
)

export const calendar = optional('日历', '日历列表的字段', { date: 'fdue', title: 'ftitle' }, Calendar)

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

export const board = optional('分栏', '分栏列表的字段', { field: 'fstates' }, Board)
