import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/store/database.ts'

/** A user of a role, without anything that is not needed to recognise the person. */
export interface RoleUser {
  id: string
  username: string
  realname: string
  status: number
  orgCode: string | null
  orgCodeTxt: string | null
}

interface Wanted {
  roleId: string
  /** A part of the user name. */
  username?: string
  pageNo: number
  pageSize: number
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** One page of the users of a role by user name, and their number. */
export async function readRoleUsers(
  db: Db,
  { roleId, username = '', pageNo, pageSize }: Wanted,
): Promise<{ users: RoleUser[]; total: number }> {
  const found = sql`from sys_user u where u.del_flag = 0
    and exists (select 1 from sys_user_role ur where ur.user_id = u.id and ur.role_id = ${roleId})
    and u.username like ${`%${escaped(username.replaceAll('*', '').trim())}%`}`
  const { rows: users } = await sql<RoleUser>`
    select u.id, u.username, u.realname, u.status, u.org_code as "orgCode",
      (select d.depart_name from sys_depart d where d.org_code = u.org_code) as "orgCodeTxt"
    ${found} order by u.username limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(db)
  return { users, total: counts[0]?.count ?? 0 }
}

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

/** Whether a user who can sign in has the role. */
export async function hasActiveUser(db: Db, roleId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_user_role ur join sys_user u on u.id = ur.user_id
    where ur.role_id = ${roleId} and u.status = 1 and u.del_flag = 0 limit 1`.execute(db)
  return rows.length > 0
}
