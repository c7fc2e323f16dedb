import { type QueryRule, queryRules } from '#runtime/schema/query/query-rules.ts'

/** The rules that ask only whether there is a value. */
export const presenceRules = ['empty', 'not_empty'] as const
export type PresenceRule = (typeof presenceRules)[number]
export const isPresence = (rule: string): rule is PresenceRule => rule === 'empty' || rule === 'not_empty'

/** The rules of the advanced query, in the order in which they are offered. */
export type ConditionRule = Exclude<QueryRule, 'range'> | 'between' | PresenceRule
export const conditionRules: readonly ConditionRule[] = [
  ...queryRules.filter((rule) => rule !== 'range'),
  'between',
  ...presenceRules,
]

export type MatchType = 'and' | 'or'

/** A condition of an advanced query. The column of a detail table is written `items.famount`. */
export interface Condition {
  field: string
  rule: ConditionRule
  /** The text of a wire value, the word of a relative date, for `in` a comma list, for `between` two ends with a comma. */
  val: string
  /** The field type: servers of the contract parse dates by it. */
  type?: string
}

/** Conditions and groups joined by `and` or `or`. With `detail`, one row of that detail table must meet all of them. */
export interface ConditionGroup {
  matchType: MatchType
  params: readonly ConditionItem[]
  detail?: string
}

export type ConditionItem = Condition | ConditionGroup

export const isGroup = (item: ConditionItem): item is ConditionGroup => 'params' in item

/** Maximum levels of groups, the outermost included. */
export const MAX_DEPTH = 5
/** Maximum conditions of a query, over all its groups. */
export const MAX_CONDITIONS = 100
/** Maximum values of one `in` condition. */
export const MAX_IN_LIST = 1000
