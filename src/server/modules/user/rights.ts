import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { lockedRole, lockRoles, requireAssignable } from '../role/interface.ts'

const refuse = defineRefusals({ TENANT_BEYOND: '只能分配您自己所属的租户' })

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
