import { sql } from 'kysely'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { Db } from '../../platform/store/database.ts'

/** A column that exists in the database; no document makes one of an `other` type. */
export type ActualColumn = SqlColumn | { type: 'other'; name: string }

/** A table that exists in the database. */
export interface ActualTable {
  columns: Map<string, ActualColumn>
  indexes: Set<string>
  /** Those of the indexes that leave rows out. */
  partialIndexes: Set<string>
  /** Whether writes change the table's version (migration 007). */
  isWatched: boolean
  /** The column by whose values the table has partitions. */
  partition?: string
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
  // Of a table that existed before its document: a number beyond it is refused at the save.
  smallint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { type: 'bigint' },
  date: { type: 'date' },
  'timestamp without time zone': { type: 'timestamp' },
  'time without time zone': { type: 'time' },
  jsonb: { type: 'jsonb' },
  bytea: { type: 'bytea' },
  boolean: { type: 'boolean' },
  'timestamp with time zone': { type: 'timestamptz' },
  // Of a table that existed before its document: a value is rounded.
  real: { type: 'double precision' },
  'double precision': { type: 'double precision' },
}

function readType(row: ColumnRow): ActualColumn {
  if (row.data_type === 'character varying') {
    return row.length === null ? { type: 'text' } : { type: 'varchar', length: row.length }
  }
  if (row.data_type === 'character' && row.length !== null) return { type: 'varchar', length: row.length }
  if (row.data_type === 'numeric') {
    return row.precision === null
      ? { type: 'numeric' }
      : { type: 'numeric', precision: row.precision, scale: row.scale ?? 0 }
  }
  return plainTypes[row.data_type] ?? { type: 'other', name: row.data_type }
}

/** The columns of the named tables that exist in the current schema, as `table.column`. */
export async function readColumnNames(db: Db, tables: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'f', 'p')
      and c.relname = any(${tables})`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** The named tables of the current schema, without those that do not exist. */
export async function readTables(db: Db, names: readonly string[]): Promise<Map<string, ActualTable>> {
  const tables = new Map<string, ActualTable>()
  if (names.length === 0) return tables
  // As information_schema.columns, which takes four times as long.
  const columns = await sql<ColumnRow>`
    select c.relname as table_name, a.attname as column_name,
      case when b.typelem <> 0 and b.typlen = -1 then 'ARRAY'
        when b.typnamespace = 'pg_catalog'::regnamespace then format_type(b.oid, null)
        else 'USER-DEFINED' end as data_type,
      case when b.typname in ('bpchar', 'varchar') and m.typmod <> -1 then m.typmod - 4 end as length,
      case when b.typname = 'numeric' and m.typmod <> -1 then ((m.typmod - 4) >> 16) & 65535 end as precision,
      case when b.typname = 'numeric' and m.typmod <> -1 then (m.typmod - 4) & 2047 end as scale
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      join pg_type b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
      cross join lateral (select case when t.typtype = 'd' then t.typtypmod else a.atttypmod end as typmod) as m
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'f', 'p')
      and c.relname = any(${names})`.execute(db)
  for (const row of columns.rows) {
    let table = tables.get(row.table_name)
    if (!table) {
      table = { columns: new Map(), indexes: new Set(), partialIndexes: new Set(), isWatched: false }
      tables.set(row.table_name, table)
    }
    table.columns.set(row.column_name, readType(row))
  }
  const indexes = await sql<{ table: string; name: string; partial: boolean }>`
    select t.relname as table, i.relname as name, x.indpred is not null as partial
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname = any(${names})`.execute(db)
  for (const row of indexes.rows) {
    const table = tables.get(row.table)
    table?.indexes.add(row.name)
    if (row.partial) table?.partialIndexes.add(row.name)
  }
  const watched = await sql<{ name: string }>`
    select c.relname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where g.tgname = 'sys_table_changed' and c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${names}) and exists (select 1 from sys_table_change v where v.relid = c.oid)`.execute(
    db,
  )
  for (const { name } of watched.rows) {
    const table = tables.get(name)
    if (table) table.isWatched = true
  }
  const partitioned = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${names})`.execute(db)
  for (const { name, column } of partitioned.rows) {
    const table = tables.get(name)
    if (table) table.partition = column
  }
  return tables
}
