import Type from 'typebox'
import { Code, closed, Key, Keys, Text } from '../../../language/base.ts'
import { optional, required, withUse, words } from '../../../language/property.ts'
import { dateUnits } from '../../../query/date-units.ts'

/** An address of the application; `{key}` is a value of the first record (of a table: of each row), `{user.username}` the user's own. */
export const Href = Type.String({ pattern: '^/(?![/\\\\{])' })

export const title = ['标题', '块的标题', '馆藏总数', Text] as const

/** The place of a block in its panel. */
export const place = {
  span: withUse(
    { isCommon: true },
    optional('占几列', '占看板的几列', 6, Type.Integer({ minimum: 1, maximum: 24 })),
  ),
  side: withUse({ isCommon: true }, optional('在旁边', '宽屏上排在右边一栏', true, Type.Boolean())),
  joined: withUse(
    { isCommon: true },
    optional('接着上一块', '和上一块在同一张纸上，以细线隔开', true, Type.Boolean()),
  ),
  tab: withUse(
    { isCommon: true },
    optional('页签', '这一块在哪个页签里；没有写的块在页签上方，总看得见', '统计图表', Text),
  ),
}

export const needs = optional('权限编码', '没有此权限的人看不到这一块', 'report:holdings:list', Code)

export const href = withUse(
  { isCommon: true },
  optional(
    '点开到',
    '哪一页；{user.username} 换成自己的账号，{params.名字} 换成看板的筛选，数字的链接里 {字段} 换成第一条记录的值，表格的换成各行的值',
    '/catalog/gazetteer',
    Href,
  ),
)

/** The title, which a block may lack, and its place. */
export const head = { title: withUse({ isCommon: true }, optional(...title)), ...place }

/** A registered widget that draws the block. */
export const widget = optional('控件', '由登记的控件画这一块', 'quick-links', Code)

/** Titles of keys: the document of the source has no title for the key, or a different one is wanted. */
export const titles = optional(
  '各列的标题',
  '给没有文档的键写标题',
  { visit: '访问次数' },
  Type.Record(Key, Text),
)

export const fields = required('字段', '显示哪些字段', ['fbillno', 'fdate'], Keys)

/** Of values put together by a date. */
export const dateUnit = optional('日期按', '按日期汇总时，一个日、月、季还是年', 'month', words(dateUnits))

/** The filter of the panel that a click on a value fills in. */
export const select = withUse(
  { isCommon: true },
  optional('点选', '点一个值，就把它填进看板的哪个筛选，别的块跟着变；再点一次取消', 'warehouse', Key),
)

export const scale = optional('小数位', '显示几位小数', 2, Type.Integer({ minimum: 0, maximum: 10 }))

export const value = (example: string) => required('数字', '哪个字段；total 是条数', example, Key)

/** Over all records of a report or a call, instead of the first. */
export const statistics = withUse(
  { isCommon: true },
  optional('统计', '', 'sum', words({ sum: '合计', average: '平均' })),
)

const Link = Type.Object(
  {
    title: required('名称', '链接的字', '入库', Text),
    needs: optional('权限编码', '没有此权限的人看不到', 'stock:in:list', Code),
    href: required('地址', '点开哪一页；{user.username} 换成自己的账号', '/stock/in-bill', Href),
  },
  closed,
)

/** Links of a block to other pages. */
export const links = [
  '入口',
  '几个链接，点开各到一页',
  [{ title: '入库', href: '/stock/in-bill' }],
  Type.Array(Link, { minItems: 1 }),
] as const
