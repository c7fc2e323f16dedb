import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Column } from '../documents/plan/column.ts'
import { typeText } from '../documents/plan/tables.ts'
import type { Db } from '../platform/store/database.ts'
import { nextSnowflake } from '../platform/store/snowflake.ts'

/** The author and the time of a save; all rows of the save have the same time. */
export interface Stamp {
  username: string
  orgCode: string
  time: string
}

/** The id of a new row, of the kind that the document sets for the table. */
export const newId = (kind: 'snowflake' | 'uuid' = 'snowflake'): string =>
  kind === 'uuid' ? randomUUID() : nextSnowflake()

const ROWS_PER_STATEMENT = 500

/** A row to be stored; `extra` contains columns without a field. */
export interface NewRow {
  id: string
  values: JsonObject
  extra?: JsonObject
}

/**
 * The values of a new row by column name, in database format. Where there is none, the column has its default, which a
 * table that existed before its document may have.
 */
export function storedValues(
  columns: ReadonlyMap<string, Column>,
  { id, values, extra }: NewRow,
  stamp: Stamp,
): JsonObject {
  const stored = [...columns.values()].flatMap((column) => {
    const value = column.field === null || column.isNative ? null : column.toDb(values[column.key])
    return value === null ? [] : [[column.name, value]]
  })
  return {
    id,
    rev: 1,
    create_by: stamp.username,
    create_time: stamp.time,
    sys_org_code: stamp.orgCode,
    ...extra,
    ...Object.fromEntries(stored),
  }
}

/**
 * Inserts rows with fresh stamps. They are sent as one value, which the table's row type reads: hundreds of rows with a parameter for
 * each value take the database longer to read than to insert.
 */
export async function insertRows(
  db: Db,
  table: string,
  columns: ReadonlyMap<string, Column>,
  rows: readonly NewRow[],
  stamp: Stamp,
): Promise<void> {
  const stored = rows.map((row) => storedValues(columns, row, stamp))
  const names = [...new Set(stored.flatMap(Object.keys))]
  const missing = names.filter((name) => stored.some((row) => !(name in row)))
  const defaulted = await listDefaulted(db, table, missing, sql`atthasdef or attidentity <> ''`)
  const documents = [...columns.values()].filter(
    ({ type, name }) => type.type === 'jsonb' && names.includes(name),
  )
  const groups = groupBy(stored, (row) =>
    missing.filter((name) => defaulted.has(name) && !(name in row)).join(),
  )
  for (const group of groups.values()) {
    const inserted = names.filter((name) => !defaulted.has(name) || name in (group[0] ?? {}))
    const list = (alias?: string) =>
      sql.join(inserted.map((name) => (alias === undefined ? sql.id(name) : sql.id(alias, name))))
    for (let at = 0; at < group.length; at += ROWS_PER_STATEMENT) {
      const part = group.slice(at, at + ROWS_PER_STATEMENT)
      for (const { name } of documents)
        for (const row of part) if (typeof row[name] === 'string') row[name] = JSON.parse(row[name])
      await sql`
        insert into ${sql.id(table)} (${list()}) select ${list('l')}
        from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(part)}::jsonb) as l`.execute(
        db,
      )
    }
  }
}

/** The changed columns of one row, in database format. */
export interface RowChange {
  id: string
  set: Map<string, { value: unknown; type: string }>
}

/** The columns whose stored value would change. */
export function listChanges(
  columns: ReadonlyMap<string, Column>,
  before: JsonObject,
  after: JsonObject,
  same: (a: unknown, b: unknown) => boolean,
): RowChange['set'] {
  const set: RowChange['set'] = new Map()
  for (const column of columns.values()) {
    if (!column.field || column.isNative || same(before[column.key], after[column.key])) continue
    set.set(column.name, { value: column.toDb(after[column.key]), type: typeText(column.type) })
  }
  return set
}

/** The columns among these that have a default under this condition of the catalogue. */
async function listDefaulted(
  db: Db,
  table: string,
  names: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attname = any(${[...names]}::text[])
      and (${condition})`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** The columns among those emptied by these changes that must have a value and have a default. */
const defaultedColumns = (
  db: Db,
  table: string,
  changes: readonly RowChange[],
): Promise<ReadonlySet<string>> => {
  const emptied = changes.flatMap(({ set }) =>
    [...set].flatMap(([name, { value }]) => (value === null ? [name] : [])),
  )
  const condition = sql`attnotnull and (atthasdef or attidentity <> '')`
  return listDefaulted(db, table, [...new Set(emptied)], condition)
}

function groupBy<T>(items: readonly T[], getKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = getKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/**
 * Updates the changed columns only; rows with the same changed columns share one statement. An empty value is null, or
 * the default of a column that must have a value, which a table that existed before its document may have. Without a stamp the
 * revision stays: nobody has edited the rows.
 */
export async function updateRows(
  db: Db,
  table: string,
  changes: readonly RowChange[],
  stamp: Stamp | null,
): Promise<void> {
  const defaulted = await defaultedColumns(db, table, changes)
  const groups = groupBy(changes, ({ set }) =>
    [...set].map(([name, { value }]) => `${value === null && defaulted.has(name)} ${name}`).join(),
  )
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += ROWS_PER_STATEMENT)
      await updateAlike(db, table, group.slice(at, at + ROWS_PER_STATEMENT), defaulted, stamp)
  }
}

async function updateAlike(
  db: Db,
  table: string,
  changes: readonly RowChange[],
  defaulted: ReadonlySet<string>,
  stamp: Stamp | null,
): Promise<void> {
  const [first] = changes
  if (!first) return
  const isDefault = (name: string) => first.set.get(name)?.value === null && defaulted.has(name)
  const names = [...first.set.keys()].filter((name) => !isDefault(name))
  const sets: RawBuilder<unknown>[] = [...first.set.keys()].map((name) =>
    isDefault(name) ? sql`${sql.id(name)} = default` : sql`${sql.id(name)} = v.${sql.id(name)}`,
  )
  const rows = changes.map(({ id, set }) => {
    const values = names.map((name) => {
      const { value, type } = set.get(name) ?? { value: null, type: 'text' }
      return sql`${value}::${sql.raw(type)}`
    })
    return sql`(${sql.join([sql`${id}::text`, ...values])})`
  })
  await sql`
    update ${sql.id(table)} as t set ${sql.join([
      ...sets,
      ...(stamp
        ? [
            // A row of a table that existed before its document may have none.
            sql`rev = coalesce(t.rev, 0) + 1`,
            sql`update_by = ${stamp.username}`,
            sql`update_time = ${stamp.time}::timestamp`,
          ]
        : []),
    ])}
    from (values ${sql.join(rows)}) as v(${sql.join(['_id', ...names].map((name) => sql.id(name)))})
    where t.id = v._id`.execute(db)
}
