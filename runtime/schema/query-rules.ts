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
