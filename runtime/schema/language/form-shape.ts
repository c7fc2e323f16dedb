import Type from 'typebox'
import { ColumnCount, closed, Keys, Text } from './base.ts'
import { optional, required, withUse, words } from './property.ts'

const Group = Type.Object(
  {
    tab: optional('页签名', '放进页签，写页签的名字', '附件', Text),
    title: optional('分组名', '一组字段的标题', '基本信息', Text),
    fields: required('字段', '这一组的字段', ['fbillno', 'fdate'], Keys),
  },
  closed,
)

/** The properties that lay out and open a form. */
export const formShape = {
  columnCount: withUse({ isCommon: true }, optional('列数', '表单分几列，1 到 4', 3, ColumnCount)),
  open: withUse(
    { isCommon: true },
    optional('打开方式', '', 'modal', words({ modal: '窗口', drawer: '抽屉', page: '整页' })),
  ),
  width: withUse(
    { isCommon: true },
    optional('宽度', '窗口的宽度，像素', 900, Type.Integer({ minimum: 320, maximum: 2000 })),
  ),
  groups: optional(
    '分组',
    '分组或页签，按次序；哪一组也没写的字段排在最后的「其他」里',
    [{ title: '基本信息', fields: ['fbillno'] }],
    Type.Array(Group, { minItems: 1 }),
  ),
}
