import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import type { Db } from '../../platform/store/database.ts'
import { isAdministrator } from '../session/interface.ts'

/** A role that may list a menu entry and has none of its valid data rules. */
interface UntickedRole {
  id: string
  name: string
  /** The active users who therefore see no record; those with a rule by another role or a department role are not counted. */
  people: number
  /** Rules are ticked for roles that hold the menu entry. */
  canTick: boolean
}

/** The roles that see no record of a menu entry because they have none of its valid rules; without valid rules none. */
export const untickedRoles = async (
  db: Db,
  permissionId: string,
  listCode: string,
): Promise<UntickedRole[]> =>
  (
    await sql<UntickedRole>`
      with valid as (
        select id from sys_permission_data_rule where permission_id = ${permissionId} and status = '1')
      select r.id, r.role_name as name,
        exists (select 1 from sys_role_permission m
          where m.role_id = r.id and m.permission_id = ${permissionId}) as "canTick",
        (select count(*)::int from sys_user_role ur
          join sys_user u on u.id = ur.user_id and u.status = 1 and u.del_flag = 0
          where ur.role_id = r.id and not ${isAdministrator(sql.ref('u.id'))}
            and not exists (select 1 from sys_user_role o join sys_role_data_rule rr on rr.role_id = o.role_id
              join valid v on v.id = rr.rule_id where o.user_id = u.id)
            and not exists (select 1 from sys_depart_grant g
              join valid v on v.id = any(string_to_array(g.data_rule_ids, ','))
              where g.user_id = u.id and g.permission_id = ${permissionId})) as people
      from sys_role r
      where r.id <> ${adminRole} and exists (select 1 from valid)
        and exists (select 1 from sys_role_permission h
          where h.role_id = r.id and h.permission_id in (${listCode}, ${permissionId}))
        and not exists (select 1 from sys_role_data_rule rr join valid v on v.id = rr.rule_id
          where rr.role_id = r.id)
      order by r.role_code`.execute(db)
  ).rows
