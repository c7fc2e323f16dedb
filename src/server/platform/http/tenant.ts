import type { IncomingHttpHeaders } from 'node:http'
import { defineRefusals } from './refusals.ts'
import type { SessionUser } from './user.ts'

const refuse = defineRefusals({ TENANT_FOREIGN: '无权访问该租户' }, 'FORBIDDEN')

/** The names of the header in the versions of the contract's clients. */
const headerNames = ['tenant_id', 'tenant-id', 'x-tenant-id'] as const

/** The tenants that a request names; '' and '0' name none. */
const namedTenants = (headers: IncomingHttpHeaders): Set<string> =>
  new Set(headerNames.flatMap((name) => headers[name] ?? []).filter((value) => value !== '' && value !== '0'))

/** The tenant that a request names, for the log; null without one. */
export const namedTenant = (headers: IncomingHttpHeaders): string | null => {
  const [first] = namedTenants(headers)
  return first === undefined ? null : first.slice(0, 64)
}

/**
 * The user in the tenant of a request: the named one of the user's tenants, without a name the first of them. Throws
 * TENANT_FOREIGN for any other name: a header never widens what its user may see.
 */
export function inTenant(user: SessionUser, headers: IncomingHttpHeaders): SessionUser {
  const named = [...namedTenants(headers)]
  const tenants = user.tenants ?? []
  const chosen = named.map((name) => tenants.find((tenant) => String(tenant) === name))
  if (named.length > 1 || chosen.includes(undefined)) throw refuse('TENANT_FOREIGN')
  const tenantId = chosen[0] ?? tenants[0]
  return tenantId === undefined ? user : { ...user, tenantId }
}
