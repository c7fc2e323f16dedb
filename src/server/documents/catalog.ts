import { sql } from 'kysely'
import type { SqlColumn } from '../../../runtime/schema/field-value.ts'
import type { Db } from '../store/database.ts'

/** A table as the database has it. */
export interface ActualTable {
  columns: Map<string, SqlColumn>
  indexes: Set<string>
}

interface ColumnRow {
  table_name: string
  column_name: string
  data_type: string
  length: number | null
  precision: number | null
  scale: number | null
}

const plainTypes: Record<string, SqlColumn> = {
  text: { type: 'text' },
  integer: { type: 'integer' },
  bigint: { type: 'bigint' },
  date: { type: 'date' },
  'timestamp without time zone': { type: 'timestamp' },
  'time without time zone': { type: 'time' },
  jsonb: { type: 'jsonb' },
  bytea: { type: 'bytea' },
}

function typeOf(row: ColumnRow): SqlColumn {
  if (row.data_type === 'character varying') {
    return row.length === null ? { type: 'text' } : { type: 'varchar', length: row.length }
  }
  if (row.data_type === 'numeric') {
    return row.precision === null
      ? { type: 'numeric' }
      : { type: 'numeric', precision: row.precision, scale: row.scale ?? 0 }
  }
  return plainTypes[row.data_type] ?? { type: 'text' }
}

/** The named tables of the current schema; what does not exist is absent. */
export async function readTables(db: Db, names: readonly string[]): Promise<Map<string, ActualTable>> {
  const found = new Map<string, ActualTable>()
  if (names.length === 0) return found
  const columns = await sql<ColumnRow>`
    select table_name, column_name, data_type, character_maximum_length as length,
      numeric_precision as precision, numeric_scale as scale
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${names})`.execute(db)
  for (const row of columns.rows) {
    let table = found.get(row.table_name)
    if (!table) {
      table = { columns: new Map(), indexes: new Set() }
      found.set(row.table_name, table)
    }
    table.columns.set(row.column_name, typeOf(row))
  }
  const indexes = await sql<{ tablename: string; indexname: string }>`
    select tablename, indexname from pg_indexes
    where schemaname = current_schema() and tablename = any(${names})`.execute(db)
  for (const row of indexes.rows) found.get(row.tablename)?.indexes.add(row.indexname)
  return found
}

/** Whether contains-searches can have an index; creates the extension where that is allowed. */
export async function hasTrigrams(owner: Db): Promise<boolean> {
  const present = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(owner)
  if (present.rows.length > 0) return true
  try {
    await sql`create extension pg_trgm`.execute(owner)
    return true
  } catch {
    // Not installed, or not ours to create: such searches read the whole table.
    return false
  }
}
