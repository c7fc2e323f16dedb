import Type from 'typebox'
import { Code, closed, DocumentId, Key, PageSize } from './base.ts'
import { documentHead, menu, roles, sourceScreen } from './document.ts'
import { sideTree } from './list.ts'
import { optional, required, withUse, words } from './property.ts'

/**
 * A record picker over a screen or a report; `code` is the value of `popupCode`. `needs` opens it to users who may not list
 * the screen: they see the fields of the picker only. `look: "business"` shows the chosen records in a list beside the table.
 */
export const PickerDocument = Type.Object(
  {
    ...documentHead('picker'),
    code: withUse(
      { isCommon: true },
      required(
        '选择器编码',
        'popupCode 用它',
        'rp_goods',
        Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
      ),
    ),
    needs: optional(
      '权限编码',
      '没有界面查询权限的人凭它打开选择器，只看得到这里写的字段',
      'pick:user',
      Code,
    ),
    roles,
    menu,
    source: withUse(
      { isCommon: true },
      required(
        '来源',
        '取自哪个界面，或一张有 id 列的报表',
        { screen: 'base/goods' },
        Type.Union([
          Type.Object({ screen: sourceScreen }, closed),
          Type.Object({ report: required('报表', '取自哪张报表', 'report/holdings', DocumentId) }, closed),
        ]),
      ),
    ),
    look: withUse(
      { isCommon: true },
      optional(
        '样子',
        '缺省 search；business 宽 900，每页 5 条',
        'business',
        words({ search: '查询加列表', business: '左边列表、右边已选' }),
      ),
    ),
    sideTree,
    /** Columns and query items: keys of the source's fields, in order. */
    fields: withUse(
      { isCommon: true },
      required('列', '显示哪些字段', ['fname', 'fspec'], Type.Array(Key, { minItems: 1, uniqueItems: true })),
    ),
    query: withUse(
      { isCommon: true },
      optional('查询项', '按哪些字段查询', ['fname'], Type.Array(Key, { uniqueItems: true })),
    ),
    returns: withUse(
      { isCommon: true },
      optional(
        '带回',
        '带回哪些字段',
        { id: 'id', value: 'username', text: 'realname' },
        Type.Object(
          {
            value: optional('值', '存哪个字段', 'username', Key),
            text: optional('文字', '显示哪个字段', 'realname', Key),
            id: required('主键', '主键的字段', 'id', Key),
          },
          closed,
        ),
      ),
    ),
    select: withUse({ isCommon: true }, optional('选几个', '', 'many', words({ one: '一个', many: '多个' }))),
    width: withUse(
      { isCommon: true },
      optional('宽度', '窗口的宽度，缺省 1200', 900, Type.Integer({ minimum: 320 })),
    ),
    pageSize: optional('每页条数', '一页显示几条', 10, PageSize),
    superQuery: optional('高级查询', 'false 不出高级查询的按钮', false, Type.Boolean({ default: true })),
  },
  closed,
)

export type PickerDocument = Type.Static<typeof PickerDocument>
