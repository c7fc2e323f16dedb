import { sql } from 'kysely'
import { adminRole } from '#runtime/access/admin-role.ts'
import type { DataRule } from '../../../platform/http/data-rule.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'

interface RoleRow {
  id: string
  code: string
  name: string
  codes: string[]
  /** The valid data rules of all menu entries, those of the role marked. */
  rules: (DataRule & { menu: string; granted: boolean })[]
}

export interface RoleChoice {
  id: string
  code: string
  name: string
}

export const readRoles = async (db: Db): Promise<RoleChoice[]> =>
  (
    await sql<RoleChoice>`
      select id, role_code as code, role_name as name from sys_role order by role_code`.execute(db)
  ).rows

/**
 * A user with the permissions of one role, as far as the tester has them too: a test shows nothing that its user may not
 * read. An administrator tests with the rules on rows of the role, others with their own, and the role of administrators as what
 * it is.
 * Null for a role that is gone.
 */
export async function asRole(
  db: Db,
  user: SessionUser,
  roleId: string,
): Promise<{ reader: SessionUser; name: string } | null> {
  const { rows } = await sql<RoleRow>`
    select r.id, r.role_code as code, r.role_name as name,
      to_jsonb(array(select p.perms from sys_role_permission rp join sys_permission p on p.id = rp.permission_id
        where rp.role_id = r.id and p.del_flag = 0 and p.menu_type = 2 and p.perms is not null)) as codes,
      (select coalesce(jsonb_agg(jsonb_build_object('menu', d.permission_id, 'id', d.id, 'column', d.rule_column,
          'condition', d.rule_conditions, 'value', d.rule_value,
          'granted', exists (select 1 from sys_role_data_rule rr where rr.rule_id = d.id and rr.role_id = r.id))
          order by d.id), '[]')
        from sys_permission_data_rule d where d.status = '1') as rules
    from sys_role r where r.id = ${roleId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (user.isAdmin && row.id === adminRole) return { reader: user, name: row.name }
  const dataRules = new Map<string, DataRule[]>()
  for (const { menu, granted, ...rule } of row.rules) {
    const list = dataRules.get(menu) ?? []
    dataRules.set(menu, list)
    if (granted) list.push(rule)
  }
  const reader: SessionUser = {
    ...user,
    isAdmin: false,
    codes: new Set(row.codes.filter((code) => holds(user, code))),
    grants: new Set(),
    ...(user.isAdmin ? { roles: [row.code], rolesByList: new Map(), dataRules } : {}),
  }
  return { reader, name: row.name }
}
