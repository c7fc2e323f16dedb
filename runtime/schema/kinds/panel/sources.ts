import Type from 'typebox'
import {
  AnswerPath,
  Code,
  closed,
  DocumentId,
  Key,
  Keys,
  PageSize,
  Text,
  Url,
  Value,
} from '../../language/base.ts'
import { optional, required } from '../../language/property.ts'

/** Query conditions: literals, and `"=expression"` over `user`, `today()`, `now()`. */
const query = optional(
  '查询条件',
  '= 开头是表达式',
  { fstates: '待审核' },
  Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,79}$' }), Value),
)
const OneSort = Type.String({ pattern: '^-?[A-Za-z][A-Za-z0-9_]{0,63}$' })
const order = {
  sort: optional('排序', '- 是倒序', '-fdate', OneSort),
  pageSize: optional('取几条', '最多取几条', 5, PageSize),
}
const screen = (example: string) => required('界面', '取自哪个界面', example, DocumentId)

const Source = Type.Union([
  Type.Object({ screen: screen('base/warehouse'), query, ...order }, closed),
  Type.Object({ report: required('报表', '哪张报表的编码', 'rp_holdings', Code), query, ...order }, closed),
  Type.Object(
    {
      url: required('接口', '取数的接口', '/sys/visitInfo', Url),
      query,
      pick: optional('哪一段', '结果里行在哪里，以点相连', 'data.rows', AnswerPath),
    },
    closed,
  ),
])

/** The source of a block's rows: the list of a screen, a report by its code, or a call; `pick` is the path to the rows in the answer. */
export const source = required('来源', '界面、报表或接口', { screen: 'stock/in-bill' }, Source)

/** Records of one screen among the entries of a block: a tag, the title with its texts, and a small line below. */
export const EntrySource = Type.Object(
  {
    screen: screen('stock/in-bill'),
    query,
    sort: optional('排序', '按哪个字段，- 是倒序，多个以逗号相连', '-createTime', OneSort),
    pageSize: optional('每页条数', '一页显示几条', 10, PageSize),
    needs: optional('权限编码', '没有此权限的人看不到这些记录', 'stock:in:audit', Code),
    title: optional('名称', '每条前面的字，缺省是界面的名称', '入库单', Text),
    tag: optional('标签', '作标签的字段', 'fstates', Key),
    text: required('文字', '每条的文字是哪个字段', 'fbillno', Key),
    note: optional('小字', '每条下面的小字是哪些字段', ['fwarehouse', 'createTime'], Keys),
  },
  closed,
)

export type PanelSource = Type.Static<typeof Source>
