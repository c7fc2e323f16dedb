import Type from 'typebox'
import { closed, Key, Keys, PageSize, Sort, Text, Url } from './base.ts'
import { board, calendar } from './list-views.ts'
import { optional, required, withUse, words } from './property.ts'

/** The properties that the lists of screens and reports share. */
export const listProperties = {
  sort: optional('排序', '按哪个字段，- 是倒序，多个以逗号相连', '-createTime', Sort),
  pageSize: optional('每页条数', '一页显示几条', 10, PageSize),
  pageSizes: optional(
    '可选的每页条数',
    '页脚可选的每页条数，缺省 10、20、30；使用人可以自己添加',
    [10, 20, 50],
    Type.Array(PageSize, { minItems: 1, uniqueItems: true }),
  ),
  paging: optional('分页', 'false 一次全部显示', false, Type.Boolean({ default: true })),
  scrollX: optional('横向宽度', '表格至少多宽，像素', 1600, Type.Integer({ minimum: 0 })),
  superQuery: optional('高级查询', 'false 不出高级查询的按钮', false, Type.Boolean({ default: true })),
}
const { sort, pageSize, pageSizes, paging, scrollX, superQuery } = listProperties

const List = Type.Object(
  {
    layout: optional(
      '布局',
      '',
      'erp',
      words({
        normal: '普通列表',
        tree: '树形',
        erp: '主表在上、明细在下',
        tab: '页签',
        innerTable: '内嵌子表',
        calendar: '日历',
        board: '分栏',
      }),
    ),
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
    calendar,
    board,
  },
  closed,
)

export const list = withUse(
  { isCommon: true },
  optional('列表', '不写就自动排', { sort: '-createTime' }, List),
)

/** A tree beside a list or a picker: the value of the chosen node filters by the field. */
export const sideTree = optional(
  '左侧的树',
  '选中的节点作筛选，也是新增时的缺省值',
  { dictCode: 'category:B01', field: 'fclass' },
  Type.Object(
    {
      dictCode: required('字典', '分类树或 tree: 的字典', 'category:B01', Type.String({ minLength: 1 })),
      field: required('筛选字段', '按哪个字段筛选', 'fclass', Key),
      title: optional('标题', '树上方的标题', '志书分类', Text),
    },
    closed,
  ),
)

/** The addresses of a tree on another server: top level (else `url.list`), one branch by the parent's key, several by `parentIds`. */
const TreeUrls = Type.Object(
  {
    batch: optional('批量下级', '取几个上级（parentIds）的下级', '/sys/category/getChildListBatch', Url),
    roots: optional('顶层', '取顶层的接口，缺省是 url.list', '/sys/category/rootList', Url),
    children: optional('下级', '取一个上级的下级', '/sys/category/childList', Url),
  },
  closed,
)

export const tree = optional(
  '树形列表',
  '行有上下级',
  { parent: 'pid', hasChild: 'hasChild' },
  Type.Object(
    {
      parent: required('上级字段', '存上级主键的字段', 'pid', Key),
      hasChild: optional('有无下级', '记着有无下级的字段', 'hasChild', Key),
      leaf: optional('是否末级', '记着是否末级的字段', 'isLeaf', Key),
      text: optional('缩进的列', '哪一列带箭头', 'fname', Key),
      url: optional('树的接口', '别的服务器的树', { children: '/sys/category/childList' }, TreeUrls),
      lazy: optional('逐级打开', '打开一行时才取下级', true, Type.Boolean()),
      card: optional('右侧卡片', '查看的记录显示在树的右边，不另开窗口', true, Type.Boolean()),
    },
    closed,
  ),
)
