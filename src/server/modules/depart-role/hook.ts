import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { requireOwnDepart } from './own-departs.ts'

const refuse = defineRefusals({
  DEPART_ROLE_MOVED: '部门角色不能改到别的部门',
  DEPART_ROLE_IN_USE: '部门角色「{name}」还有 {count} 位用户，请先取消他们的部门角色再删除',
})

/** Roles of a department are kept by those who are responsible for it, and stay in it; a role that users have is not removed. */
export const departRoleHook: RecordHook = {
  name: 'depart.role',
  table: 'sys_depart_role',
  description: '部门角色：只有负责这个部门的人能增改删，不能改到别的部门；还有用户的不能删除。读 departId',
  async beforeSave({ trx, user, before, after }) {
    if (before && before.departId !== after.departId) throw refuse('DEPART_ROLE_MOVED')
    await requireOwnDepart(trx, user, String(after.departId))
  },
  async beforeRemove({ trx, user, records }) {
    for (const { departId } of records) await requireOwnDepart(trx, user, String(departId))
    const { rows } = await sql<{ name: string; count: number }>`
      select r.role_name as name, count(*)::int as count from sys_depart_role_user du
      join sys_depart_role r on r.id = du.drole_id
      join sys_user_depart ud on ud.user_id = du.user_id and ud.dep_id = r.depart_id
      join sys_user u on u.id = du.user_id and u.del_flag = 0
      where r.id = any(${records.map(({ id }) => String(id))}::text[])
      group by r.id order by r.role_code limit 1`.execute(trx)
    const [used] = rows
    if (used) throw refuse('DEPART_ROLE_IN_USE', { values: { name: used.name, count: used.count } })
  },
}
