import Type from 'typebox'
import { closed, Key, Url } from '../../../language/base.ts'
import { optional, required } from '../../../language/property.ts'
import { treeLayout } from '../../../layouts/tree.ts'
import { defineLayoutShape } from './layout-shape.ts'

/** The addresses of a tree on another server: top level (else `url.list`), one branch by the parent's key, several by `parentIds`. */
const TreeUrls = Type.Object(
  {
    batch: optional('批量下级', '取几个上级（parentIds）的下级', '/sys/category/getChildListBatch', Url),
    roots: optional('顶层', '取顶层的接口，缺省是 url.list', '/sys/category/rootList', Url),
    children: optional('下级', '取一个上级的下级', '/sys/category/childList', Url),
  },
  closed,
)

const tree = optional(
  '树形列表',
  '行有上下级',
  { parent: 'pid', hasChild: 'hasChild' },
  Type.Object(
    {
      parent: required('上级字段', '存上级主键的字段', 'pid', Key),
      hasChild: optional('有无下级', '记着有无下级的字段', 'hasChild', Key),
      leaf: optional('是否末级', '记着是否末级的字段', 'isLeaf', Key),
      text: optional('缩进的列', '哪一列带箭头', 'fname', Key),
      url: optional('树的接口', '别的服务器的树', { children: '/sys/category/childList' }, TreeUrls),
      lazy: optional('逐级打开', '打开一行时才取下级', true, Type.Boolean()),
      card: optional('右侧卡片', '查看的记录显示在树的右边，不另开窗口', true, Type.Boolean()),
    },
    closed,
  ),
)

export const treeShape = defineLayoutShape({
  name: treeLayout.name,
  list: {},
  screen: { tree },
})
