import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { minutesFromNow, now, secondsFromNow } from '../../platform/store/clock.ts'
import type { Db } from '../../platform/store/database.ts'

/** The maximum number of events of an address or name, in a period that begins with the first. */
export interface Limit {
  scope: string
  most: number
  minutes: number
}

/** Adds one, atomically on all instances, and returns the count. */
export async function count(db: Db, { scope, minutes }: Limit, who: string): Promise<number> {
  const row = await db
    .insertInto('sys_counter')
    .values({ scope, who, count: 1, ends: minutesFromNow(minutes) })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'who']).doUpdateSet((set) => {
        const whenPast = set.case().when('sys_counter.ends', '<', now)
        return {
          count: whenPast
            .then(1)
            .else(set('sys_counter.count', '+', 1))
            .end(),
          ends: whenPast.then(set.ref('excluded.ends')).else(set.ref('sys_counter.ends')).end(),
        }
      }),
    )
    .returning('count')
    .executeTakeFirst()
  return row?.count ?? 1
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
