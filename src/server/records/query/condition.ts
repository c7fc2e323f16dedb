import { type RawBuilder, sql } from 'kysely'
import { comparesWholeValues } from '#runtime/kernel/mask.ts'
import type { Column } from '../../documents/column.ts'
import { letterTriples, triplesQuery } from '../../documents/letter-triples.ts'
import { badParameter } from '../refuse.ts'
import type { FilterValue } from './grammar.ts'
import { type DayEnd, isText, operand } from './operand.ts'
import { containing, isTextRule, textCondition, textHint } from './text-condition.ts'

export type Sql = RawBuilder<unknown>

/** A condition, and a weaker hint that its rows also meet, useful when few rows meet it. */
export interface Conditioned {
  condition: Sql
  hint?: Sql | null
  /** It also reads tables whose writes do not change the version of the list's own table. */
  readsOthers?: boolean
}

/** Maximum values of one `in` condition. */
export const MAX_IN_LIST = 1000
const signs = { eq: sql`=`, ne: sql`<>`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

/** The condition of a filter with its hint. */
export const conditioned = (column: Column, filter: FilterValue, name: string): Conditioned => ({
  condition: condition(column, filter, name),
  hint: hintOf(column, filter),
  readsOthers: column.isAccount === true,
})

/** One condition with bound values. `name` is the request's own parameter, for the refusal. */
export function condition(column: Column, filter: FilterValue, name: string, day?: DayEnd): Sql {
  if (column.isMasked && !comparesWholeValues(filter.op)) throw badParameter(name)
  if (column.isAccount) return accountCondition(column, filter, name)
  if ('texts' in filter) return listed(column, filter, name)
  if (isTextRule(filter.op)) {
    if (!isText(column.type)) throw badParameter(name)
    return textCondition(column, filter.op, typed(column, filter.text, name))
  }
  return sql`${column.ref} ${signs[filter.op]} ${typed(column, filter.text, name, day)}`
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
 * A condition that all matching rows also meet, in a form that the indexes of the column answer; null when it has none.
 * It costs more than the condition itself when most rows match.
 */
export function hintOf(column: Column, filter: FilterValue): Sql | null {
  if (!column.hasTriples) return null
  if (!('texts' in filter)) return isTextRule(filter.op) ? textHint(column, filter.op, filter.text) : null
  if (filter.op !== 'any_like' || filter.texts.includes('')) return null
  return sql`${letterTriples(column.ref)} @@ ${filter.texts.map(triplesQuery).join(' | ')}::tsquery`
}

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

function typed(column: Column, text: string, name: string, day?: DayEnd): string {
  const value = operand(text, column.type, day)
  if (value === null) throw badParameter(name)
  return value
}

export const and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** All conditions of a request, without their hints. */
export const allOf = (conditions: readonly Conditioned[]): Sql =>
  and(conditions.map(({ condition: expression }) => expression))
