import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { Db } from '../../platform/store/database.ts'

const refuse = defineRefusals({ DEPART_NOT_OWN: '只能管理您负责的部门' })

/** The right to see and to change what departments may grant: the row action 部门权限 of the list of departments. */
export const departPermissionCode = 'depart:permission'

/** Refuses departments that the user neither administers nor is responsible for, in person or from above. */
export async function requireOwnDepart(db: Db, user: SessionUser, departId: string): Promise<void> {
  if (holds(user, departPermissionCode)) return
  const { rows } = await sql`
    select 1 from sys_depart d
    join sys_depart top on starts_with(d.org_code, top.org_code)
    where d.id = ${departId} and top.id = any(string_to_array((
      select depart_ids from sys_user where id = ${user.id} and user_identity = 2), ','))`.execute(db)
  if (rows.length === 0) throw refuse('DEPART_NOT_OWN')
}
