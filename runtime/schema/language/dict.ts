import Type from 'typebox'
import { closed, Key } from './base.ts'
import { documentHead, sourceScreen } from './document.ts'
import { optional, required, withUse, words } from './property.ts'
import { itemValues } from './settings.ts'

const Item = Type.Object(
  {
    value: required('值', '存的值', '1', Type.Union([Type.String({ minLength: 1 }), Type.Number()])),
    text: required('文字', '显示的文字', '册', Type.String({ minLength: 1 })),
    disabled: optional('停用', '还认得，不能再选', true, Type.Boolean()),
    values: itemValues,
  },
  closed,
)

/** A node of a shipped category tree; its code begins with the code of its parent. */
const TreeNode = Type.Cyclic(
  {
    Node: Type.Object(
      {
        code: required('编码', '以上级的编码开头', 'B01A01', Type.String({ pattern: '^[A-Z0-9]{1,60}$' })),
        name: required('名称', '节点的名称', '省志', Type.String({ minLength: 1 })),
        children: optional(
          '下级',
          '下一级的节点',
          [{ code: 'B01A01A01', name: '通志' }],
          Type.Array(Type.Ref('Node')),
        ),
      },
      closed,
    ),
  },
  'Node',
)

/** `dictWhere` may compare the `filters` only: a comparison discloses the value to users who repeat it often enough. */
const sourceColumns = {
  text: required('文字列', '显示哪个字段', 'fname', Key),
  value: required('值列', '存哪个字段', 'id', Key),
  parent: optional('上级列', '存上级主键的字段；有它的是一棵树', 'parentId', Key),
  filters: optional(
    '可比较的字段',
    'dictWhere 可以比较哪些字段',
    ['fregion'],
    Type.Array(Key, { minItems: 1, uniqueItems: true }),
  ),
  fields: optional(
    '另带的字段',
    '选中时可带到别的字段的值；字典对所有登录的人开放，这些值也是',
    ['fprice'],
    Type.Array(Key, { minItems: 1, uniqueItems: true }),
  ),
}

/**
 * A dictionary: fixed `items`, a category `tree` (code `category:B01`), or a `source`: text and value
 * columns of a screen's table, or a registered table (code `table,text,code`). A table whose rows name
 * their `parent` (by its id) is a tree too (code `tree:<dictionary>`).
 */
export const DictDocument = Type.Object(
  {
    ...documentHead('dict'),
    code: withUse(
      { isCommon: true },
      required(
        '字典编码',
        'dictCode 用它；分类树写 category:编码，树写 tree:名称，登记的表写 表,文字列,值列',
        'unit',
        Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_:,.-]{0,149}$' }),
      ),
    ),
    valueType: withUse(
      { isCommon: true },
      optional(
        '值的类型',
        '值作文字还是数字，缺省 string',
        'number',
        words({ string: '文字', number: '数字' }),
      ),
    ),
    source: withUse(
      { isCommon: true },
      optional(
        '来源',
        '取自别的界面或登记的表',
        { screen: 'base/warehouse', text: 'fname', value: 'id' },
        Type.Union([
          Type.Object({ screen: sourceScreen, ...sourceColumns }, closed),
          Type.Object(
            { table: required('表', '取自哪个登记的表', 'sys_depart', Key), ...sourceColumns },
            closed,
          ),
        ]),
      ),
    ),
    tree: optional('分类树', '节点的列表', [{ code: 'B01', name: '志书' }], Type.Array(TreeNode)),
    items: withUse(
      { isCommon: true },
      optional('固定的项', 'items、tree、source 三者写一个', [{ value: '1', text: '册' }], Type.Array(Item)),
    ),
  },
  closed,
)

export type DictDocument = Type.Static<typeof DictDocument>
