import Type from 'typebox'
import { Code, ColumnCount, closed, Key, Keys, Text } from './base.ts'
import { component, documentHead, menu, perm, roles } from './document.ts'
import { EntrySource, source } from './panel-sources.ts'
import { optional, required, words } from './property.ts'
import { askedProperties } from './report.ts'

export type { PanelSource } from './panel-sources.ts'

/** An address of the application; `{key}` is a value of the first record (of a table: of each row), `{user.username}` the user's own. */
const Href = Type.String({ pattern: '^/(?![/\\\\{])' })

const type = <Word extends string>(word: Word) =>
  required(
    '块的种类',
    'statistic、chart、description、table、entries、links、text',
    'statistic',
    Type.Literal(word),
  )
const title = ['标题', '块的标题', '馆藏总数', Text] as const
const head = {
  span: optional('占几列', '占看板的几列', 6, Type.Integer({ minimum: 1, maximum: 24 })),
  side: optional('在旁边', '宽屏上排在右边一栏', true, Type.Boolean()),
  joined: optional('接着上一块', '和上一块在同一张纸上，以细线隔开', true, Type.Boolean()),
}
const blockPerm = optional('权限编码', '没有此权限的人看不到这一块', 'report:holdings:list', Code)
const href = optional(
  '链接',
  '点开哪一页；{user.username} 换成自己的账号，数字的链接里 {字段} 换成第一条记录的值，表格的换成各行的值',
  '/catalog/gazetteer',
  Href,
)
const titled = { title: optional(...title), ...head }
/** A registered widget that draws the block. */
const widget = optional('控件', '由登记的控件画这一块', 'quick-links', Code)
/** Titles of keys: the document of the source has no title for the key, or a different one is wanted. */
const titles = optional('标题', '字段的标题', { visit: '访问次数' }, Type.Record(Key, Text))
const RowKeys = Type.Array(Key, { minItems: 1, maxItems: 2, uniqueItems: true })
const fields = required('字段', '显示哪些字段', ['fbillno', 'fdate'], Keys)

const value = (example: string) => required('数字', '哪个字段；total 是条数', example, Key)
/** Over all records of a report or a call, instead of the first. */
const statistics = optional('统计', '', 'sum', words({ sum: '合计', average: '平均' }))
const Scale = Type.Integer({ minimum: 0, maximum: 10 })
const unit = (example: string) => optional('单位', '数字后面的字', example, Text)

/** A smaller number below, from the same records; `tone` is its colour unless it is zero. */
const Fact = Type.Object(
  {
    title: required('标题', '小数字前的字', '外借', Text),
    value: value('flent'),
    statistics,
    scale: optional('小数位', '小数点后几位', 2, Scale),
    unit: unit('种'),
    tone: optional(
      '颜色',
      '不是零时的颜色',
      'warning',
      words({ success: '成功', warning: '提醒', error: '错误' }),
    ),
  },
  closed,
)

/** One number: `value` names a key, or is `total`, the number of records. */
const Statistic = Type.Object(
  {
    type: type('statistic'),
    title: required(...title),
    ...head,
    perm: blockPerm,
    source,
    value: value('total'),
    statistics,
    scale: optional('小数位', '显示几位小数', 2, Scale),
    unit: unit('册'),
    note: optional('注', '数字下面的小字', '不含外借', Text),
    facts: optional(
      '小数字',
      '数字下面的几个小数字，取自同样的记录',
      [{ title: '外借', value: 'flent' }],
      Type.Array(Fact, { minItems: 1 }),
    ),
    href,
  },
  closed,
)

/** One value of a chart that is not drawn like the others. */
const Series = Type.Object(
  {
    key: required('字段', '哪个字段', 'amount', Key),
    axis: optional('轴', '缺省用左边的轴', 'right', words({ right: '右边的轴' })),
    kind: optional('画法', '缺省同整张图', 'line', words({ line: '折线', bar: '柱' })),
  },
  closed,
)

const Plot = Type.Object(
  {
    kind: required('图的种类', '', 'line', words({ trend: '短趋势', line: '折线', bar: '柱', pie: '饼' })),
    x: required('横轴', '哪个字段', 'type', Key),
    y: required(
      '数值',
      '哪些字段；要用右轴或另一种画法的写成对象',
      ['visit', { key: 'amount', axis: 'right', kind: 'line' }],
      Type.Array(Type.Union([Key, Series]), { minItems: 1, uniqueItems: true }),
    ),
    stack: optional('叠加', '折线和柱：同一条轴上的数值叠起来', true, Type.Boolean()),
  },
  closed,
)

const Chart = Type.Object(
  {
    type: type('chart'),
    ...titled,
    perm: blockPerm,
    source,
    chart: required('图', '画什么图', { kind: 'line', x: 'type', y: ['visit'] }, Plot),
    titles,
    href,
  },
  closed,
)

/** The first record, key by key. */
const Description = Type.Object(
  {
    type: type('description'),
    ...titled,
    widget,
    perm: blockPerm,
    source,
    columns: optional('列数', '表单分几列，1 到 4', 3, ColumnCount),
    fields,
    titles,
    href,
  },
  closed,
)

/** Records with the same values of `rows` and `columns` are one cell. */
const Cross = Type.Object(
  {
    rows: required('行', '按哪些字段分行，一个或两个', ['fwarehouse', 'fclass'], RowKeys),
    columns: required('列', '按哪个字段分列', 'fmonth', Key),
    value: required('数值', '合计哪个数字字段', 'famount', Key),
    scale: optional('小数位', '显示几位小数', 2, Scale),
    subtotals: optional('小计', '按两个字段分行时，第一个字段的每个值后有小计', true, Type.Boolean()),
  },
  closed,
)

const Table = Type.Object(
  {
    type: type('table'),
    ...titled,
    perm: blockPerm,
    source,
    fields: optional('字段', '显示哪些字段', ['fbillno', 'fdate'], Keys),
    cross: optional(
      '交叉表',
      '行和列各是一个字段的值，格子里是合计；不写 fields',
      { rows: ['fwarehouse'], columns: 'fmonth', value: 'famount' },
      Cross,
    ),
    titles,
    href,
  },
  closed,
)

/** Records that wait for the user, of several screens in one list. */
const Entries = Type.Object(
  {
    type: type('entries'),
    ...titled,
    widget,
    perm: blockPerm,
    sources: required(
      '来源',
      '几个界面的记录排成一列',
      [{ screen: 'stock/in-bill', text: 'fbillno' }],
      Type.Array(EntrySource, { minItems: 1 }),
    ),
    empty: optional('没有时', '没有记录时说的话', '没有等您处理的事', Text),
    href,
  },
  closed,
)

const Link = Type.Object(
  {
    title: required('名称', '链接的字', '入库', Text),
    perm: optional('权限编码', '没有此权限的人看不到', 'stock:in:list', Code),
    href: required('地址', '点开哪一页；{user.username} 换成自己的账号', '/stock/in-bill', Href),
  },
  closed,
)

const Links = Type.Object(
  {
    type: type('links'),
    ...titled,
    widget,
    perm: blockPerm,
    links: required(
      '链接',
      '几个链接',
      [{ title: '入库', href: '/stock/in-bill' }],
      Type.Array(Link, { minItems: 1 }),
    ),
    href,
  },
  closed,
)

const TextBlock = Type.Object(
  {
    type: type('text'),
    ...titled,
    widget,
    perm: blockPerm,
    text: required('文字', '显示的文字', '欢迎', Type.String({ minLength: 1, maxLength: 4000 })),
    href,
  },
  closed,
)

/** The kinds of blocks, by the value of `type`. */
export const blockShapes = {
  statistic: Statistic,
  chart: Chart,
  description: Description,
  table: Table,
  entries: Entries,
  links: Links,
  text: TextBlock,
} as const

/** A value of the query bar of a panel, which the queries of its blocks read as `params.<key>`. */
export const Filter = Type.Object(
  { key: required('名字', '块的 query 里写 "=params.名字"', 'warehouse', Key), ...askedProperties },
  closed,
)

/** The properties of a panel. */
export const panelParts = {
  ...documentHead('panel'),
  perm,
  roles,
  component,
  menu,
  refresh: optional('自动刷新', '每几秒重新取一次', 60, Type.Integer({ minimum: 5, maximum: 86_400 })),
  columns: optional('列数', '看板分几列，缺省 24', 24, Type.Integer({ minimum: 1, maximum: 24 })),
  greeting: optional('问候', '标题换成按时辰的问候和姓名，并说有几件待办', true, Type.Boolean()),
  filters: optional(
    '筛选',
    '看板上方的查询条件；要按它查的块在 query 里写 "=params.名字"，没有填时那个条件不起作用',
    [{ key: 'warehouse', title: '仓库', type: 'select', dictCode: 'stk_warehouse' }],
    Type.Unknown(),
  ),
  /** The shape of a block depends on its `type` (see compose.ts). */
  blocks: required(
    '块',
    'statistic 数字、chart 图、description 说明、table 表、entries 待办、links 链接、text 文字',
    [{ type: 'text', text: '欢迎' }],
    Type.Unknown(),
  ),
}

const Panel = Type.Object(panelParts)
type Shapes = typeof blockShapes
export type PanelBlock = { [Word in keyof Shapes]: Type.Static<Shapes[Word]> }[keyof Shapes]
export type PanelFilter = Type.Static<typeof Filter>
export type PanelDocument = Type.Static<typeof Panel> & { blocks: PanelBlock[]; filters?: PanelFilter[] }
