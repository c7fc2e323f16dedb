import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/names.ts'
import type { Db } from '../../platform/store/database.ts'

/** A field of a document that takes its values from a dictionary. `records` is at most `MAX_COUNTED`. */
export interface DictionaryUse {
  /** The id and title of the document. */
  screen: string
  screenTitle: string
  field: string
  fieldTitle: string
  records: number
}

interface Place extends Omit<DictionaryUse, 'records'> {
  /** Null where the field is not stored: a filter of a report, a panel or a form. */
  table: string | null
  column: string
  softDelete: boolean
}

const MAX_COUNTED = 10_000

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The fields of a document by key; a document that extends another one writes them as an object. */
const fieldsIn = (value: unknown): JsonObject[] =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([key, field]) => (isJsonObject(field) ? [{ key, ...field }] : []))
    : objectsIn(value)

const tableOf = (body: JsonObject, bodies: ReadonlyMap<string, JsonObject>): JsonObject | null => {
  if (isJsonObject(body.table)) return body.table
  const base = typeof body.extends === 'string' ? bodies.get(body.extends) : undefined
  return base ? tableOf(base, bodies) : null
}

function placesIn(body: JsonObject, code: string, bodies: ReadonlyMap<string, JsonObject>): Place[] {
  const head = tableOf(body, bodies)
  const from = (fields: readonly JsonObject[], table: JsonObject | null, softDelete: boolean): Place[] =>
    fields.flatMap((field) => {
      const key = String(field.key ?? '')
      const below = isJsonObject(field.table) ? from(fieldsIn(field.fields), field.table, false) : []
      if (field.dictCode !== code) return below
      return [
        ...below,
        {
          screen: String(body.id),
          screenTitle: String(body.title ?? ''),
          field: key,
          fieldTitle: String(field.title ?? key),
          table: table && field.persist !== false ? String(table.name) : null,
          column: typeof field.column === 'string' ? field.column : toSnake(key),
          softDelete,
        },
      ]
    })
  const isSoft = head?.softDelete === true
  return ['fields', 'params', 'filters'].flatMap((list) =>
    from(fieldsIn(body[list]), list === 'fields' ? head : null, isSoft),
  )
}

async function placesOf(db: Db, code: string): Promise<Place[]> {
  const { rows } = await sql<{ id: string; body: JsonObject }>`
    select id, body from sys_document where body is not null order by id`.execute(db)
  const bodies = new Map(rows.map(({ id, body }) => [id, body]))
  return rows.flatMap(({ body }) => placesIn(body, code, bodies))
}

/** A field of several values stores them with commas between them. */
async function countIn(
  db: Db,
  { table, column, softDelete }: Place,
  values: readonly string[] | null,
): Promise<number> {
  if (table === null) return 0
  const existing = await sql`
    select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`.execute(db)
  if (existing.rows.length === 0) return 0
  const stored = sql`${sql.ref(column)}::text`
  const isUse =
    values === null ? sql`${stored} <> ''` : sql`string_to_array(${stored}, ',') && ${[...values]}::text[]`
  const isLive = softDelete ? sql`and del_flag = 0` : sql``
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from ${sql.table(table)} where ${isUse} ${isLive} limit ${MAX_COUNTED}) as used`.execute(db)
  return rows[0]?.n ?? 0
}

/** The fields that use a dictionary, each with the number of records that contain one of the values; null counts any value. */
export async function dictionaryUses(
  db: Db,
  code: string,
  values: readonly string[] | null,
): Promise<DictionaryUse[]> {
  const uses: DictionaryUse[] = []
  // One connection runs one query at a time.
  for (const place of await placesOf(db, code)) {
    const { screen, screenTitle, field, fieldTitle } = place
    uses.push({ screen, screenTitle, field, fieldTitle, records: await countIn(db, place, values) })
  }
  return uses
}
