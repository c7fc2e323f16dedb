import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { typeGroups } from '#runtime/preview/type-groups.ts'
import type { Field } from '#runtime/schema/types.ts'
import { queryRule, type RowWord } from './row-form.ts'

const options = (pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs).map(([value, text]) => ({ value, text }))

const types = () =>
  typeGroups('').flatMap((group) =>
    group.types
      .filter((type) => type.dataType !== 'rows' && !type.isSecret)
      .map((type) => ({ value: type.type, text: type.designer.label })),
  )

const rules = options({
  eq: '等于',
  ne: '不等于',
  like: '包含',
  right_like: '开头是',
  left_like: '结尾是',
  in: '任选几个',
  range: '范围',
})

const totals = options({ sum: '合计', average: '平均', 'sum,average': '合计和平均' })

const plain = (key: string, title: string, width: number, more: Partial<Field> = {}): RowWord => ({
  field: { key, title, type: 'input', width, ...more } as Field,
})
const required = { validateRules: [{ required: true }] }
const key = (title: string) => plain('key', title, 150, { ...required })

function foldQuery(query: unknown): JsonObject {
  if (isJsonObject(query)) return { ...query, folded: true }
  return query === true ? { folded: true } : { rule: query || 'eq', folded: true }
}

/** A query that only has a rule is the word of it. */
function unfoldQuery(query: unknown): unknown {
  if (!isJsonObject(query)) return query
  const { folded: _, ...others } = query
  const { rule, ...more } = others
  return Object.keys(more).length > 0 ? others : (rule ?? true)
}

/** The columns of a report as a table of their frequent settings. */
export const columnWords = (): RowWord[] => [
  key('字段'),
  plain('title', '标题', 150),
  {
    field: { key: 'type', title: '类型', type: 'select', width: 130, options: types(), ...required } as Field,
  },
  { field: { key: 'width', title: '宽度', type: 'inputNumber', width: 90, scale: 0 } },
  plain('dictCode', '字典', 150),
  {
    field: { key: 'query', title: '查询', type: 'select', width: 110, options: rules } as Field,
    read: queryRule,
    write: (value, { query }) => ({
      query: !value ? undefined : isJsonObject(query) ? { ...query, rule: value } : value,
    }),
  },
  {
    field: { key: 'folded', title: '展开才显示', type: 'switch', width: 110 } as Field,
    read: ({ query }) => (isJsonObject(query) && query.folded === true) || null,
    write: (value, { query }) => ({ query: value ? foldQuery(query) : unfoldQuery(query) }),
  },
  { field: { key: 'isOrder', title: '可排序', type: 'switch', width: 90 } },
  {
    field: { key: 'statistics', title: '合计', type: 'select', width: 120, options: totals } as Field,
    read: ({ statistics }) => (Array.isArray(statistics) ? statistics.join(',') : null),
    write: (value) => ({ statistics: value ? String(value).split(',') : undefined }),
  },
  plain('group', '分组标题', 120),
  plain('href', '链接', 220),
  {
    field: { key: 'isHidden', title: '不显示', type: 'switch', width: 90 } as Field,
    read: ({ list }) => list === false || null,
    write: (value, { list }): JsonObject => ({ list: value ? false : list === false ? undefined : list }),
  },
]

/** The parameters of a report. */
export const paramWords = (): RowWord[] => [
  key('参数名'),
  plain('title', '标题', 150),
  {
    field: { key: 'type', title: '类型', type: 'select', width: 130, options: types(), ...required } as Field,
  },
  plain('dictCode', '字典', 150),
  plain('defaultValue', '缺省值', 160),
  { field: { key: 'required', title: '必填', type: 'switch', width: 80 } },
  { field: { key: 'multi', title: '可多选', type: 'switch', width: 90 } },
  plain('placeholder', '占位文字', 160),
  plain('help', '说明', 220),
]
