import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../documents/library/registry.ts'
import { ok } from '../platform/http/envelope.ts'
import { isStrict } from './generic-place.ts'
import { pageOfRecords, parseListRequest, type Readable, readable, readRecords } from './list/list-route.ts'
import { withLimits } from './list/row-limits.ts'
import type { Sql } from './query/condition.ts'
import type { ListRequest } from './query/parameters.ts'
import type { Values } from './read/record.ts'
import { badParameter } from './refuse.ts'
import { getResource, type Resource } from './resource.ts'
import type { ReadServices } from './services.ts'
import { idsAbove, idsWithChildren, isTop } from './tree/tree.ts'
import { parentIn, type ResourceTree } from './tree/tree-shape.ts'
import { idList } from './write/remove.ts'

/** Maximum rows of one branch, and of several branches in one request. */
const MAX_CHILDREN = 1000
/** Maximum rows of a tree that is read completely. */
const MAX_WHOLE_TREE = 5000

interface Opened {
  resource: Resource & { tree: ResourceTree }
  view: Readable
}

/**
 * Sets the flags of records with children. The stored flag counts children that this user may not see; without one, and
 * under row rules, visible children are queried.
 */
export async function flagChildren(
  { db }: Pick<ReadServices, 'db'>,
  resource: Resource & { tree: ResourceTree },
  view: Readable,
  records: Values[],
): Promise<void> {
  const { flag, flagColumn } = resource.tree
  if (!flag) return
  if (flagColumn !== null && (view.source.always.length === 0 || !view.columns.has(flag.key))) return
  const ids = records.map((record) => String(record.id))
  const parents = await idsWithChildren(db.app, resource, view.source.always, ids)
  for (const record of records)
    record[flag.key] = parents.has(String(record.id)) ? flag.withChildren : flag.without
}

/** The routes for trees (docs/http.md, "Trees"), for every screen with a tree. */
export function treeRoutes(
  app: FastifyInstance,
  services: ReadServices,
  place: string,
  readEntry: (request: FastifyRequest) => RegistryEntry<StoredScreen>,
  access: (request: FastifyRequest) => string,
): void {
  const config = { access, listLoad: true }
  const open = (request: FastifyRequest): Opened => {
    const entry = readEntry(request)
    const resource = getResource(entry.document, entry.documentHash, fieldValues)
    if (!resource.tree) throw appError('NOT_FOUND')
    return { resource: { ...resource, tree: resource.tree }, view: readable(services, entry, request.user) }
  }

  const read = async ({ resource, view }: Opened, listRequest: ListRequest, more: readonly Sql[]) => {
    const records = await readRecords(services, view, listRequest, more)
    await flagChildren(services, resource, view, records.records)
    return records
  }

  /** The ancestors of hits up to the top, without those that the user may not see. */
  const above = async (
    opened: Opened,
    listRequest: ListRequest,
    hits: readonly Values[],
  ): Promise<Values[]> => {
    const { resource, view } = opened
    const hitIds = new Set(hits.map((hit) => String(hit.id)))
    const parents = hits.flatMap((hit) => parentIn(resource.tree, hit) ?? [])
    const ids = (await idsAbove(services.db.app, resource, view.source.always, parents)).filter(
      (id) => !hitIds.has(id),
    )
    if (ids.length === 0) return []
    const whole = { ...listRequest, conditions: [], pageNo: 1, pageSize: ids.length }
    return (await read(opened, whole, [sql`t.id in (${sql.join(ids)})`])).records
  }

  /** The top of the tree. With conditions: the hits on any level, and `above`, their ancestors. */
  app.get(`${place}/rootList`, { config }, async (request) => {
    const opened = open(request)
    const { resource, view } = opened
    const listRequest = parseListRequest(view, request.query, isStrict(place))
    const isSearch = listRequest.conditions.length > 0
    const isLazy = resource.screen.tree?.lazy ?? true
    const isPaged = resource.screen.list?.paging ?? isLazy
    const pageRequest = isPaged ? listRequest : { ...listRequest, pageNo: 1, pageSize: MAX_WHOLE_TREE }
    const top = isSearch || !isLazy ? [] : [isTop(resource, view.source.always)]
    const hits = await read(opened, pageRequest, top)
    const found = pageOfRecords(hits, pageRequest)
    const result = await withLimits(services.db.app, view, listRequest, found)
    // A complete tree may be cut off at the end of a page: then ancestors are missing too.
    const needsAbove = isSearch || (!isLazy && isPaged)
    return ok(needsAbove ? { ...result, above: await above(opened, listRequest, hits.records) } : result)
  })

  const children = async (request: FastifyRequest, ids: readonly string[], word: string, most: number) => {
    const opened = open(request)
    const { [word]: _, ...query } = request.query as Record<string, unknown>
    const listRequest = parseListRequest(opened.view, query, isStrict(place))
    const below = sql`${opened.resource.tree.parent.ref} in (${sql.join(ids)})`
    const page = await read(opened, { ...listRequest, pageNo: 1, pageSize: most }, [below])
    return page
  }

  /** One branch: an array, or the first rows with the total when there are more. */
  app.get(`${place}/childList`, { config }, async (request) => {
    const [pid, ...others] = idList((request.query as Record<string, unknown>).pid)
    if (pid === undefined || others.length > 0) throw badParameter('pid')
    const { records, total, estimated } = await children(request, [pid], 'pid', MAX_CHILDREN)
    const isPart = total > records.length
    return ok(isPart ? { records, total, ...(estimated && { totalEstimated: true }) } : records)
  })

  /** Several branches at once, for clients that refresh open branches. */
  app.get(`${place}/getChildListBatch`, { config }, async (request) => {
    const ids = idList((request.query as Record<string, unknown>).parentIds)
    const { records, total } = await children(request, ids, 'parentIds', MAX_WHOLE_TREE)
    return ok({ records, total })
  })
}
