import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/effects/hooks.ts'
import { requireOtherThanAdmin } from './role.ts'

const refuse = defineRefusals({
  ROLE_CODE_FIXED: '角色编码保存后不能修改',
  ROLE_IN_USE: '角色「{name}」还有 {count} 位用户，请先取消他们的角色再删除',
})

/** Keeps the codes of roles, which row rules and documents name, and refuses to delete a role that has users. */
export const roleHook: RecordHook = {
  name: 'system.role',
  table: 'sys_role',
  description:
    '角色：保存后不能改编码；管理员角色不能改名；管理员角色和还有用户的角色不能删除。读 roleCode、roleName',
  async beforeSave({ before, after }) {
    if (!before) return
    if (before.roleName !== after.roleName) requireOtherThanAdmin({ id: String(before.id) })
    if (before.roleCode !== after.roleCode) throw refuse('ROLE_CODE_FIXED')
  },
  async beforeRemove({ trx, records }) {
    const ids = records.map(({ id }) => String(id))
    for (const id of ids) requireOtherThanAdmin({ id })
    const { rows } = await sql<{ name: string; count: number }>`
      select r.role_name as name, count(*)::int as count from sys_user_role ur
      join sys_role r on r.id = ur.role_id join sys_user u on u.id = ur.user_id and u.del_flag = 0
      where r.id = any(${ids}::text[]) group by r.id, r.role_name, r.role_code order by r.role_code limit 1`.execute(
      trx,
    )
    const [used] = rows
    if (used) throw refuse('ROLE_IN_USE', { values: { name: used.name, count: used.count } })
  },
}
