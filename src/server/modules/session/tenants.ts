import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/** A tenant as the answer to a sign-in lists it: the client lets its user choose one of several. */
export interface OwnTenant {
  id: number
  name: string
  status: number
}

/** The valid tenants of a user, in the order of the assignment. Without the document of tenants there are none. */
export async function readTenants(db: Db, tenants: readonly number[] = []): Promise<OwnTenant[]> {
  if (tenants.length === 0) return []
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('sys_tenant') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return []
  const found = await sql<OwnTenant>`
    select tenant_id as id, name, status from sys_tenant where tenant_id = any(${[...tenants]}) and status = 1
    order by array_position(${[...tenants]}::integer[], tenant_id)`.execute(db)
  return found.rows
}
