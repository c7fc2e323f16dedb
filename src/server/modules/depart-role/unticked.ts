import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import type { Db } from '../../platform/store/database.ts'
import { isAdministrator } from '../session/interface.ts'

/** A role that may list a menu entry and has none of its valid data rules. */
interface UntickedRole {
  id: string
  name: string
  /** The department to which the role belongs; null for a role of the whole system. */
  depart: string | null
  /** The active users who therefore see no record; those with a rule by another role are not counted. */
  people: number
  /**
   * The valid rules that may be ticked for it: none without the menu entry, and for the role of a department only
   * those that its department has, where it has any.
   */
  rules: string[]
}

/** The roles that see no record of a menu entry because they have none of its valid rules; without valid rules none. */
export const untickedRoles = async (
  db: Db,
  permissionId: string,
  listCode: string,
): Promise<UntickedRole[]> => {
  const ids = (list: string) => sql`string_to_array(${sql.ref(list)}, ',')`
  const sees = sql`select 1 from valid v where
    exists (select 1 from sys_user_role ur join sys_role_data_rule rr on rr.role_id = ur.role_id
      where ur.user_id = u.id and rr.rule_id = v.id)
    or exists (select 1 from sys_depart_grant g
      where g.user_id = u.id and g.permission_id = ${permissionId} and v.id = any(${ids('g.data_rule_ids')}))`
  const isBlind = sql`u.status = 1 and u.del_flag = 0 and not ${isAdministrator(sql.ref('u.id'))}
    and not exists (${sees})`
  return (
    await sql<UntickedRole>`
      with rule as (select id, status from sys_permission_data_rule where permission_id = ${permissionId}),
      valid as (select id from rule where status = '1')
      select r.id, r.role_name as name, null as depart,
        case when exists (select 1 from sys_role_permission m
          where m.role_id = r.id and m.permission_id = ${permissionId})
          then array(select id from valid order by id) else '{}' end as rules,
        (select count(*)::int from sys_user_role ur join sys_user u on u.id = ur.user_id
          where ur.role_id = r.id and ${isBlind}) as people,
        r.role_code as code
      from sys_role r
      where r.id <> ${adminRole} and exists (select 1 from valid)
        and exists (select 1 from sys_role_permission h
          where h.role_id = r.id and h.permission_id in (${listCode}, ${permissionId}))
        and not exists (select 1 from sys_role_data_rule rr join valid v on v.id = rr.rule_id
          where rr.role_id = r.id)
      union all
      select r.id, r.role_name, d.depart_name,
        array(select v.id from valid v where m.role_id is not null and (
          v.id = any(${ids('mp.data_rule_ids')})
          or not exists (select 1 from rule where rule.id = any(${ids('mp.data_rule_ids')}))) order by v.id),
        (select count(*)::int from sys_depart_role_user du
          join sys_user_depart ud on ud.user_id = du.user_id and ud.dep_id = r.depart_id
          join sys_user u on u.id = du.user_id
          where du.drole_id = r.id and ${isBlind}),
        r.role_code
      from sys_depart_role r
      join sys_depart d on d.id = r.depart_id
      left join (sys_depart_role_permission m join sys_depart_permission mp on mp.permission_id = m.permission_id)
        on m.role_id = r.id and m.permission_id = ${permissionId} and mp.depart_id = r.depart_id
      where exists (select 1 from valid)
        and exists (select 1 from sys_depart_role_permission h
          join sys_depart_permission hp on hp.permission_id = h.permission_id and hp.depart_id = r.depart_id
          where h.role_id = r.id and h.permission_id in (${listCode}, ${permissionId}))
        and not exists (select 1 from valid v where v.id = any(${ids('m.data_rule_ids')}))
      order by depart nulls first, code, id`.execute(db)
  ).rows.map(({ id, name, depart, people, rules }) => ({ id, name, depart, people, rules }))
}
