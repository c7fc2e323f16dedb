import { randomBytes } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { now, secondsFromNow } from '../../../platform/store/clock.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { SystemTables } from '../../../platform/store/system-tables.ts'
import { digest } from '../sessions/sessions.ts'

export type Kind =
  | 'slide'
  | 'human'
  | 'reset'
  | 'third-state'
  | 'third-login'
  | 'third-bind'
  | 'second-factor'
  | 'factor-setup'

/** The condition for a secret that exists and has not expired. */
const isAlive = (kind: Kind, token: string) => (where: ExpressionBuilder<SystemTables, 'sys_one_time'>) =>
  where.and([where('digest', '=', digest(`${kind} ${token}`)), where('expires', '>', now)])

/** A single-use secret. The database stores its digest and its data. */
export async function issue(db: Db, kind: Kind, data: object, seconds: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sys_one_time')
    .values({
      digest: digest(`${kind} ${token}`),
      kind,
      data: JSON.stringify(data),
      expires: secondsFromNow(seconds),
    })
    .execute()
  return token
}

/** Uses the secret up; null when there is none or it has expired. Only one of many simultaneous calls gets the data. */
export async function consume<T>(db: Db, kind: Kind, token: string): Promise<T | null> {
  const row = await db
    .deleteFrom('sys_one_time')
    .where(isAlive(kind, token))
    .returning('data')
    .$castTo<{ data: T }>()
    .executeTakeFirst()
  return row?.data ?? null
}

/** Reads the data without using the secret up, at most `most` times. */
export async function peek<T>(db: Db, kind: Kind, token: string, most: number): Promise<T | null> {
  const row = await db
    .updateTable('sys_one_time')
    .set((old) => ({ looks: old('looks', '+', 1) }))
    .where(isAlive(kind, token))
    .where('looks', '<', most)
    .returning('data')
    .$castTo<{ data: T }>()
    .executeTakeFirst()
  return row?.data ?? null
}

/** Milliseconds since the secret was issued. */
export async function readAge(db: Db, kind: Kind, token: string): Promise<number> {
  const row = await db
    .selectFrom('sys_one_time')
    .select(sql<number>`extract(epoch from now() - created)::float8 * 1000`.as('age'))
    .where(isAlive(kind, token))
    .executeTakeFirst()
  return row?.age ?? 0
}
