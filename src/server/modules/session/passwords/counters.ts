import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { now, secondsFromNow } from '../../../platform/store/clock.ts'
import type { Db } from '../../../platform/store/database.ts'

/** The maximum number of events of an address or name, in a period that begins with the first. */
export interface Limit {
  scope: string
  most: number
  minutes: number
}

/** Limits with the keys that they count. */
export type Counted = readonly (readonly [Limit, string])[]

const buildLists = (counted: Counted) => ({
  scopes: counted.map(([{ scope }]) => scope),
  keys: counted.map(([, who]) => who),
})

/** Adds one to each, atomically on all instances, and returns the counts in their order. */
export async function countAll(db: Db, counted: Counted): Promise<number[]> {
  if (counted.length === 0) return []
  const { scopes, keys } = buildLists(counted)
  const minutes = counted.map((entry) => entry[0].minutes)
  // Rows are locked in one order, so that two statements never wait for each other.
  const { rows } = await sql<{ scope: string; count: number }>`
    insert into sys_counter as c (scope, who, count, ends)
    select scope, who, 1, now() + make_interval(mins => minutes)
    from unnest(${scopes}::text[], ${keys}::text[], ${minutes}::int[]) as counted (scope, who, minutes) order by scope, who
    on conflict (scope, who) do update set
      count = case when c.ends < now() then 1 else c.count + 1 end,
      ends = case when c.ends < now() then excluded.ends else c.ends end
    returning scope, count`.execute(db)
  const counts = new Map(rows.map(({ scope, count }) => [scope, count]))
  return scopes.map((scope) => counts.get(scope) ?? 1)
}

/** Adds one and returns the count. */
export const count = async (db: Db, limited: Limit, who: string): Promise<number> =>
  (await countAll(db, [[limited, who]]))[0] ?? 1

/** Takes one back from each: what was counted did not happen. */
export async function uncount(db: Db, counted: Counted): Promise<void> {
  if (counted.length === 0) return
  const { scopes, keys } = buildLists(counted)
  await sql`
    update sys_counter c set count = c.count - 1
    where (c.scope, c.who) in (select * from unnest(${scopes}::text[], ${keys}::text[])) and c.count > 0`.execute(
    db,
  )
}

/** The counts of these pairs of a limit and a key, in their order; expired counts are 0. */
export async function readCounts(db: Db, wanted: Counted): Promise<number[]> {
  const { scopes, keys } = buildLists(wanted)
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
  const row = await db
    .insertInto('sys_counter')
    .values({ scope, who, count: 1, ends: secondsFromNow(seconds) })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'who'])
        .doUpdateSet((set) => ({ ends: set.ref('excluded.ends') }))
        .where('sys_counter.ends', '<', now),
    )
    .returning('who')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts, and refuses with 429 beyond the limit. */
export async function limit(db: Db, rule: Limit, who: string): Promise<void> {
  if ((await count(db, rule, who)) > rule.most) throw appError('TOO_MANY')
}
