/** The ten rules of the advanced query, and `range` (two parameters, `_begin` and `_end`). */
export const queryRules = [
  'eq',
  'like',
  'right_like',
  'left_like',
  'in',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'range',
] as const
export type QueryRule = (typeof queryRules)[number]

/** The rules as users read them. */
export const ruleTitles = {
  eq: '为',
  like: '包含',
  right_like: '开头为',
  left_like: '结尾为',
  in: '属于',
  ne: '不为',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  range: '起止',
} as const satisfies Record<QueryRule, string>

/** Whether a rule compares with one whole value. */
export const isSingleRule = (rule: unknown): boolean =>
  ['eq', 'ne', 'gt', 'ge', 'lt', 'le'].includes(String(rule))
