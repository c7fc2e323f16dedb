import { type RawBuilder, sql } from 'kysely'
import { comparesWholeValues } from '#runtime/kernel/text/mask.ts'
import { addDays, isDate } from '#runtime/kernel/time.ts'
import { MAX_IN_LIST } from '#runtime/rules/advanced-query/model.ts'
import type { Column } from '../../documents/plan/column.ts'
import { trigramQuery, trigrams } from '../../documents/plan/trigrams.ts'
import { badParameter } from '../refuse.ts'
import { type FilterValue, splitList } from './grammar.ts'
import { isText, operand } from './operand.ts'
import { findBlank, members, readValue } from './read-value.ts'
import { containing, isTextRule, textCondition, textHints } from './text-condition.ts'

export type Sql = RawBuilder<unknown>

/** A condition, and weaker hints, all of which its rows also meet; one that few rows meet is useful. */
export interface Conditioned {
  condition: Sql
  hints?: readonly Sql[]
  /** It also reads tables whose writes do not change the version of the list's own table. */
  readsOthers?: boolean
}

const signs = { eq: sql`=`, ne: sql`<>`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

/** The condition of a filter with its hint. */
export const conditioned = (column: Column, filter: FilterValue, name: string): Conditioned => ({
  condition: condition(column, filter, name),
  hints: listHints(column, filter),
  readsOthers: column.isAccount === true || column.readsOthers === true,
})

/** One condition with bound values. `name` is the request's own parameter, for the refusal. */
export function condition(column: Column, filter: FilterValue, name: string): Sql {
  if (column.isMasked && !comparesWholeValues(filter.op)) throw badParameter(name)
  if (column.compare) return compared(column.compare, filter, name)
  if (column.isAccount) return accountCondition(column, filter, name)
  const blank = findBlank(column)
  if (blank !== null) return switchCondition(column, blank, filter, name)
  const wanted = readMembers(column, filter)
  if (wanted) return memberCondition(column, filter.op, wanted, name)
  return plainCondition(column, filter, name)
}

function plainCondition(column: Column, filter: FilterValue, name: string): Sql {
  if ('texts' in filter) return listed(column, filter, name)
  if (isTextRule(filter.op)) {
    if (!isText(column.type)) throw badParameter(name)
    return textCondition(column, filter.op, typed(column, filter.text, name))
  }
  const days = isMoment(column) ? wholeDay(filter.text) : null
  if (days) return daysCondition(column.ref, filter.op, days)
  return sql`${column.ref} ${signs[filter.op]} ${typed(column, filter.text, name)}`
}

/** A condition on a switch, of which a blank one is off. An index of the column answers equality. */
function switchCondition(column: Column, blank: string, filter: FilterValue, name: string): Sql {
  const { op } = filter
  if (op !== 'eq' && op !== 'ne' && op !== 'in')
    return plainCondition({ ...column, ref: readValue(column) }, filter, name)
  const { ref, type } = column
  const isBlank = isText(type) ? sql`${ref} is null or ${ref} = ''` : sql`${ref} is null`
  const plain = plainCondition(column, filter, name)
  const isOff = ('texts' in filter ? filter.texts : [filter.text]).some(
    (text) => typed(column, text, name) === blank,
  )
  if (op === 'ne') return isOff ? sql`(${plain} and not (${isBlank}))` : sql`(${plain} or ${isBlank})`
  return isOff ? sql`(${plain} or ${isBlank})` : plain
}

/** The values of which a column of several must have one; null where the filter compares its whole text. */
function readMembers(column: Column, filter: FilterValue): string[] | null {
  const { kind, isMasked } = column
  if (kind?.is !== 'several' || isMasked) return null
  const { op } = filter
  const isPart = op === 'like' || op === 'any_like'
  if (kind.isNames && isPart) return null
  if (!isPart && op !== 'eq' && op !== 'ne' && op !== 'in') return null
  const wanted = 'texts' in filter ? filter.texts : splitList(filter.text)
  return wanted.length > 0 ? wanted : null
}

/** A condition on a column of several values: it has one of those; for `ne` none of them. */
function memberCondition(column: Column, op: string, wanted: readonly string[], name: string): Sql {
  if (wanted.length > MAX_IN_LIST) throw badParameter(name)
  const values = wanted.map((text) => typed(column, text, name))
  const hasOne = sql`${members(column)} && array[${sql.join(values)}]::text[]`
  return op === 'ne' ? sql`(${hasOne}) is not true` : hasOne
}

function compared(compare: NonNullable<Column['compare']>, filter: FilterValue, name: string): Sql {
  const isListed = filter.op === 'in' || filter.op === 'eq'
  const conditions = ('texts' in filter ? filter.texts : [filter.text]).map(compare)
  if (!isListed || conditions.length === 0) throw badParameter(name)
  const parts = conditions.map((found) => {
    if (!found) throw badParameter(name)
    return found
  })
  return sql`(${sql.join(parts, sql` or `)})`
}

const isMoment = ({ type }: Column): boolean => type.type === 'timestamp' || type.type === 'timestamptz'

/** The day that a text without a time of day means; null for any other text. */
function wholeDay(text: string): { from: string; next: string } | null {
  const from = text.trim()
  const next = isDate(from) ? addDays(from, 1) : null
  return next === null ? null : { from, next }
}

/**
 * A comparison with whole days, of which `next` is the day after the last: `eq` means within, `gt` after the last, `lt`
 * before the first. So the end of a period that is a date includes that day.
 */
export function daysCondition(ref: Sql, rule: string, { from, next }: { from: string; next: string }): Sql {
  if (rule === 'gt') return sql`${ref} >= ${next}`
  if (rule === 'ge') return sql`${ref} >= ${from}`
  if (rule === 'lt') return sql`${ref} < ${from}`
  if (rule === 'le') return sql`${ref} < ${next}`
  if (rule === 'ne') return sql`(${ref} < ${from} or ${ref} >= ${next})`
  return sql`(${ref} >= ${from} and ${ref} < ${next})`
}

/**
 * A condition on a column of account names; the name of a user stands for the user's accounts. Equality compares with
 * one array, so that the index of the column answers it.
 */
function accountCondition(column: Column, filter: FilterValue, name: string): Sql {
  const { isAccount: _, ...plain } = column
  if (filter.op === 'eq' || filter.op === 'ne' || filter.op === 'in') {
    const words = 'texts' in filter ? filter.texts : [filter.text]
    if (words.length === 0 || words.length > MAX_IN_LIST) throw badParameter(name)
    const values = words.map((word) => typed(column, word, name))
    const accounts = sql`array(select unnest(${values}::text[])
      union all select u.username from sys_user as u where u.realname = any(${values}::text[]))`
    return filter.op === 'ne' ? sql`${column.ref} <> all(${accounts})` : sql`${column.ref} = any(${accounts})`
  }
  const byAccount = condition(plain, filter, name)
  const realname = sql.ref('u.realname')
  const byName = condition({ ...plain, ref: realname, pinyin: sql`sys_pinyin(${realname})` }, filter, name)
  return sql`(${byAccount} or ${column.ref} in (select u.username from sys_user as u where ${byName}))`
}

/**
 * Conditions that all matching rows also meet, in a form that the indexes of the column answer. They cost more than the
 * condition itself when most rows match.
 */
export function listHints(column: Column, filter: FilterValue): readonly Sql[] {
  if (!column.hasTriples) return []
  const wanted = filter.op === 'ne' ? null : readMembers(column, filter)
  if (wanted) return [anyTriples(column, wanted)]
  if (!('texts' in filter)) return isTextRule(filter.op) ? textHints(column, filter.op, filter.text) : []
  if (filter.op !== 'any_like' || filter.texts.includes('')) return []
  return [anyTriples(column, filter.texts)]
}

/** The rows with one of the texts in the column. */
const anyTriples = ({ ref }: Column, texts: readonly string[]): Sql =>
  sql`${trigrams(ref)} @@ ${texts.map(trigramQuery).join(' | ')}::tsquery`

function listed(column: Column, filter: { op: 'in' | 'any_like'; texts: string[] }, name: string): Sql {
  if (filter.texts.length === 0 || filter.texts.length > MAX_IN_LIST) throw badParameter(name)
  const values = filter.texts.map((text) => typed(column, text, name))
  if (filter.op === 'any_like' && isText(column.type)) {
    return sql`(${sql.join(
      values.map((value) => containing(column.ref, value)),
      sql` or `,
    )})`
  }
  return sql`${column.ref} in (${sql.join(values)})`
}

function typed(column: Column, text: string, name: string): string {
  const value = operand(text, column.type)
  if (value === null) throw badParameter(name)
  return value
}

export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** All conditions of a request, without their hints. */
export const compileAll = (conditions: readonly Conditioned[]): Sql =>
  and(conditions.map(({ condition: expression }) => expression))
