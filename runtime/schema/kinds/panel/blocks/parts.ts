import Type from 'typebox'
import { Code, Key, Keys, Text } from '../../../language/base.ts'
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
