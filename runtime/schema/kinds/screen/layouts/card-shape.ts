import Type from 'typebox'
import { closed, Key, Keys } from '../../../language/base.ts'
import { optional } from '../../../language/property.ts'
import { cardLayout } from '../../../layouts/card.ts'
import { defineLayoutShape } from './layout-shape.ts'

const Card = Type.Object(
  {
    title: optional('标题', '卡片上写哪个字段，缺省是列表里打开记录的那一列', 'ftitle', Key),
    image: optional('图片', '卡片上方的图片是哪个字段，类型是 image', 'fcover', Key),
    text: optional('正文', '标题下面的一段话是哪个字段，最多三行', 'fnote', Key),
    subtitle: optional('其他字段', '再下面的字段，缺省是列表里接下来的三列', ['fdate', 'fkind'], Keys),
    columnCount: optional(
      '一行几张',
      '宽屏上一行几张，窄了就少；1 是一行一张',
      4,
      Type.Integer({ minimum: 1, maximum: 6 }),
    ),
  },
  closed,
)

const card = optional('卡片', '卡片列表的字段', { title: 'ftitle', image: 'fcover' }, Card)

export const cardShape = defineLayoutShape({
  name: cardLayout.name,
  list: { card },
  screen: {},
})
