import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import type { Db } from '../../platform/store/database.ts'

/** The maximum number of events of an address or name, in a period that begins with the first. */
export interface Limit {
  scope: string
  most: number
  minutes: number
}

/** Adds one, atomically on all instances, and returns the count. */
export async function count(db: Db, { scope, minutes }: Limit, who: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into sys_counter (scope, who, count, ends) values (${scope}, ${who}, 1, now() + make_interval(mins => ${minutes}))
    on conflict (scope, who) do update set
      count = case when sys_counter.ends < now() then 1 else sys_counter.count + 1 end,
      ends = case when sys_counter.ends < now() then excluded.ends else sys_counter.ends end
    returning count`.execute(db)
  return rows[0]?.count ?? 1
}

/** The counts of these pairs of a limit and a key, in their order; expired counts are 0. */
export async function countsOf(db: Db, wanted: readonly (readonly [Limit, string])[]): Promise<number[]> {
  const scopes = wanted.map(([{ scope }]) => scope)
  const keys = wanted.map(([, who]) => who)
  const { rows } = await sql<{ count: number }>`
    select coalesce(c.count, 0) as count
    from unnest(${scopes}::text[], ${keys}::text[]) with ordinality as wanted (scope, who, place)
    left join sys_counter c on c.scope = wanted.scope and c.who = wanted.who and c.ends > now()
    order by wanted.place`.execute(db)
  return rows.map((row) => row.count)
}

export async function forget(db: Db, { scope }: Limit, who: string): Promise<void> {
  await db.deleteFrom('sys_counter').where('scope', '=', scope).where('who', '=', who).execute()
}

/** Allows one event per `seconds`: true for the first caller in that time. */
export async function paced(db: Db, scope: string, who: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_counter (scope, who, count, ends)
    values (${scope}, ${who}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (scope, who) do update set ends = excluded.ends where sys_counter.ends < now()
    returning 1`.execute(db)
  return rows.length > 0
}

/** Counts, and refuses with 429 beyond the limit. */
export async function limit(db: Db, rule: Limit, who: string): Promise<void> {
  if ((await count(db, rule, who)) > rule.most) throw appError('TOO_MANY')
}
