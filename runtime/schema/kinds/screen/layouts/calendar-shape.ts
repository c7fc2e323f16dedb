import Type from 'typebox'
import { closed, Key } from '../../../language/base.ts'
import { optional, required } from '../../../language/property.ts'
import { calendarLayout } from '../../../layouts/calendar.ts'
import { defineLayoutShape } from './layout-shape.ts'

const Calendar = Type.Object(
  {
    date: required('日期', '记录在哪一天：类型是 date 或 datetime 的字段', 'fdue', Key),
    end: optional('截止日期', '持续几天的记录到哪一天为止', 'fend', Key),
    title: optional('标题', '日历上写哪个字段，缺省是列表里打开记录的那一列', 'ftitle', Key),
    color: optional('颜色', '按哪个字段的标签颜色，缺省是状态字段', 'fstates', Key),
  },
  closed,
)

const calendar = optional('日历', '日历列表的字段', { date: 'fdue', title: 'ftitle' }, Calendar)

export const calendarShape = defineLayoutShape({
  name: calendarLayout.name,
  list: { calendar },
  screen: {},
})
