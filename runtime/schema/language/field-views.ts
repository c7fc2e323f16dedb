import Type from 'typebox'
import { ruleTitles } from '../query/query-rules.ts'
import { Code, closed, Text, Value } from './base.ts'
import { colors } from './colors.ts'
import { optional, withUse, words } from './property.ts'

const QueryRule = words(ruleTitles)

const QueryView = Type.Object(
  {
    rule: optional('规则', '', 'range', QueryRule),
    widget: optional('控件', '查询时用的登记过的控件', 'segmented', Code),
    defaultValue: optional(
      '缺省条件',
      '打开时就有的条件；= 开头是表达式，只用 user、today()、now()',
      '待审核',
      Value,
    ),
    required: optional('必填', '没有填就不查', true, Type.Boolean()),
    folded: optional('折叠', '展开才显示', true, Type.Boolean()),
  },
  closed,
)

const columnWidth = withUse(
  { isCommon: true, appliesTo: { kindsWith: 'hasRecords', values: 'single' } },
  optional('列宽', '像素', 120, Type.Integer({ minimum: 40, maximum: 1200 })),
)
const span = withUse(
  { isCommon: 'field', appliesTo: { kindsWith: 'hasForm' } },
  optional('占几列', '在表单里占几列', 2, Type.Integer({ minimum: 1, maximum: 4 })),
)
const placeholder = optional('占位文字', '没有填时显示的灰字', '请输入', Type.String())
const ellipsis = optional(
  '截短',
  '最多显示几个字，汉字算两个',
  25,
  Type.Integer({ minimum: 1, maximum: 500 }),
)
const fixed = withUse(
  { appliesTo: { kindsWith: 'hasRecords' } },
  optional('固定', '', 'left', words({ left: '左边', right: '右边' })),
)
const group = withUse(
  { isCommon: 'column', appliesTo: { kindsWith: 'hasRecords' } },
  optional('表头分组', '相邻同组的列共有一个表头', '数量', Text),
)
/** The colour of one value. */
export const tagColor = optional('颜色', '', 'orange', colors)
const tag = withUse(
  { isCommon: 'column' },
  optional('标签颜色', '左边是值，右边是颜色', { 待审核: 'orange' }, Type.Record(Type.String(), colors)),
)

const ListView = Type.Object({ width: columnWidth, ellipsis, fixed, group, tag }, closed)
const FormView = Type.Object({ span, placeholder }, closed)

/** The properties of a field that control its appearance in lists, forms and queries. */
export const fieldViews = {
  width: columnWidth,
  fixed,
  span,
  group,
  ellipsis,
  query: withUse(
    { isCommon: true, appliesTo: { kindsWith: 'hasRecords', values: 'queried' } },
    optional(
      '查询',
      '作查询条件时按什么规则比较；只打开（true）用类型自己的规则，缺省条件等另设',
      'like',
      Type.Union([Type.Boolean(), QueryRule, QueryView]),
    ),
  ),
  list: withUse(
    { isCommon: true, appliesTo: { kindsWith: 'hasRecords', values: 'single' } },
    optional(
      '列表里显示',
      '关掉（false）就不作列；也可另设列宽、截短等',
      false,
      Type.Union([Type.Boolean(), ListView]),
    ),
  ),
  form: withUse(
    { isCommon: 'field', appliesTo: { kindsWith: 'hasForm' } },
    optional(
      '表单里显示',
      '关掉（false）就不在表单里；也可另设占几列、占位文字',
      false,
      Type.Union([Type.Boolean(), FormView]),
    ),
  ),
  tag,
  placeholder,
}
