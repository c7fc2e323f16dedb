import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type FieldPlace, fieldPlaces } from '../../../documents/field-places.ts'
import { readColumnNames } from '../../../documents/library/catalog.ts'
import type { Db } from '../../../platform/store/database.ts'

/** A field of a document that takes its values from a dictionary. `records` is at most `MAX_COUNTED`. */
export interface DictionaryUse extends Pick<FieldPlace, 'screen' | 'screenTitle' | 'field' | 'fieldTitle'> {
  records: number
}

const MAX_COUNTED = 10_000

/** A field of several values stores them with commas between them. */
async function countIn(
  db: Db,
  { table, column, softDelete }: FieldPlace,
  values: readonly string[] | null,
): Promise<number> {
  if (table === null) return 0
  if (!(await readColumnNames(db, [table])).has(`${table}.${column}`)) return 0
  const stored = sql`${sql.ref(column)}::text`
  const isUse =
    values === null ? sql`${stored} <> ''` : sql`string_to_array(${stored}, ',') && ${[...values]}::text[]`
  const isLive = softDelete ? sql`and del_flag = 0` : sql``
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from ${sql.table(table)} where ${isUse} ${isLive} limit ${MAX_COUNTED}) as used`.execute(db)
  return rows[0]?.n ?? 0
}

/** The number of records that contain one of the values, at each of the places. */
async function countAt(
  db: Db,
  places: readonly FieldPlace[],
  values: readonly string[] | null,
): Promise<DictionaryUse[]> {
  const uses: DictionaryUse[] = []
  // One connection runs one query at a time.
  for (const place of places) {
    const { screen, screenTitle, field, fieldTitle } = place
    uses.push({ screen, screenTitle, field, fieldTitle, records: await countIn(db, place, values) })
  }
  return uses
}

/** The dictionary of a field; types that refer to records have one of their own. */
const findDictCode = (field: JsonObject) =>
  fieldValues.get(String(field.type))?.dict?.(field as unknown as Field) ?? field.dictCode

const listPlaces = (db: Db, code: string) => fieldPlaces(db, (field) => findDictCode(field) === code)

/** The fields that use a dictionary, each with the number of records that contain one of the values; null counts any value. */
export const dictionaryUses = async (
  db: Db,
  code: string,
  values: readonly string[] | null,
): Promise<DictionaryUse[]> => countAt(db, await listPlaces(db, code), values)

/** The fields with records that contain a value of a dictionary, by these values. */
export async function usesByValue(
  db: Db,
  code: string,
  values: readonly string[],
): Promise<Map<string, DictionaryUse[]>> {
  const used = new Map<string, DictionaryUse[]>()
  const places = values.length > 0 ? await listPlaces(db, code) : []
  for (const value of values) {
    const uses = (await countAt(db, places, [value])).filter(({ records }) => records > 0)
    if (uses.length > 0) used.set(value, uses)
  }
  return used
}
