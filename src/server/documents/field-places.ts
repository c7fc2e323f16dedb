import { sql } from 'kysely'
import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { Db } from '../platform/store/database.ts'

/** A field of a document. */
export interface FieldPlace {
  /** The id and title of the document. */
  screen: string
  screenTitle: string
  field: string
  fieldTitle: string
  /** Null where the field is not stored: a filter of a report, a panel or a form. */
  table: string | null
  column: string
  softDelete: boolean
}

type IsUse = (field: JsonObject) => boolean

const findTable = (body: JsonObject, bodies: ReadonlyMap<string, JsonObject>): JsonObject | null => {
  if (isJsonObject(body.table)) return body.table
  const base = typeof body.extends === 'string' ? bodies.get(body.extends) : undefined
  return base ? findTable(base, bodies) : null
}

function placesIn(body: JsonObject, isUse: IsUse, bodies: ReadonlyMap<string, JsonObject>): FieldPlace[] {
  const head = findTable(body, bodies)
  const from = (fields: readonly JsonObject[], table: JsonObject | null, softDelete: boolean): FieldPlace[] =>
    fields.flatMap((field) => {
      const key = String(field.key ?? '')
      const below = isJsonObject(field.table) ? from(listObjects(field.fields), field.table, false) : []
      if (!isUse(field)) return below
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
    from(listObjects(body[list]), list === 'fields' ? head : null, isSoft),
  )
}

/** The fields of all documents in force, designed ones included, for which `isUse` holds. */
export async function fieldPlaces(db: Db, isUse: IsUse): Promise<FieldPlace[]> {
  const { rows } = await sql<{ id: string; body: JsonObject }>`
    select id, body from sys_document where body is not null order by id`.execute(db)
  const bodies = new Map(rows.map(({ id, body }) => [id, body]))
  return rows.flatMap(({ body }) => placesIn(body, isUse, bodies))
}

const MAX_PLACES = 3

/** The first places in words, such as 「入库单的单据编号、…」. */
export const placesText = (places: readonly Pick<FieldPlace, 'screenTitle' | 'fieldTitle'>[]): string =>
  places
    .slice(0, MAX_PLACES)
    .map(({ screenTitle, fieldTitle }) => `${screenTitle}的${fieldTitle}`)
    .join('、')
