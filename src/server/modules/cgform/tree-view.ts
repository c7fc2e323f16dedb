import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import { getColumnName } from '../../documents/plan/tables.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { pageOfRecords, parseListRequest, readable, readRecords } from '../../records/list/list-route.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'
import { isTop } from '../../records/tree/tree.ts'
import { flagChildren } from '../../records/tree-routes.ts'
import { idList } from '../../records/write/remove.ts'
import { listQuery, screenNames, toWireRecord } from './names.ts'

/**
 * One level of a tree list (docs/http.md, "Tree records"): its top, the children of the records that the query names by the
 * column of the parent, or with `hasQuery` the hits on all levels.
 */
export async function treeView(
  services: ReadServices,
  entry: RegistryEntry<StoredScreen>,
  { query, user }: { query: JsonObject; user: SessionUser },
) {
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const { tree, screen } = resource
  if (!tree) throw appError('NOT_FOUND')
  const parentColumn = tree.parent.name
  const flagKey = screen.tree?.hasChild ?? screen.tree?.leaf
  const flagField = screen.fields.find(({ key }) => key === flagKey)
  // Clients send the flag of the opened row back; it is no condition.
  const { [parentColumn]: parents, [flagField ? getColumnName(flagField) : '']: _, hasQuery, ...rest } = query
  const names = screenNames(screen)
  const view = readable(services, entry, user)
  const request = parseListRequest(view, listQuery(names, rest))
  const isSearch = hasQuery === 'true' && request.conditions.length > 0
  const level =
    parents === undefined || parents === ''
      ? isTop(resource, view.source.always)
      : sql<boolean>`${tree.parent.ref} in (${sql.join(idList(parents))})`
  const found = await readRecords(services, view, request, isSearch ? [] : [level])
  await flagChildren(services, { ...resource, tree }, view, found.records)
  const result = pageOfRecords(found, request)
  return { ...result, records: result.records.map((record) => toWireRecord(names, record)), fieldList: [] }
}
