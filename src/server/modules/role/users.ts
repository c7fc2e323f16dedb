import { sql } from 'kysely'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { now } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'

interface ChangedUser {
  id: string
  name: string
}

/** Raises the revisions of users whose roles or departments changed: a form that was opened before must not undo it. */
export const raiseUserRevisions = (
  trx: Trx,
  { username }: Pick<SessionUser, 'username'>,
  userIds: readonly string[],
) =>
  trx
    .updateTable('sys_user')
    .set((old) => ({ rev: old('rev', '+', 1), update_by: username, update_time: now }))
    .where((where) => where('id', '=', where.fn.any(where.val([...userIds]))))
    .execute()

async function noteChange(trx: Trx, author: SessionUser, users: readonly ChangedUser[]): Promise<string[]> {
  await raiseUserRevisions(
    trx,
    author,
    users.map(({ id }) => id),
  )
  return users.map(({ name }) => name)
}

/** Gives existing users a role; returns the names of those who did not have it. */
export async function addUsers(
  trx: Trx,
  author: SessionUser,
  roleId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<ChangedUser>`
    with added as (
      insert into sys_user_role (user_id, role_id)
      select u.id, ${roleId} from sys_user u where u.id = any(${[...userIds]}::text[]) and u.del_flag = 0
      on conflict do nothing returning user_id)
    select u.id, u.realname as name from added a join sys_user u on u.id = a.user_id order by u.username`.execute(
    trx,
  )
  return await noteChange(trx, author, rows)
}

/** Takes the role from users; returns the names of those who had it. */
export async function removeUsers(
  trx: Trx,
  author: SessionUser,
  roleId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<ChangedUser>`
    with removed as (
      delete from sys_user_role where role_id = ${roleId} and user_id = any(${[...userIds]}::text[])
      returning user_id)
    select u.id, u.realname as name from removed r join sys_user u on u.id = r.user_id order by u.username`.execute(
    trx,
  )
  return await noteChange(trx, author, rows)
}
