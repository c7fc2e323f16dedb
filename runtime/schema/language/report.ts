import Type from 'typebox'
import { Code, closed, Key, Text, Value } from './base.ts'
import { component, fields, menu, pageHead, roles } from './document.ts'
import { listProperties } from './list.ts'
import { optional, required, withUse } from './property.ts'
import { choiceSettings } from './settings.ts'

/** One SELECT. `:name` is the parameter of that key; the statement may read the named tables only. */
const Source = Type.Object(
  {
    sql: required(
      'SQL',
      '一条 SELECT，:key 是参数；以只读账户运行',
      'select fname from bas_goods',
      Type.String({ minLength: 1, maxLength: 8000 }),
    ),
    tables: required(
      '表',
      '用到的表，只能是界面文档的表；写了 dataSource 的，是那个数据库的表',
      ['bas_goods'],
      Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' }), { minItems: 1, uniqueItems: true }),
    ),
    dataSource: optional(
      '数据源',
      '从另一个 PostgreSQL、MySQL 或 MariaDB 取数：多数据源里的数据源编码。数据规则管不到那里的表，谁能看由报表的权限决定',
      'archive',
      Type.String({ pattern: '^[a-zA-Z][\\w-]{0,99}$' }),
    ),
  },
  closed,
)

/** The properties of a value that is asked for in a query bar; its type is a type with query rules. */
export const askedProperties = {
  title: optional('标题', '查询栏里的标题', '仓库', Text),
  type: required('类型', '能作查询条件的类型', 'select', Type.String()),
  ...choiceSettings,
  multi: optional('可多选', '可选几个值', true, Type.Boolean()),
  defaultValue: optional('缺省值', '= 开头是表达式', '=today()', Value),
  placeholder: optional('占位文字', '没有填时显示的灰字', '请输入', Type.String()),
  help: optional('说明', '标题旁的说明', '以版权页为准', Text),
}

/** A parameter of a report: its value arrives as `self_<key>` and is bound. */
export const Param = Type.Object(
  {
    key: required('参数名', 'SQL 里写 :参数名', 'warehouse', Key),
    ...askedProperties,
    required: optional('必填', '没有填就不查', true, Type.Boolean()),
    unless: optional('例外', '隐藏的参数：有此权限的人不受它限制', 'report:flow:all', Code),
  },
  closed,
)

const { sort, pageSize, pageSizes, paging, scrollX, superQuery } = listProperties
const List = Type.Object(
  {
    sort,
    pageSize,
    pageSizes,
    paging,
    scrollX,
    superQuery,
    groupBy: optional('分组', '按哪一列分组：它排在第一列，每组之后有小计', 'fwarehouse', Key),
    cache: optional(
      '保留秒数',
      '浏览器保留结果几秒，缺省 30',
      60,
      Type.Integer({ minimum: 0, maximum: 3600 }),
    ),
  },
  closed,
)

/** The properties of a report. */
export const reportParts = {
  ...pageHead('report'),
  code: withUse(
    { isCommon: true },
    required(
      '报表编码',
      '接口 /online/cgreport/api/… 用它',
      'rp_stock_flow',
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
    ),
  ),
  perm: optional('权限前缀', '带来 {perm}:list 查询和 {perm}:export 导出', 'report:flow', Code),
  roles,
  component,
  menu,
  source: required(
    '查询',
    '一条 SELECT 和它用到的表',
    { sql: 'select fname from bas_goods', tables: ['bas_goods'] },
    Source,
  ),
  params: optional(
    '参数',
    '运行前要填的，SQL 里写 :key',
    [{ key: 'warehouse', title: '仓库', type: 'input' }],
    Type.Unknown(),
  ),
  unit: withUse({ isCommon: true }, optional('金额单位', '写在标题下面一行的右端', '元', Text)),
  fields,
  list: withUse({ isCommon: true }, optional('列表', '列表的设置', { sort: '-fdate' }, List)),
}

const Report = Type.Object(reportParts)
export type ReportParts = Type.Static<typeof Report>
/** A parameter; it reads as a field of its type. */
export type ReportParam = Type.Static<typeof Param>
