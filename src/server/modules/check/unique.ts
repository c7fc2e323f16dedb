import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/** A registered field with its table and column. */
export interface UniqueCheck {
  table: string
  column: string
  softDelete: boolean
  /** The codes that the user must all hold, because the check reveals existing values. */
  codes: readonly string[]
}

/** By `{tableName} {fieldName}` in a client's request; registered by documents, matched exactly. */
export type UniqueChecks = Map<string, UniqueCheck>

export const uniqueKey = (tableName: string, fieldName: string): string => `${tableName} ${fieldName}`

/** Whether another record than `exceptId` has the value. */
export async function isTaken(db: Db, check: UniqueCheck, value: string, exceptId = ''): Promise<boolean> {
  const { table, column, softDelete } = check
  const alive = softDelete ? sql`and del_flag = 0` : sql``
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(column)}::text = ${value} and id::text <> ${exceptId} ${alive} limit 1`.execute(db)
  return rows.length > 0
}
