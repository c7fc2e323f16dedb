import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { digest } from './sessions.ts'

export type Kind = 'slide' | 'human' | 'reset' | 'third-state' | 'third-login' | 'third-bind'

const alive = (kind: Kind, token: string) => sql`digest = ${digest(`${kind} ${token}`)} and expires > now()`

/** A single-use secret. The database stores its digest and its data. */
export async function issue(db: Db, kind: Kind, data: object, seconds: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into sys_one_time (digest, kind, data, expires) values
    (${digest(`${kind} ${token}`)}, ${kind}, ${JSON.stringify(data)}, now() + make_interval(secs => ${seconds}))`.execute(
    db,
  )
  return token
}

/** Uses it up; null when there is none or none any more. Only one of many simultaneous calls gets it. */
export async function consume<T>(db: Db, kind: Kind, token: string): Promise<T | null> {
  const { rows } = await sql<{ data: T }>`delete from sys_one_time where ${alive(kind, token)}
    returning data`.execute(db)
  return rows[0]?.data ?? null
}

/** Reads it without using it up, at most `most` times. */
export async function peek<T>(db: Db, kind: Kind, token: string, most: number): Promise<T | null> {
  const { rows } = await sql<{ data: T }>`update sys_one_time set looks = looks + 1
    where ${alive(kind, token)} and looks < ${most} returning data`.execute(db)
  return rows[0]?.data ?? null
}

/** Milliseconds since it was issued. */
export async function ageOf(db: Db, kind: Kind, token: string): Promise<number> {
  const { rows } = await sql<{ age: number }>`select extract(epoch from now() - created)::float8 * 1000 as age
    from sys_one_time where ${alive(kind, token)}`.execute(db)
  return rows[0]?.age ?? 0
}
