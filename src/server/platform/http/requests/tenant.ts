import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../refusals.ts'
import type { SessionUser } from './user.ts'

const refuse = defineRefusals({ TENANT_FOREIGN: '无权访问该租户' }, 'FORBIDDEN')

/** The names of the header in the versions of the contract's clients. */
const headerNames = ['tenant_id', 'tenant-id', 'x-tenant-id'] as const

/** The parts of a request that may name a tenant. */
type Naming = Pick<FastifyRequest, 'headers' | 'query'>

/** A browser cannot set headers on a socket's handshake: its address names the tenant. */
const namedByAddress = ({ headers, query }: Naming): unknown =>
  headers.upgrade?.toLowerCase() === 'websocket' ? (query as Record<string, unknown>).tenant_id : undefined

/** The tenants that a request names; '' and '0' name none. */
const namedTenants = (request: Naming): Set<string> =>
  new Set(
    [...headerNames.map((name) => request.headers[name]), namedByAddress(request)]
      .flatMap((value) => value ?? [])
      .map(String)
      .filter((value) => value !== '' && value !== '0'),
  )

/** The tenant that a request names, for the log; null without one. */
export const namedTenant = (request: Naming): string | null => {
  const [first] = namedTenants(request)
  return first === undefined ? null : first.slice(0, 64)
}

/**
 * The user in the tenant of a request: the named one of the user's tenants, without a name the first of them. Throws
 * TENANT_FOREIGN for any other name: a header never widens what its user may see. A tenant that was frozen or has expired ends
 * the use of the session in it (UNAUTHORIZED), so that its user signs in to another one.
 */
export function inTenant(user: SessionUser, request: Naming): SessionUser {
  const named = [...namedTenants(request)]
  const { tenants = [], closedTenants = [] } = user
  if (named.some((name) => closedTenants.some((tenant) => String(tenant) === name)))
    throw appError('UNAUTHORIZED')
  const chosen = named.map((name) => tenants.find((tenant) => String(tenant) === name))
  if (named.length > 1 || chosen.includes(undefined)) throw refuse('TENANT_FOREIGN')
  const [tenantId] = chosen
  if (tenantId !== undefined) return { ...user, tenantId }
  const found = inFirstTenant(user)
  if (!found) throw appError('UNAUTHORIZED')
  return found
}

/** The user in the tenant of a request that names none; null for one whose tenants are all closed. */
export function inFirstTenant(user: SessionUser): SessionUser | null {
  const { tenants: [tenantId] = [], closedTenants = [], isAdmin } = user
  if (tenantId !== undefined) return { ...user, tenantId }
  // An administrator opens the tenants again.
  return closedTenants.length > 0 && !isAdmin ? null : user
}

/** The user in a tenant; null for one who may not enter it. Users without a tenant are in 0. */
export function enterTenant(user: SessionUser, tenantId = 0): SessionUser | null {
  if (tenantId !== 0) return user.tenants?.includes(tenantId) ? { ...user, tenantId } : null
  const found = inFirstTenant(user)
  return found?.tenantId === undefined ? found : null
}
