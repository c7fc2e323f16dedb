import { sql } from 'kysely'
import type { Db } from '#server/platform/store/database.ts'

/**
 * Removes all rows of tables that a server reads meanwhile, one table after the other: a `truncate` of several locks each for
 * itself alone, and deadlocks with a count that reads them in another order.
 */
export async function emptyTables(owner: Db, ...tables: string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(owner)
}
