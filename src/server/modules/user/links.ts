import { sql } from 'kysely'
import { parseIds } from '../../platform/http/id-shape.ts'
import type { Trx } from '../../platform/store/database.ts'

/** The ids in a comma-separated text of the wire. */
export const idsIn = (text: unknown): string[] => (typeof text === 'string' ? parseIds(text) : [])

/** Makes the roles of a user exactly these. */
export async function setRoles(trx: Trx, userId: string, roleIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sys_user_role')
    .where('user_id', '=', userId)
    .where((where) => where.not(where('role_id', '=', where.fn.any(where.val([...roleIds])))))
    .execute()
  if (roleIds.length > 0)
    await trx
      .insertInto('sys_user_role')
      .values(roleIds.map((role_id) => ({ user_id: userId, role_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Makes the departments of a user exactly these. */
export async function setDeparts(trx: Trx, userId: string, departIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sys_user_depart')
    .where('user_id', '=', userId)
    .where((where) => where.not(where('dep_id', '=', where.fn.any(where.val([...departIds])))))
    .execute()
  if (departIds.length > 0)
    await trx
      .insertInto('sys_user_depart')
      .values(departIds.map((dep_id) => ({ user_id: userId, dep_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Repairs what depends on the departments of users: the current department is one of them, and only a superior
 * (`user_identity` 2) is responsible for departments, for some of the own ones.
 */
export async function settleDeparts(trx: Trx, userIds: readonly string[]): Promise<void> {
  await sql`
    update sys_user u set org_code = d.first
    from (select x.id, min(o.org_code) as first, bool_or(o.org_code = x.org_code) as is_current from sys_user x
      left join sys_user_depart ud on ud.user_id = x.id
      left join sys_depart o on o.id = ud.dep_id and o.del_flag = 0
      where x.id = any(${[...userIds]}) group by x.id) d
    where u.id = d.id and d.is_current is not true and u.org_code is distinct from d.first`.execute(trx)
  await sql`
    update sys_user u set depart_ids = (
      select string_agg(d.id, ',' order by d.place)
      from unnest(string_to_array(u.depart_ids, ',')) with ordinality as d(id, place)
      join sys_user_depart ud on ud.user_id = u.id and ud.dep_id = d.id
      where u.user_identity = 2)
    where id = any(${[...userIds]}) and depart_ids is not null`.execute(trx)
}
