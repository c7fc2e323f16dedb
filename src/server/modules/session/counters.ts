import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { appError } from '../../../../runtime/kernel/errors.ts'
import type { Db } from '../../store/database.ts'

/** Something that may happen so often from one place, or to one name, in a time that begins with the first. */
export interface Limit {
  scope: string
  most: number
  minutes: number
}

/** Counts before anything is judged: a hundred at once count a hundred, whichever instances they reach. */
export async function count(db: Db, { scope, minutes }: Limit, who: string): Promise<number> {
  if (randomInt(200) === 0) await sql`delete from sys_counter where ends < now()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    insert into sys_counter (scope, who, count, ends) values (${scope}, ${who}, 1, now() + make_interval(mins => ${minutes}))
    on conflict (scope, who) do update set
      count = case when sys_counter.ends < now() then 1 else sys_counter.count + 1 end,
      ends = case when sys_counter.ends < now() then excluded.ends else sys_counter.ends end
    returning count`.execute(db)
  return rows[0]?.count ?? 1
}

/** Takes one back: what was counted turned out to be right. */
export async function forgive(db: Db, { scope }: Limit, who: string): Promise<void> {
  await sql`update sys_counter set count = count - 1
    where scope = ${scope} and who = ${who} and count > 0`.execute(db)
}

export async function forget(db: Db, { scope }: Limit, who: string): Promise<void> {
  await db.deleteFrom('sys_counter').where('scope', '=', scope).where('who', '=', who).execute()
}

/** One at a time, `seconds` apart: true for whoever comes first. */
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
