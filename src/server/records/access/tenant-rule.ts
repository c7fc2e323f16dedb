import { sql } from 'kysely'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Sql } from '../query/condition.ts'
import type { Resource } from '../resource.ts'

type TenantBound = Pick<Resource, 'isTenantBound'>
type InTenant = Pick<SessionUser, 'tenantId'>

/** The condition that a record belongs to the tenant of the request. It binds administrators too. */
export const tenantRule = ({ isTenantBound }: TenantBound, { tenantId = 0 }: InTenant): Sql[] =>
  isTenantBound ? [sql`${sql.ref(`t.${tenantColumn}`)} = ${tenantId}`] : []

/** The columns of a new record that the server fills with the tenant of the request. */
export const tenantValues = (
  { isTenantBound }: TenantBound,
  { tenantId = 0 }: InTenant,
): Record<string, number> => (isTenantBound ? { [tenantColumn]: tenantId } : {})
