import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { requireGeneric } from '../own-addresses.ts'
import { splitList } from '../query/grammar.ts'
import { addTexts } from '../read/wire.ts'
import { badParameter } from '../refuse.ts'
import type { ReadServices } from '../services.ts'
import { MAX_GROUP_RECORDS, readGroupColumns, readGroupRecords } from './group-records.ts'
import { parseListRequest, type Readable, readable } from './list-route.ts'
import { isSummable, readSummary, type Summary } from './summary.ts'

const MAX_COLUMNS = 30

type Place = [
  app: FastifyInstance,
  services: ReadServices,
  place: string,
  readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
  access: (request: FastifyRequest) => string,
]

/** What a user sees of a list that the generic engine answers. */
export function openView(
  services: ReadServices,
  entry: RegistryEntry<StoredScreen>,
  user: SessionUser,
): Readable {
  requireGeneric(entry.document, 'list')
  return readable(services, entry, user)
}

/** The keys that a parameter lists. */
const readKeys = (list: unknown): string[] => (typeof list === 'string' ? splitList(list) : [])

/** The number columns of these keys. */
function readSums({ queried }: Readable, keys: readonly string[]): Column[] {
  const columns = keys.flatMap((key): Column[] => {
    const column = queried.get(key)
    return column && isSummable(column) ? [column] : []
  })
  if (columns.length < keys.length || keys.length > MAX_COLUMNS) throw badParameter('field')
  return columns
}

/** The answer of `summary` to a query. */
export async function answerSummary(
  { db }: Pick<ReadServices, 'db'>,
  view: Readable,
  query: Readonly<Record<string, unknown>>,
): Promise<Summary> {
  const { field, groupBy, ...conditions } = query
  const columns = readSums(view, readKeys(field))
  const by = typeof groupBy === 'string' ? view.queried.get(groupBy) : undefined
  if (groupBy !== undefined && (!by || by.isMasked)) throw badParameter('groupBy')
  return await readSummary(db.app, view.source, parseListRequest(view, conditions, true), columns, by)
}

/**
 * `summary`: sums and averages over all rows that a list request finds. `field` lists the number columns; `groupBy`
 * names a column by whose values the rows are counted and summed, too. Other parameters are those of the list.
 */
export function summaryRoute(...[app, services, place, readEntry, access]: Place): void {
  app.get(`${place}/summary`, { config: { access, listLoad: true } }, async (request) => {
    const view = openView(services, readEntry(request), request.user)
    return ok(await answerSummary(services, view, request.query as Record<string, unknown>))
  })
}

/** The answer of `groups` to a query. */
export async function answerGroups(
  { db, dictionaries }: Pick<ReadServices, 'db' | 'dictionaries'>,
  view: Readable,
  query: Readonly<Record<string, unknown>>,
): Promise<{ records: JsonObject[]; total: number; isCut?: true }> {
  const { field, groupBy, column, order, pageSize, ...conditions } = query
  const isField = (key: string) => view.screen.fields.some((entry) => entry.key === key)
  const by = readGroupColumns(groupBy, view.queried, isField)
  // A list leaves out what is hidden from its user; so do its groups.
  const sumKeys = readKeys(field).filter((key) => view.queried.has(key) || !isField(key))
  const sums = readSums(view, sumKeys)
  const dated = by.find(({ unit }) => unit !== null)?.column.key
  const key = column === undefined ? (dated ?? 'total') : String(column)
  if (![...by.map((entry) => entry.column), ...sums].some((entry) => entry.key === key) && key !== 'total')
    throw badParameter('column')
  if (order !== undefined && order !== 'asc' && order !== 'desc') throw badParameter('order')
  const size = pageSize === undefined ? MAX_GROUP_RECORDS : Number(pageSize)
  if (!Number.isInteger(size) || size < 1 || size > MAX_GROUP_RECORDS) throw badParameter('pageSize')
  const listRequest = parseListRequest(view, conditions, true)
  const sort = { key, descending: order === undefined ? dated === undefined : order === 'desc' }
  const { records, isCut } = await readGroupRecords(db.app, view.source, listRequest, {
    by,
    sums,
    sort,
    size,
  })
  await addTexts(
    records,
    by.flatMap((entry) => (entry.unit === null ? [entry.column] : [])),
    dictionaries,
  )
  return { records, total: records.length, ...(isCut && { isCut }) }
}

/**
 * `groups`: the rows that a list request finds, put together by the values of one to three columns, as records that blocks of
 * panels draw like those of a report. `groupBy` lists the columns, dates with a unit (`fdate:month`); `field` the sums;
 * `column` and `order` name a group column, a sum or `total`; `pageSize` is the number of groups. Other parameters are those of the list.
 */
export function groupsRoute(...[app, services, place, readEntry, access]: Place): void {
  app.get(`${place}/groups`, { config: { access, listLoad: true } }, async (request) => {
    const view = openView(services, readEntry(request), request.user)
    return ok(await answerGroups(services, view, request.query as Record<string, unknown>))
  })
}
