import Type from 'typebox'
import { actions } from './actions.ts'
import { Code, ColumnCount, Expression, Key, PageSize } from './base.ts'
import { optional, required, type SettingsByShape, words } from './property.ts'
import { DetailTable, DetailTree, definePane } from './tables.ts'

const RowCount = Type.Integer({ minimum: 0, maximum: 10_000 })
const MostRows = Type.Integer({ minimum: 1, maximum: 10_000 })
const Pane = definePane({
  title: ['子表的名字', '书影'],
  screen: 'catalog/plate',
  bind: ['左边是那个界面的字段，右边是固定值或本行的值', { rowId: '=row.id' }],
})

/** The settings of a detail table besides its columns, which are fields of any type. */
export const detailSettings = {
  table: required(
    '明细表',
    '明细的表，行以 fk 归于表头',
    { name: 'stk_in_bill_item', fk: 'fbillid' },
    DetailTable,
  ),
  minRows: optional('至少几行', '少了不能保存', 1, RowCount),
  maxRows: optional('至多几行', '多了不能加，也不能保存；缺省 5000', 100, MostRows),
  look: optional('样子', '缺省画成表格', 'form', words({ form: '一对一，画成表单' })),
  columnCount: optional('列数', '画成表单时分几列', 2, ColumnCount),
  own: optional('行单独保存', '行单独查询、新增、修改、删除，只用于 ERP 布局', true, Type.Boolean()),
  actions,
  tree: optional(
    '树形明细',
    '行有上下级，上级是同一张单据的行',
    { parent: 'pid', text: 'fname' },
    DetailTree,
  ),
  pageSize: optional('每页行数', '写了就分页显示，选择、粘贴、查找、校验、合计仍对全部行', 10, PageSize),
  panes: optional(
    '子表',
    '从一行打开归属于它的别的界面的记录',
    [{ title: '书影', screen: 'catalog/plate', bind: { rowId: '=row.id' } }],
    Type.Array(Pane, { minItems: 1 }),
  ),
  size: optional(
    '行高',
    '缺省 medium',
    'small',
    words({ medium: '61 像素', small: '48 像素', mini: '40 像素', tiny: '32 像素' }),
  ),
  maxHeight: optional('最高', '像素，缺省 400', 600, Type.Integer({ minimum: 100, maximum: 2000 })),
  alwaysEdit: optional('一直可改', '不用点开就可以改', true, Type.Boolean()),
  rowMenu: optional('行菜单', '右键的菜单', true, Type.Boolean()),
  dragSortKey: optional('拖动次序', '存行的次序的键，同 table.order，缺省 orderNum', 'orderNum', Key),
  disabledRows: optional('不可选的行', '表达式', "fstates == '已审核'", Expression),
  authPrefix: optional(
    '按钮权限前缀',
    '没有 {前缀}:add、:delete、:move 权限的人不能新增、删除、移动行，按钮不显示，键盘也不行，服务器也不收',
    'stock:in:items',
    Code,
  ),
  socketKey: optional('同步频道', '几个人同时改时用的频道', 'stock-in', Code),
}

export type DetailSettings = SettingsByShape<typeof detailSettings>
