import Type from 'typebox'
import { actions } from '../../language/actions.ts'
import { Code, closed, DocumentId, Expression, Key, Keys, RoleCodes, Text, Url } from '../../language/base.ts'
import { component, fields, menu, pageHead, roles } from '../../language/document.ts'
import { flow } from '../../language/flow.ts'
import { formShape } from '../../language/form-shape.ts'
import { listProperties, sideTree } from '../../language/list.ts'
import { optional, required, withUse, words } from '../../language/property.ts'
import { definePane, table } from '../../language/tables.ts'
import { type LayoutName, layoutPlans } from '../../layouts/plans.ts'
import { followUpsPart } from './follow-ups/shape.ts'
import { layoutShapes } from './layouts/shapes.ts'
import { publicPart } from './public/shape.ts'
import { thenPart } from './then/shapes.ts'

const layoutTitles = Object.fromEntries(layoutPlans.map(({ name, title }) => [name, title])) as Readonly<
  Record<LayoutName, string>
>

type LayoutShape = (typeof layoutShapes)[number]
type All<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never

/** The properties that single layouts have. */
const layoutProperties = {
  list: Object.assign({}, ...layoutShapes.map(({ list }) => list)) as All<LayoutShape['list']>,
  screen: Object.assign({}, ...layoutShapes.map(({ screen }) => screen)) as All<LayoutShape['screen']>,
}

const { sort, pageSize, pageSizes, paging, scrollX, superQuery } = listProperties
const List = Type.Object(
  {
    layout: optional('布局', '', 'erp', words(layoutTitles)),
    sort,
    pageSize,
    pageSizes,
    paging,
    select: optional('可勾选', '行首有勾选框', true, Type.Boolean()),
    scrollX,
    superQuery,
    query: optional(
      '按系统列查询',
      '还按系统自带的哪些列查询',
      ['createBy'],
      Type.Array(
        words({ createBy: '创建人', createTime: '创建时间', updateBy: '修改人', updateTime: '修改时间' }),
        {
          minItems: 1,
          uniqueItems: true,
        },
      ),
    ),
    empty: optional('没有时', '还没有记录时说的话', '普通员工暂无此权限', Type.String({ minLength: 1 })),
    fields: optional('列和次序', '显示哪些字段、按什么次序', ['fbillno', 'createTime'], Keys),
    expand: optional('行下面的字段', '点行首的箭头，在该行下面列出的字段', ['method', 'requestParam'], Keys),
    ...layoutProperties.list,
  },
  closed,
)

const list = withUse({ isCommon: true }, optional('列表', '不写就自动排', { sort: '-createTime' }, List))

const Pane = definePane({
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
    roles: optional('角色', '只约束有其中一个角色的人，写角色编码；不写就约束所有人', ['clerk'], RoleCodes),
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
  '在哪个界面上改：fields 只写要改、要加、要去掉（remove）的字段',
  'stock/in-bill',
  DocumentId,
)

/** Of a field in an overlay. */
export const after = optional('排在', '新加的字段排在哪个字段之后', 'fname', Key)
export const remove = optional('去掉', '这个界面不要的字段，只写它和 key', true, Type.Literal(true))

/** The properties of a screen. */
export const screenParts = {
  ...pageHead('screen'),
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
  ...layoutProperties.screen,
  fields,
  list,
  form: withUse(
    { isCommon: true },
    optional('表单', '不写就自动排', { columnCount: 3 }, Type.Object(formShape, closed)),
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
  // biome-ignore lint/suspicious/noThenProperty: a keyword of documents, never a function
  then: thenPart,
  followUps: followUpsPart,
  public: publicPart,
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
