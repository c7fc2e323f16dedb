import { sql } from 'kysely'
import { isRelativeDate, type RelativeDate, relativeDays } from '#runtime/kernel/relative-dates.ts'
import { wholeValueRules } from '#runtime/kernel/text/mask.ts'
import {
  type ConditionRule,
  conditionRules,
  MAX_IN_LIST,
  presenceRules,
} from '#runtime/rules/advanced-query/model.ts'
import type { Column } from '../../documents/plan/column.ts'
import { daysCondition, type Sql } from './condition.ts'
import type { FilterValue } from './grammar.ts'
import { isText, operand } from './operand.ts'
import { readValue } from './read-value.ts'

const orderRules: readonly ConditionRule[] = [
  ...wholeValueRules,
  ...(['gt', 'ge', 'lt', 'le', 'between'] as const),
  ...presenceRules,
]

/** The rules that a column can answer; a masked one compares whole values only. */
export function listRules(column: Column): readonly ConditionRule[] {
  if (column.type.type === 'jsonb' || column.type.type === 'bytea') return presenceRules
  if (column.isMasked) return [...wholeValueRules, ...presenceRules]
  return isText(column.type) ? conditionRules : orderRules
}

/** Whether a value is there. An empty text or list is none. */
export function presenceCondition(column: Column, rule: ConditionRule): Sql {
  const { type } = column
  const ref = readValue(column)
  const empty = isText(type)
    ? sql`(${ref} is null or ${ref} = '')`
    : type.type === 'jsonb'
      ? sql`(${ref} is null or ${ref} in ('null', '[]', '{}', '""'))`
      : sql`${ref} is null`
  return rule === 'empty' ? empty : sql`not ${empty}`
}

/** Whether each value of the filter can be compared with the column. */
export function isComparable(column: Column, filter: FilterValue): boolean {
  const texts = 'texts' in filter ? filter.texts : [filter.text]
  if (texts.length === 0 || texts.length > MAX_IN_LIST) return false
  return texts.every((text) => operand(text, column.type) !== null)
}

/** The word of a relative date, where the column holds dates or times and the rule compares with one value. */
export const findRelativeDate = (column: Column, rule: ConditionRule, val: unknown): RelativeDate | null =>
  ['date', 'timestamp', 'timestamptz'].includes(column.type.type) &&
  rule !== 'in' &&
  rule !== 'between' &&
  !column.isMasked &&
  typeof val === 'string' &&
  isRelativeDate(val)
    ? val
    : null

/** A comparison with the days of a relative date. */
export const relativeCondition = (
  { ref }: Column,
  rule: ConditionRule,
  word: RelativeDate,
  today: string,
): Sql => daysCondition(ref, rule, relativeDays(word, today))
