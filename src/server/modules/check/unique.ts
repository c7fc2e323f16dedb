import { sql } from 'kysely'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { UniqueCheck } from '../../documents/services.ts'
import type { Db } from '../../platform/store/database.ts'
import { matchAny } from '../../records/query/same-value.ts'

/** Whether another record than `exceptId` has the value; in a table of tenants, a record of the tenant `inTenant`. */
export async function isTaken(
  db: Db,
  check: UniqueCheck,
  inTenant: number | null,
  value: string,
  exceptId = '',
): Promise<boolean> {
  const { table, column, type, softDelete } = check
  const alive = softDelete ? sql`and del_flag = 0` : sql``
  const sameTenant = inTenant === null ? sql`` : sql`and ${sql.ref(tenantColumn)} = ${inTenant}`
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${matchAny({ ref: sql.ref(column), type }, [value])} and id::text <> ${exceptId} ${alive} ${sameTenant} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
