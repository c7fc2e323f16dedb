import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/** The numbers of those tenants that users are assigned to. */
export async function referredTenants(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct part as id from sys_user, unnest(string_to_array(rel_tenant_ids::text, ',')) as part
    where del_flag = 0 and part = any(${[...ids]})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
