/** The comparisons of data rules, as the dictionary `rule_conditions` of the contract has them. SQL is none of them. */
export const ruleConditions = [
  '>',
  '>=',
  '<',
  '<=',
  '=',
  '!=',
  'IN',
  'LIKE',
  'LEFT_LIKE',
  'RIGHT_LIKE',
] as const
export type RuleCondition = (typeof ruleConditions)[number]

/** A condition on the records of a menu entry: a field, a comparison, and a value with variables such as `#{sys_user_code}`. */
export interface DataRule {
  id: string
  column: string
  condition: RuleCondition
  value: string
}
