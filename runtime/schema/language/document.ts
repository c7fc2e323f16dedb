import Type from 'typebox'
import { Code, closed, DocumentId, RoleCode, Text } from './base.ts'
import { optional, required, withUse } from './property.ts'

/** `names` is the list of names that editors propose (see describe.ts). */
const iconName = { pattern: '^[A-Za-z0-9:-]{1,60}$', names: 'icons' }
/** A name of `icon-names.ts`, in any of its spellings. */
export const Icon = Type.String(iconName)

const MenuGroup = Type.Object(
  {
    title: required('名称', '菜单上的字', '档案', Text),
    parent: optional(
      '上一级',
      '放在哪个自带的组里；不写就在最上面一级',
      'report',
      Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', names: 'menuParents' }),
    ),
    icon: optional('图标', '图标的名称', 'folder', Icon),
    order: optional('次序', '小的在前；自带的组依次是 10、20 到 90', 35, Type.Number()),
  },
  closed,
)

const Menu = Type.Object(
  {
    parent: optional(
      '上级菜单',
      'catalog、stock、base、workflow、report、online、example、message、system，或一份文档的 group 新加的组',
      'stock',
      Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', names: 'menuParents' }),
    ),
    group: optional(
      '新的组',
      'parent 是一个新的组：它在菜单上的样子；一个组由一份文档写，别的文档只写 parent',
      { title: '档案', icon: 'folder', order: 35 },
      MenuGroup,
    ),
    icon: optional('图标', '菜单名称前的图标，填它的名称，编辑时会列出可用的', 'inbox', Icon),
    order: optional('次序', '小的在前', 20, Type.Number()),
    hidden: optional('隐藏', '不在菜单上显示，地址仍可打开', true, Type.Boolean()),
    keepAlive: optional('保留页面', '换到别的标签时保留页面的内容，缺省 true', false, Type.Boolean()),
    path: optional(
      '地址',
      '页面的地址，缺省是 / 加编号',
      '/isps/userAnnouncement',
      Type.String({ pattern: '^/[a-z][A-Za-z0-9-]{0,39}(/[A-Za-z0-9_-]{1,60})+$' }),
    ),
  },
  closed,
)

/** The menu entry of a document. */
export const menu = withUse(
  { isCommon: true },
  optional('菜单项', '不写就没有菜单项', { parent: 'stock', icon: 'inbox', order: 20 }, Menu),
)

/** The permission code that opens a document; without a code every signed-in user may open it. */
export const needs = optional(
  '权限编码',
  '打开要有的权限，写完整的编码；不写就人人可以打开',
  'report:holdings:list',
  Code,
)

/** Grants that the document proposes; an administrator confirms them, and only then does a role hold them. */
export const roles = optional(
  '建议授权',
  '建议哪些角色得到这份文档的哪些权限编码；新文档不属于任何角色，管理员在角色管理里确认后才生效',
  { clerk: ['stock:in:list', 'stock:in:add'] },
  Type.Record(RoleCode, Type.Array(Code, { minItems: 1, uniqueItems: true })),
)

export const component = optional(
  '组件名',
  '老菜单的组件名列表，一个名字只能归一份文档',
  ['system/UserList'],
  Type.Array(Type.String({ pattern: '^[A-Za-z0-9_/-]{1,120}$' })),
)

/** The browser loads the help with its page, so it stays short. */
const MAX_HELP = 8000

/** The properties that begin every document; the words of `kind` come from the list of kinds (see compose.ts). */
export const documentHead = <Kind extends string>(kind: Kind) => ({
  $schema: optional(
    '编辑器',
    '给编辑器用，写 ../$meta/document.schema.json',
    '../$meta/document.schema.json',
    Type.String(),
  ),
  version: required(
    '格式',
    '文档格式，现在是 2；旧格式用 npm run documents -- migrate 转换',
    2,
    Type.Integer({ minimum: 1 }),
  ),
  kind: required('种类', '', 'screen', Type.Literal(kind)),
  id: required(
    '编号',
    '分组/名称，与文件位置一致，也是页面地址；不能以接口占用的词（如 sys/、user/）开头',
    'stock/in-bill',
    DocumentId,
  ),
  title: withUse({ isCommon: true }, required('名称', '显示给人看的名称', '入库单', Text)),
  description: withUse(
    { isCommon: true },
    optional(
      '描述',
      '做什么用、给谁用；只有设计的人在文档的列表里看到',
      '月末盘点用，由库管导出',
      Type.String({ minLength: 1, maxLength: 500 }),
    ),
  ),
})

/** The properties that begin a document with a page. */
export const pageHead = <Kind extends string>(kind: Kind) => ({
  ...documentHead(kind),
  help: optional(
    '帮助',
    '怎样用这一页，写 Markdown，显示在「帮助」里；字段、规则和按钮的说明自动接在下面',
    '## 先做什么\n\n先登记，再审核。',
    Type.String({ minLength: 1, maxLength: MAX_HELP, contentMediaType: 'text/markdown' }),
  ),
})

/** The screen from which a dictionary or a picker takes its records. */
export const sourceScreen = required('界面', '取自哪个界面', 'base/warehouse', DocumentId)

/** The list of fields; its shape depends on the field types (see compose.ts). */
export const fields = required(
  '字段',
  '字段的列表，一个字段一行',
  [{ key: 'fname', title: '名称', type: 'input' }],
  Type.Unknown(),
)
