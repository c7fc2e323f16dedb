import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { isSafeKey, toSnake } from '#runtime/kernel/text/names.ts'
import { isAudit } from '#runtime/schema/checks/context.ts'
import { type Usage, usualType } from '#runtime/schema/field-value.ts'
import { listParameters } from '#runtime/schema/query/list-parameters.ts'
import type { Database, Db } from '../../../platform/store/database.ts'
import { withSchemaLock } from '../../../platform/store/migrate.ts'
import { getTableName } from './force-tables.ts'
import type { DocumentSource } from './sources.ts'

/** A table of the database that no document has. */
export interface FreeTable {
  name: string
  comment: string | null
  columns: number
  /** An estimate of the database. */
  rows: number
}

/** The names of the tables of all documents but one, with those of their details. */
export const tablesOfOthers = (sources: ReadonlyMap<string, DocumentSource>, id: string): Set<string> =>
  new Set(
    [...sources.values()].filter((source) => source.id !== id).flatMap(({ current }) => listTables(current)),
  )

/** The tables of a document and of its details, also where it has faults. */
export const listTables = (document: JsonObject): string[] =>
  [document, ...listObjects(document.fields)].map(getTableName).filter((name) => name !== '')

/** Those of these tables that the database has, or has not. */
export async function filterTables(db: Db, names: readonly string[], exists: boolean): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from unnest(${names}::text[]) as t(name)
    where (to_regclass(quote_ident(t.name)) is not null) = ${exists}`.execute(db)
  return rows.map(({ name }) => name)
}

/** The tables that no document has, without those of the application itself. */
export async function readFreeTables(db: Db, owned: ReadonlySet<string>): Promise<FreeTable[]> {
  const { rows } = await sql<FreeTable>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as comment, greatest(c.reltuples, 0)::int as rows,
      (select count(*)::int from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname not like 'sys\\_%'
      and c.relname ~ '^[a-z][a-z0-9_]{0,59}$'
    order by c.relname`.execute(db)
  return rows.filter(({ name }) => !owned.has(name))
}

interface ColumnRow {
  name: string
  type: string
  length: number | null
  precision: number | null
  scale: number | null
  isRequired: boolean
  isUnique: boolean
  isComputed: boolean
  /** The default, as PostgreSQL writes it. */
  preset: string | null
  comment: string | null
}

/** Columns that every table of a document has besides its fields, and those that its words stand for. */
export const systemColumns: ReadonlySet<string> = new Set([
  ...['id', 'rev', 'create_by', 'create_time', 'update_by', 'update_time', 'sys_org_code'],
  ...['del_flag', 'tenant_id'],
])

async function readColumns(db: Db, table: string): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select a.attname as name, format_type(a.atttypid, null) as type, c.character_maximum_length as length,
      c.numeric_precision as precision, c.numeric_scale as scale, col_description(a.attrelid, a.attnum) as comment,
      a.attnotnull and a.attidentity = '' as "isRequired", a.attgenerated <> '' as "isComputed",
      (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
        where d.adrelid = a.attrelid and d.adnum = a.attnum) as preset,
      exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique
        and i.indnatts = 1 and i.indkey[0] = a.attnum and i.indpred is null) as "isUnique"
    from pg_attribute a join information_schema.columns c
      on c.table_schema = current_schema() and c.table_name = ${table} and c.column_name = a.attname
    where a.attrelid = to_regclass(quote_ident(${table})) and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db)
  return rows
}

/** What a document for an existing table takes over. */
interface TableFields {
  fields: JsonObject[]
  /** Other words of the table. */
  words: JsonObject
  /** The columns that are shown and never written, with the reason. */
  readOnly: string[]
  /** The columns that no field can have, with the reason. */
  left: string[]
}

/** The fields of a document for an existing table. */
export async function readTableFields(db: Db, table: string): Promise<TableFields> {
  const rows = await readColumns(db, table)
  const names = new Set(rows.map(({ name }) => name))
  const readOnly: string[] = []
  const left: string[] = []
  const keys = new Set<string>()
  const fields = rows.flatMap((row) => {
    if (systemColumns.has(row.name)) return []
    const reason = findReason(row)
    if (reason !== null) {
      left.push(`${row.name}（${withNeed(reason, row)}）`)
      return []
    }
    const stored = findType(row)
    if (!stored || row.isComputed)
      readOnly.push(`${row.name}（${row.isComputed ? '由数据库计算' : withNeed(row.type, row)}）`)
    const key = freeKey(keyOfColumn(row.name), keys)
    keys.add(key)
    return [
      {
        key,
        title: (row.comment?.trim() || row.name).slice(0, 50),
        ...(stored ?? { ...typed(isShort(row.type) ? 'text' : 'longText'), store: 'native' }),
        ...(toSnake(key) === row.name ? {} : { column: row.name }),
        ...(stored && !row.isComputed ? buildInput(row, String(stored.type)) : { modes: ['detail'] }),
      },
    ]
  })
  const words = {
    ...(names.has('del_flag') ? { softDelete: true } : {}),
    ...(names.has('tenant_id') ? { tenant: true } : {}),
  }
  return { fields, words, readOnly, left }
}

/** The key of the field for a column: `bill_no` is `billNo`. */
export const keyOfColumn = (column: string): string =>
  column.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/_+$/, '')

/** A key that a field may have, as similar to `key` as possible. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  const isFree = (name: string) =>
    isSafeKey(name) && !isAudit(name) && !listParameters.has(name) && !taken.has(name)
  if (isFree(key)) return key
  const other = `f${key}`
  for (let n = 1; ; n++) {
    const name = n === 1 ? other : `${other}${n}`
    if (isFree(name)) return name
  }
}

/** Why no field can have a column; null when one can. */
function findReason({ name, type }: ColumnRow): string | null {
  if (!/^[a-z][a-z0-9_]{0,59}$/.test(name)) return '列名要用小写字母'
  return type === 'bytea' ? '二进制内容' : null
}

/** A reason, with what new records need where no form writes the column. */
const withNeed = (reason: string, { isRequired, preset, isComputed }: ColumnRow): string =>
  isRequired && preset === null && !isComputed
    ? `${reason}，必填又没有缺省值，不先在数据库里给它缺省值就不能新增`
    : reason

/** Whether the texts of a type fit into one line. */
const isShort = (type: string): boolean => !/^(json|jsonb|xml|ts)|\[\]$/.test(type)

/** The rules and the default of a field that users write. */
function buildInput({ isRequired, isUnique, preset }: ColumnRow, type: string): JsonObject {
  const value = preset === null ? undefined : parsePreset(preset, type)
  const rules = [
    // The database gives the other defaults.
    ...(isRequired && (preset === null || value !== undefined) ? [{ required: true }] : []),
    ...(isUnique ? [{ unique: true }] : []),
  ]
  return {
    ...(value === undefined ? {} : { defaultValue: value }),
    ...(rules.length > 0 ? { validateRules: rules } : {}),
  }
}

const clock = /^(now\(\)|CURRENT_(DATE|TIMESTAMP)|LOCALTIMESTAMP)(::[a-z ]+)?$/

/** The default of a form for a default of the database; undefined where a document has no word for it. */
function parsePreset(preset: string, type: string): string | number | boolean | undefined {
  const dataType = fieldValues.get(type)?.dataType
  if (dataType === 'date' || dataType === 'datetime')
    return clock.test(preset) ? (dataType === 'date' ? '=today()' : '=now()') : undefined
  const [, quoted, bare] =
    /^(?:'((?:[^']|'')*)'|\(?(-?[\d.]+|true|false)\)?)(?:::[a-z ]+)?$/.exec(preset) ?? []
  const text = quoted?.replaceAll("''", "'") ?? bare
  if (text === undefined || text === '' || text.startsWith('=')) return undefined
  if (dataType === 'boolean') return text === 'true'
  if (dataType === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  return dataType === 'text' ? text : undefined
}

const MAX_LENGTH = 10_000
const MAX_SCALE = 10

/** The usual type for a usage, with settings of its own. */
const typed = (usage: Usage, settings: JsonObject = {}): JsonObject => ({
  type: usualType(fieldValues, usage),
  ...settings,
})

/** The field type of a column; null for a type that no field stores. */
function findType({ type: columnType, length, precision, scale }: ColumnRow): JsonObject | null {
  switch (columnType) {
    case 'character varying':
    case 'character':
      return length !== null && length <= MAX_LENGTH
        ? typed('text', { length })
        : typed('longText', { store: 'text' })
    case 'text':
      return typed('longText', { store: 'text' })
    case 'smallint':
    case 'integer':
      return typed('number', { store: 'int' })
    case 'bigint':
      return typed('number', { store: 'long' })
    case 'numeric':
      return typed(
        'number',
        precision === null ? {} : { length: precision, scale: Math.min(scale ?? 0, MAX_SCALE) },
      )
    case 'date':
      return typed('date')
    case 'timestamp without time zone':
      return typed('datetime', { width: 170 })
    case 'timestamp with time zone':
      return typed('datetime', { width: 170, store: 'timestamptz' })
    case 'boolean':
      return typed('flag', { store: 'boolean' })
    case 'real':
    case 'double precision':
      return typed('number', { store: 'double' })
    case 'time without time zone':
      return typed('time')
    default:
      return null
  }
}

/** Drops the tables of a removed document that no other document has, with their rows. */
export function dropTables(
  database: Database,
  document: DocumentSource,
  shared: ReadonlySet<string>,
): Promise<void> {
  const names = listTables(document.current).filter((name) => !shared.has(name) && !name.startsWith('sys_'))
  return withSchemaLock(database.owner, async (db) => {
    for (const name of names) await sql`drop table if exists ${sql.id(name)}`.execute(db)
  })
}
