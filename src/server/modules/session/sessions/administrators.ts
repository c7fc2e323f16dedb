import { type RawBuilder, sql } from 'kysely'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Trx } from '../../../platform/store/database.ts'

const refuse = defineRefusals({ LAST_ADMIN: '至少要保留一位可以登录的系统管理员' })

/** Whether a user is an administrator: one who holds every code without a grant. */
export const isAdministrator = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from sys_administrator a where a.user_id = ${userId})`

/** Makes a user an administrator; false when the user is one. The only writer of the table with `dismissAdministrator`. */
export async function appointAdministrator(trx: Trx, userId: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_administrator (user_id, create_by) values (${userId}, ${by})
    on conflict do nothing returning 1`.execute(trx)
  return rows.length > 0
}

/** Ends that a user is an administrator; false when the user is none. Refuses to dismiss the last one who can sign in. */
export async function dismissAdministrator(trx: Trx, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from sys_administrator where user_id = ${userId} returning 1`.execute(trx)
  await requireAdministrator(trx)
  return rows.length > 0
}

/** Refuses a state without an administrator who can sign in; `except` are users who are about to be deleted. */
export async function requireAdministrator(trx: Trx, except: readonly string[] = []): Promise<void> {
  const { rows } = await sql`
    select 1 from sys_user u
    where ${isAdministrator(sql.ref('u.id'))} and u.status = 1 and u.del_flag = 0 and u.id <> all(${[...except]})
    limit 1`.execute(trx)
  if (rows.length === 0) throw refuse('LAST_ADMIN')
}
