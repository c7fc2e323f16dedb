import { sql } from 'kysely'
import type { Trx } from '../../platform/store/database.ts'

/** Gives existing users a role; returns the names of those who did not have it. */
export async function addUsers(trx: Trx, roleId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with added as (
      insert into sys_user_role (user_id, role_id)
      select u.id, ${roleId} from sys_user u where u.id = any(${[...userIds]}::text[]) and u.del_flag = 0
      on conflict do nothing returning user_id)
    select u.realname as name from added a join sys_user u on u.id = a.user_id order by u.username`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}

/** Takes the role from users; returns the names of those who had it. */
export async function removeUsers(trx: Trx, roleId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with removed as (
      delete from sys_user_role where role_id = ${roleId} and user_id = any(${[...userIds]}::text[])
      returning user_id)
    select u.realname as name from removed r join sys_user u on u.id = r.user_id order by u.username`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}
