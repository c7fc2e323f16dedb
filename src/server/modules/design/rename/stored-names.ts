import { sql } from 'kysely'
import type { RenamedColumn, Renaming } from '#runtime/schema/rename/definition.ts'
import { columnChannel } from '../../../documents/access/column-rights.ts'
import { readColumnNames } from '../../../documents/library/catalog.ts'
import type { Database, Trx } from '../../../platform/store/database.ts'
import { renameInArrangements } from '../../arrangement/interface.ts'
import { renameRuleColumn } from '../../data-rule/interface.ts'
import { moveControlled, renameControlled } from '../../role/interface.ts'
import { type RenamedField, renameInQueries, renamePath } from '../../saved-query/interface.ts'

/** What the database keeps under the name of a field, and followed. */
export interface StoredUses {
  queries: number
  rules: number
  columns: number
}

/**
 * Follows a new name in what the application, its users and its administrators have stored under the former one. `screens`
 * are those that show a renamed field.
 */
export async function renameStored(
  db: Database,
  trx: Trx,
  screens: readonly string[],
  renaming: Renaming,
  column: Partial<RenamedColumn>,
): Promise<StoredUses> {
  if (renaming.kind === 'field') return renameStoredField(db, trx, screens, renaming, column)
  const { kind, from, to } = renaming
  if (kind === 'table') {
    await renameIn(trx, tableColumns, from, to)
    await renameScopes(trx, `${from}.`, `${to}.`)
  }
  if (kind !== 'document') return { queries: 0, rules: 0, columns: 0 }
  await renameIn(trx, documentColumns, from, to)
  await renameInLists(trx, from, to)
  await renameInArrangements(trx, from, to)
  // Grants and data rules follow by their foreign keys.
  await sql`update sys_permission set id = ${to} where id = ${from}`.execute(trx)
  const columns = await moveControlled(trx, from, to)
  if (columns > 0) await db.notify(columnChannel, to, trx)
  return { queries: 0, rules: 0, columns }
}

/** The columns with names of tables: of records, their versions, comments, consequences and totals. */
export const tableColumns: readonly (readonly [table: string, column: string])[] = [
  ['sys_comment', 'table_name'],
  ['sys_data_log', 'data_table'],
  ['sys_rollup', 'table_name'],
  ['sys_then', 'data_table'],
  ['sys_then_date', 'data_table'],
]

/** The columns with ids of documents, other than the one of the served document, which a load writes. */
export const documentColumns: typeof tableColumns = [
  ['sys_design_document', 'id'],
  ['sys_design_draft', 'document_id'],
  ['sys_design_review', 'document_id'],
  ['sys_design_revision', 'document_id'],
  ['sys_design_rows', 'document_id'],
  ['sys_design_sample', 'document_id'],
  ['sys_export', 'screen'],
  ['sys_hook_delivery', 'screen'],
  ['sys_import', 'screen'],
  ['sys_panel_arrangement', 'panel'],
  ['sys_permission', 'component'],
  ['sys_permission', 'parent_id'],
  ['sys_public_receipt', 'screen'],
  ['sys_quartz_job', 'report'],
  ['sys_role_index', 'component'],
  ['sys_role_proposal', 'owner'],
  ['sys_saved_query', 'screen'],
  ['sys_saved_query_default', 'screen'],
  ['sys_saved_query_order', 'screen'],
  ['sys_then', 'target_screen'],
  ['sys_undo', 'screen'],
  ['sys_workflow_case', 'screen'],
  ['sys_workflow_case', 'workflow'],
  ['sys_workflow_off', 'workflow'],
  ['sys_workflow_task', 'screen'],
  ['sys_workflow_task', 'workflow'],
  ['sys_workflow_version', 'workflow'],
]

async function renameIn(trx: Trx, columns: typeof tableColumns, from: string, to: string): Promise<void> {
  for (const [table, column] of columns)
    await sql`
      update ${sql.id(table)} set ${sql.id(column)} = ${to} where ${sql.id(column)} = ${from}`.execute(trx)
}

/** The columns with several ids of documents, separated by commas. A document makes the table of templates. */
const listColumns = [
  ['sys_api_key', 'screens'],
  ['sys_hook', 'screens'],
  ['sys_sms_template', 'screens'],
] as const

async function renameInLists(trx: Trx, from: string, to: string): Promise<void> {
  const found = await readColumnNames(
    trx,
    listColumns.map(([table]) => table),
  )
  for (const [table, column] of listColumns.filter((place) => found.has(place.join('.'))))
    await sql`
      update ${sql.id(table)}
      set ${sql.id(column)} = array_to_string(array_replace(string_to_array(${sql.id(column)}, ','), ${from}, ${to}), ',')
      where ${from} = any(string_to_array(${sql.id(column)}, ','))`.execute(trx)
}

/** The counters of numbers go on. */
const renameScopes = (trx: Trx, from: string, to: string) =>
  sql`
    update sys_number set scope = ${to} || substr(scope, ${from.length + 1})
    where starts_with(scope, ${from})`.execute(trx)

async function renameStoredField(
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
  if (table !== undefined && field.detail === undefined)
    await renameScopes(trx, `${table}.${field.from}:`, `${table}.${field.to}:`)
  return { queries, rules, columns }
}
