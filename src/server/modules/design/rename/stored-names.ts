import { sql } from 'kysely'
import type { RenamedColumn } from '#runtime/schema/rename/definition.ts'
import { columnChannel } from '../../../documents/access/column-rights.ts'
import type { Database, Trx } from '../../../platform/store/database.ts'
import { renameRuleColumn } from '../../data-rule/interface.ts'
import { renameControlled } from '../../role/interface.ts'
import { type RenamedField, renameInQueries, renamePath } from '../../saved-query/interface.ts'

/** What the database keeps under the name of a field, and followed. */
export interface StoredUses {
  queries: number
  rules: number
  columns: number
}

/**
 * Follows the new name of a field in what users and administrators have stored for the screens that show it: saved queries and
 * views, data rules, restricted columns, and the counter of its numbers.
 */
export async function renameStored(
  db: Database,
  trx: Trx,
  screens: readonly string[],
  field: RenamedField,
  { table }: Partial<RenamedColumn>,
): Promise<StoredUses> {
  const queries = await renameInQueries(trx, screens, field)
  const rules = field.detail === undefined ? await renameRuleColumn(trx, screens, field) : 0
  const columns = await renameControlled(trx, screens, (path) => renamePath(path, field))
  for (const screen of columns > 0 ? screens : []) await db.notify(columnChannel, screen, trx)
  if (table !== undefined && field.detail === undefined) {
    const [from, to] = [`${table}.${field.from}:`, `${table}.${field.to}:`]
    await sql`
      update sys_number set scope = ${to} || substr(scope, ${from.length + 1})
      where starts_with(scope, ${from})`.execute(trx)
  }
  return { queries, rules, columns }
}
