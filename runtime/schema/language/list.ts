import Type from 'typebox'
import { closed, Key, PageSize, Sort, Text } from './base.ts'
import { optional, required } from './property.ts'

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
