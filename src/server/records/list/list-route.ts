import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import { isLed } from '../../documents/led-screens.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import { readableScope } from '../../documents/readable-scope.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { Db } from '../../platform/store/database.ts'
import { buildCaller, type Caller, listRules } from '../caller.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive, type ListSource, readPage } from '../query/list.ts'
import { type ListRequest, readListRequest, refuseUnknown } from '../query/parameters.ts'
import type { QueriedDetail } from '../query/super-query.ts'
import type { Total } from '../query/totals.ts'
import { isSortable, maskColumns, veilColumns } from '../read/masks.ts'
import { addRecordLinks } from '../read/record-links.ts'
import { addReferencedValues, referencedColumns } from '../read/referenced-values.ts'
import { addTexts, toWire } from '../read/wire.ts'
import { notFound } from '../refuse.ts'
import { getResource, isReadable } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import { taskColumn } from '../workflow/task-column.ts'
import { queriedDetails } from './queried-details.ts'
import { withLimits } from './row-limits.ts'

/** The readable part of a screen for one user, prepared for queries. */
export interface Readable {
  source: ListSource
  /** The visible columns. Those that are hidden in some state are only selected: no condition, order or sum reveals a value. */
  columns: ReadonlyMap<string, Column>
  /** The columns that are visible in all states, and the values of other records that the list shows. */
  queried: ReadonlyMap<string, Column>
  /** The queried columns, and the hidden ones in the document's order. */
  sortable: ReadonlyMap<string, Column>
  fallbackSort: string
  /** The visible fields of the screen, and their user. */
  fields: readonly Field[]
  caller: Caller
  screen: StoredScreen
  /** The detail tables that an advanced query may test; empty for a user who may only pick records. */
  details: ReadonlyMap<string, QueriedDetail>
}

export const buildCan =
  ({ user }: { user: SessionUser }) =>
  (code: string): boolean =>
    holds(user, code)

/** The columns of the user's sight and rights, and the rules that bind the user. */
export function readable(
  services: ReadServices,
  entry: RegistryEntry<StoredScreen>,
  user: SessionUser,
): Readable {
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const caller = buildCaller(user, services)
  const { only, order } = readableScope(services.documents, entry.document, caller.can)
  const allowed = [...resource.columns].filter(([, column]) => isReadable(column.field, caller.can))
  const visible = maskColumns(allowed, resource.screen, caller.can)
  const isOpen = (key: string) => only === null || only.has(key)
  const open = new Map([...visible].filter(([key]) => isOpen(key)))
  const fields = resource.screen.fields.filter(({ key }) => isOpen(key))
  const isTasked = only === null && isLed(services.documents, resource.screen.id)
  const tasks = isTasked ? [taskColumn(resource.screen.id, user)] : []
  const queried = new Map([
    ...open,
    ...referencedColumns(services, caller, fields, open),
    ...tasks.map((column) => [column.key, column] as const),
  ])
  const state = resource.columns.get(resource.screen.flow?.field ?? '')
  const veiled = [...veilColumns(resource.screen, resource.columns, state?.ref, caller.can)].filter(([key]) =>
    isOpen(key),
  )
  // In the order of the document.
  const columns = new Map(
    [...resource.columns.keys()].flatMap((key) => {
      const column = open.get(key) ?? new Map(veiled).get(key)
      return column ? [[key, column]] : []
    }),
  )
  const sortable = new Map(
    [...visible, ...queried].filter(
      ([key, column]) => isSortable(column) && (queried.has(key) || order.has(key)),
    ),
  )
  const { table, softDelete, screen } = resource
  const always = caller.rules(resource)
  const isAlone = screen.table.about === undefined
  const source = { table, softDelete, columns: [...columns.values()], always, isAlone }
  const details = only === null ? queriedDetails(resource, caller.can) : new Map()
  const fallbackSort = screen.list?.sort ?? '-createTime'
  return { source, columns, queried, sortable, fallbackSort, fields, caller, screen, details }
}

/** Reads a list request with what its user may see of the screen; `refuses` unknown parameters, or ignores them. */
export function parseListRequest(
  {
    queried,
    fallbackSort,
    sortable,
    details,
  }: Pick<Readable, 'queried' | 'fallbackSort' | 'sortable' | 'details'>,
  query: unknown,
  refuses = false,
): ListRequest {
  if (refuses) refuseUnknown(query, queried)
  return readListRequest(query, queried, fallbackSort, sortable, undefined, details)
}

export interface FoundRecords extends Total {
  records: JsonObject[]
}

/** Reads records with texts; `more` are conditions besides the request's, which may query other tables. */
export async function readRecords(
  services: ReadServices,
  {
    source,
    fields,
    caller,
    screen,
  }: Pick<Readable, 'source' | 'fields' | 'caller'> & Partial<Pick<Readable, 'screen'>>,
  listRequest: ListRequest,
  more: readonly Sql[] = [],
): Promise<FoundRecords> {
  const { db, dictionaries, totals } = services
  const { conditions } = listRequest
  const isAlone = source.isAlone && more.length === 0 && !conditions.some(({ readsOthers }) => readsOthers)
  const always = [...source.always, ...more]
  const listPage = await readPage(db.app, totals, { ...source, always, isAlone }, listRequest)
  const records = listPage.rows.map((row) => toWire(row, source.columns))
  await addTexts(records, source.columns, dictionaries)
  await addReferencedValues(services, db.app, caller, fields, records)
  if (screen) await addRecordLinks(services, caller, screen, records)
  return { records, total: listPage.total, estimated: listPage.estimated }
}

/** Returns one page of a screen's records for a list query of the contract. */
export async function answerList(
  services: ReadServices,
  entry: RegistryEntry<StoredScreen>,
  { query, user }: Pick<FastifyRequest, 'query' | 'user'>,
  refuses = false,
) {
  const view = readable(services, entry, user)
  const listRequest = parseListRequest(view, query, refuses)
  const answer = pageOfRecords(await readRecords(services, view, listRequest), listRequest)
  return ok(await withLimits(services.db.app, view, listRequest, answer))
}

/** A page in the format of the contract; `totalEstimated` marks an approximate total. */
export function pageOfRecords(
  { records, total, estimated }: FoundRecords,
  { pageNo, pageSize }: Pick<ListRequest, 'pageNo' | 'pageSize'>,
) {
  const result = page(records, total, pageNo, pageSize)
  return estimated ? { ...result, totalEstimated: true } : result
}

/** The ids that a request names under a key, in its address, its query or its body. */
const namedIds = ({ params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>, key: string) =>
  [params, query, body].flatMap((part) => {
    const ids = isJsonObject(part) ? part[key] : undefined
    return typeof ids === 'string' || Array.isArray(ids) ? parseIds(ids as string | string[]) : []
  })

/**
 * A document that a module's routes require, the access rule of its list, and who may see its records; without the document
 * the routes answer 404.
 */
export function bindDocument({ db, documents }: Pick<ReadServices, 'db' | 'documents'>, id: string) {
  const entry = (): RegistryEntry<StoredScreen> => {
    const screenEntry = documents.screen(id)
    if (!screenEntry) throw appError('NOT_FOUND')
    return screenEntry
  }
  const resource = () => getResource(entry().document, entry().documentHash, fieldValues)
  /** The conditions on the records, called `t`, that a user may see. */
  const rules = (user: SessionUser): Sql[] => listRules(resource(), user, documents)
  /** A record that the user may not see is answered like a missing one. */
  const requireVisible = async (over: Db, user: SessionUser, ids: readonly string[]): Promise<void> => {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return
    const where = and([sql`t.id in (${sql.join(wanted)})`, ...isLive(resource()), ...rules(user)])
    const { rows } = await sql`select t.id from ${sql.id(resource().table)} as t where ${where}`.execute(over)
    if (rows.length < wanted.length) throw notFound()
  }
  return {
    entry,
    access: (request: FastifyRequest) => readableScope(documents, entry().document, buildCan(request)).code,
    rules,
    requireVisible,
    /** For `preHandler` of a route that names records of the document under a key of its request: `requireVisible` of them. */
    visibleAt:
      (key: string) =>
      async (request: Pick<FastifyRequest, 'params' | 'query' | 'body' | 'user'>): Promise<void> =>
        requireVisible(db.app, request.user, namedIds(request, key)),
  }
}

/** A list of the contract that the generic engine answers, from the document with this id. */
export function aliasList(app: FastifyInstance, services: ReadServices, url: string, id: string): void {
  const { entry, access } = bindDocument(services, id)
  app.get(url, { config: { access, listLoad: true } }, (request) => answerList(services, entry(), request))
}
