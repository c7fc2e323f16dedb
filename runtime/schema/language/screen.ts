import Type from 'typebox'
import { actions } from './actions.ts'
import { Code, ColumnCount, closed, DocumentId, Expression, Key, Keys, Text, Url } from './base.ts'
import { component, documentHead, fields, menu, roles } from './document.ts'
import { flow } from './flow.ts'
import { list, sideTree, tree } from './list.ts'
import { optional, required, withUse, words } from './property.ts'
import { paneOf, table } from './tables.ts'

export type { Action, Actions } from './actions.ts'
export type { Flow, Move } from './flow.ts'
export type { DetailTree, Pane } from './tables.ts'

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
  columns: withUse({ isCommon: true }, optional('列数', '表单分几列，1 到 4', 3, ColumnCount)),
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
    '分组或页签，按次序',
    [{ title: '基本信息', fields: ['fbillno'] }],
    Type.Array(Group, { minItems: 1 }),
  ),
}

const Pane = paneOf({
  title: ['页签的名字', '审批记录'],
  screen: 'bill/log',
  bind: ['左边是那个界面的字段，右边是固定值或主表所选行的值', { fbillid: '=master.id' }],
})

const Related = Type.Object(
  {
    screen: required('界面', '列出哪个界面的记录', 'reader/borrow', DocumentId),
    by: required('引用字段', '那个界面里存着本条记录的字段', 'fbookid', Key),
    key: optional('对应的键', 'by 存的是本条记录的哪个键，缺省 id', 'fcode', Key),
    title: optional('名称', '页签的名字，缺省是那个界面的名称', '借阅记录', Text),
  },
  closed,
)

const RowRule = Type.Object(
  {
    name: required('名称', '规则的名称', '本部门', Text),
    where: required('条件', '表达式', 'sysOrgCode == user.orgCode', Expression),
    unless: optional('例外', '有此权限的人不受限', 'stock:in:all', Code),
  },
  closed,
)

const Import = Type.Object(
  {
    match: optional('认出旧记录', '按哪些字段认出旧记录', ['fbillno'], Keys),
    onMatch: optional('认出以后', '', 'update', words({ update: '更新', skip: '跳过', refuse: '拒绝' })),
    subtables: optional('明细', '一起导入的明细', ['items'], Keys),
  },
  closed,
)

/** The addresses of a screen whose records another service stores; read by the name of an action. */
const urls: Record<string, Type.TOptional<Type.TString>> = {
  edit: optional('编辑', '编辑的接口', '/sys/user/edit', Url),
  add: optional('新增', '新增的接口', '/sys/user/add', Url),
  auditorBatch: optional('批量审核', '批量审核的接口', '/stock/auditorBatch', Url),
  delete: optional('删除', '删除一条的接口', '/sys/user/delete', Url),
  deleteBatch: optional('批量删除', '以逗号相连的 ids', '/sys/user/deleteBatch', Url),
  exportXls: optional('导出', '导出的接口', '/sys/user/exportXls', Url),
  importExcel: optional('导入', '导入的接口', '/sys/user/importExcel', Url),
  list: optional('列表', '列表的接口', '/sys/user/list', Url),
  queryById: optional('详情', '取一条的接口', '/sys/user/queryById', Url),
}

/** The document that an overlay changes. */
export const extendsScreen = required(
  '改自',
  '在哪个界面上改：fields 写成以字段名为键的对象，只写要改的，null 去掉',
  'stock/in-bill',
  DocumentId,
)

/** The position of a field that an overlay adds. */
export const after = optional('排在', '新加的字段排在哪个字段之后', 'fname', Key)

/** The properties of a screen. */
export const screenParts = {
  ...documentHead('screen'),
  perm: optional(
    '权限前缀',
    '缺省是 id 里的 / 换成 :。带来 {perm}:list、detail、add、edit、delete、import、export 和每个审批动作的编码',
    'stock:in',
    Code,
  ),
  roles,
  component,
  menu,
  table,
  url: optional(
    '另有地址的接口',
    '写了的，通用接口就不再答',
    { list: '/sys/user/list' },
    Type.Object(urls, closed),
  ),
  hooks: optional('服务器处理', '登记过的服务器处理', ['system.user'], Type.Array(Code)),
  sideTree,
  tree,
  fields,
  list,
  form: withUse(
    { isCommon: true },
    optional('表单', '不写就自动排', { columns: 3 }, Type.Object(formShape, closed)),
  ),
  flow,
  actions: withUse({ isCommon: true }, actions),
  panes: optional(
    '别的界面',
    'ERP 布局里主表下方的页签',
    [{ title: '审批记录', screen: 'bill/log', bind: { fbillid: '=master.id' } }],
    Type.Array(Pane, { minItems: 1 }),
  ),
  related: withUse(
    { isCommon: true },
    optional(
      '相关记录',
      '表单下方列出引用这条记录的别的界面的记录，看得到哪些由那个界面的权限和数据规则决定',
      [{ screen: 'reader/borrow', by: 'fbookid' }],
      Type.Array(Related, { minItems: 1 }),
    ),
  ),
  import: withUse(
    { isCommon: true },
    optional('导入', '怎样认出旧记录', { match: ['fbillno'], onMatch: 'update' }, Import),
  ),
  rowRules: withUse(
    { isCommon: true },
    optional(
      '数据规则',
      '看得到哪些行',
      [{ name: '本部门', where: 'sysOrgCode == user.orgCode' }],
      Type.Array(RowRule),
    ),
  ),
}

const Screen = Type.Object(screenParts)
export type ScreenParts = Type.Static<typeof Screen>
