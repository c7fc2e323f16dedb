import { sql } from 'kysely'
import { wholeValueRules } from '#runtime/kernel/mask.ts'
import { isRelativeDate, type RelativeDate, relativeDays } from '#runtime/kernel/relative-dates.ts'
import { type ConditionRule, conditionRules } from '#runtime/rules/advanced-query/model.ts'
import type { Column } from '../../documents/column.ts'
import { MAX_IN_LIST, type Sql } from './condition.ts'
import type { FilterValue } from './grammar.ts'
import { isText, operand } from './operand.ts'

const orderRules: readonly ConditionRule[] = [...wholeValueRules, 'gt', 'ge', 'lt', 'le']

/** The rules that a column can answer; a masked one compares whole values only. */
export function rulesOf(column: Column): readonly ConditionRule[] {
  if (column.type.type === 'jsonb' || column.type.type === 'bytea') return []
  if (column.isMasked) return wholeValueRules
  return isText(column.type) ? conditionRules : orderRules
}

/** Whether each value of the filter can be compared with the column. */
export function isComparable(column: Column, filter: FilterValue): boolean {
  const texts = 'texts' in filter ? filter.texts : [filter.text]
  if (texts.length === 0 || texts.length > MAX_IN_LIST) return false
  return texts.every((text) => operand(text, column.type) !== null)
}

/** The word of a relative date, where the column holds dates or times and the rule compares with one value. */
export const relativeDateOf = (column: Column, rule: ConditionRule, val: unknown): RelativeDate | null =>
  ['date', 'timestamp', 'timestamptz'].includes(column.type.type) &&
  rule !== 'in' &&
  !column.isMasked &&
  typeof val === 'string' &&
  isRelativeDate(val)
    ? val
    : null

/** A comparison with the days of a relative date: `eq` means within, `gt` after the last, `lt` before the first. */
export function relativeCondition(
  { ref }: Column,
  rule: ConditionRule,
  word: RelativeDate,
  today: string,
): Sql {
  const { from, next } = relativeDays(word, today)
  if (rule === 'gt') return sql`${ref} >= ${next}`
  if (rule === 'ge') return sql`${ref} >= ${from}`
  if (rule === 'lt') return sql`${ref} < ${from}`
  if (rule === 'le') return sql`${ref} < ${next}`
  if (rule === 'ne') return sql`(${ref} < ${from} or ${ref} >= ${next})`
  return sql`(${ref} >= ${from} and ${ref} < ${next})`
}
