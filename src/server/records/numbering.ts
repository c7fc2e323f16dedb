import { sql } from 'kysely'
import { serialPattern } from '#runtime/kernel/time.ts'
import type { Sql } from './query/condition.ts'
import type { Resource } from './resource.ts'

/** Parts of the statement that inserts a record: the counters, and the value of each numbered column. */
export interface Numbers {
  /** `name as (…)` of a `with` clause. */
  counters: readonly Sql[]
  values: ReadonlyMap<string, Sql>
}

/**
 * The next number of each numbered field. The counter's row stays locked until the save ends, so no number is skipped; it
 * is locked in the statement that stores the number, so that other saves wait as briefly as possible.
 */
export function nextNumbers({ screen, table, columns }: Resource, now: Date): Numbers {
  const counters: Sql[] = []
  const values = new Map<string, Sql>()
  for (const { key, auto } of screen.fields) {
    const column = columns.get(key)
    if (auto === undefined || !column) continue
    const pattern = serialPattern(auto, now)
    if (!pattern) throw new Error(`${table}.${key}: not a numbering pattern: ${auto}`)
    const { prefix, digits } = pattern
    const name = sql.id(`number_${counters.length}`)
    counters.push(sql`${name} as (
      insert into sys_number (scope, n) values (${`${table}.${key}:${prefix}`}, 1)
      on conflict (scope) do update set n = sys_number.n + 1 returning n::text as n)`)
    values.set(
      column.name,
      sql`(select ${prefix} || lpad(n, greatest(length(n), ${digits}::int), '0') from ${name})`,
    )
  }
  return { counters, values }
}

/** Whether the field gets its value from a counter. */
export const isNumbered = ({ screen }: Resource, key: string): boolean =>
  screen.fields.some((field) => field.key === key && field.auto !== undefined)
