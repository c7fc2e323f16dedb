import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { notFound } from '../../records/refuse.ts'
import { type DetailResource, getResource, type Resource } from '../../records/resource.ts'
import { screenNames } from './names.ts'
import { type CgformServices, type FoundScreen, readHeadId, requireRecords } from './screens.ts'

const refuse = defineRefusals({
  ONLINE_ROWS_OF_MANY: '一次只能删除同一条记录的行',
})

/** A detail table with the screen that it is a part of. */
export interface OpenedDetail {
  resource: Resource
  detail: DetailResource
}

/** The rows of one of a record's detail tables that are added, changed or removed. */
export interface RowEdit {
  recordId: string
  delta: { added: JsonObject[]; changed: JsonObject[]; removed: string[] }
}

/** The detail that the address of a request names, as a part of its screen; null for an address of records. */
export function detailIn(services: CgformServices, request: FastifyRequest): OpenedDetail | null {
  const { entry, detail }: FoundScreen = requireRecords(services.documents, readHeadId(request))
  if (!detail) return null
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const found = resource.details.find(({ key }) => key === detail.key)
  if (!found) throw appError('NOT_FOUND')
  return { resource, detail: found }
}

/** The record to which rows belong: by the foreign key that a new row brings, else by that of the stored rows. */
export async function recordOfRows(
  { db, documents }: CgformServices,
  request: FastifyRequest,
  { table, fk, ref }: DetailResource,
  rows: { foreign: unknown } | { ids: readonly string[] },
): Promise<string> {
  const head = sql.id(requireRecords(documents, readHeadId(request)).entry.document.table.name)
  const owner =
    'foreign' in rows
      ? sql`h.${sql.ref(ref)}::text = ${String(rows.foreign ?? '')}`
      : sql`h.${sql.ref(ref)}::text in (select d.${sql.ref(fk)}::text from ${sql.id(table)} d where d.id = any(${[...rows.ids]}::text[]))`
  const records = await sql<{ id: string }>`select h.id from ${head} h where ${owner} limit 2`.execute(db.app)
  if (records.rows.length > 1) throw refuse('ONLINE_ROWS_OF_MANY')
  const [found] = records.rows
  if (!found) throw notFound()
  return found.id
}

/** The change of a record that adds or changes the row of a request by its columns. */
export async function rowEdit(
  services: CgformServices,
  request: FastifyRequest,
  detail: DetailResource,
  row: JsonObject,
  isNew: boolean,
): Promise<RowEdit> {
  const { entry } = requireRecords(services.documents, readHeadId(request))
  const names = screenNames(entry.document).details.find(({ key }) => key === detail.key)
  if (!names) throw appError('NOT_FOUND')
  const { [detail.fk]: foreign, id, ...columns } = row
  const recordId = await recordOfRows(services, request, detail, isNew ? { foreign } : { ids: [String(id)] })
  const keys = new Set(['rev', ...detail.field.fields.map(({ key }) => key)])
  const values = Object.fromEntries(
    Object.entries(columns).flatMap(([column, value]) => {
      const key = names.toKey(column)
      return keys.has(key) && value !== null ? [[key, value]] : []
    }),
  )
  const delta = isNew
    ? { added: [values], changed: [], removed: [] }
    : { added: [], changed: [{ ...values, id }], removed: [] }
  return { recordId, delta }
}

/** The change of a record that removes some of its rows. */
export async function rowRemoval(
  services: CgformServices,
  request: FastifyRequest,
  detail: DetailResource,
  ids: readonly string[],
): Promise<RowEdit> {
  const recordId = await recordOfRows(services, request, detail, { ids })
  return { recordId, delta: { added: [], changed: [], removed: [...ids] } }
}
