import { sql } from 'kysely'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { lockedRole, lockRoles, requireAssignable } from '../role/interface.ts'
import { adminRole } from '../session/interface.ts'

const refuse = defineRefusals({
  ADMIN_ONLY: '只有系统管理员可以操作系统管理员的账号',
  TENANT_BEYOND: '只能分配您自己所属的租户',
  LAST_ADMIN: '至少要保留一位可以登录的系统管理员',
})

/** Refuses roles with a right that the user does not hold: nobody grants more than the own rights. */
export async function requireOwnRights(
  trx: Trx,
  user: SessionUser,
  roleIds: readonly string[],
): Promise<void> {
  const roles = await lockRoles(trx, roleIds)
  for (const id of roleIds) await requireAssignable(trx, user, lockedRole(roles, id))
}

/** Refuses to add users to tenants, or to remove them, beyond the own tenants. */
export function requireOwnTenants(
  user: Pick<SessionUser, 'isAdmin' | 'tenants'>,
  before: readonly string[],
  after: readonly string[],
): void {
  if (user.isAdmin) return
  const ownTenants = new Set((user.tenants ?? []).map(String))
  const changed = [
    ...after.filter((id) => !before.includes(id)),
    ...before.filter((id) => !after.includes(id)),
  ]
  if (changed.some((id) => !ownTenants.has(id))) throw refuse('TENANT_BEYOND')
}

/** Refuses changes of administrators' accounts by others: a new phone or password would open them. */
export async function requireAdminForAdmins(
  trx: Trx,
  user: Pick<SessionUser, 'isAdmin'>,
  userIds: readonly string[],
): Promise<void> {
  if (user.isAdmin) return
  const { rows } = await sql`
    select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
    where r.role_code = ${adminRole} and ur.user_id = any(${[...userIds]}) limit 1`.execute(trx)
  if (rows.length > 0) throw refuse('ADMIN_ONLY')
}

/** Refuses a state without an administrator who can sign in; `except` are users who are about to be deleted. */
export async function requireAdministrator(trx: Trx, except: readonly string[] = []): Promise<void> {
  const { rows } = await sql`
    select 1 from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
    where r.role_code = ${adminRole} and u.status = 1 and u.del_flag = 0 and u.id <> all(${[...except]})
    limit 1`.execute(trx)
  if (rows.length === 0) throw refuse('LAST_ADMIN')
}
