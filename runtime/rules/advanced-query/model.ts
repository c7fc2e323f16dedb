import { type QueryRule, queryRules } from '#runtime/schema/query-rules.ts'

/** The rules of the advanced query, in the order in which they are offered. */
export type ConditionRule = Exclude<QueryRule, 'range'>
export const conditionRules: readonly ConditionRule[] = queryRules.filter((rule) => rule !== 'range')

export type MatchType = 'and' | 'or'

/** A condition of an advanced query. The column of a detail table is written `items.famount`. */
export interface Condition {
  field: string
  rule: ConditionRule
  /** The text of a wire value, the word of a relative date, or for `in` a comma list. */
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
