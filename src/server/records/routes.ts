import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readDocumentId } from '../documents/document-path.ts'
import type { RegistryEntry } from '../documents/library/registry.ts'
import { readableScope } from '../documents/readable-scope.ts'
import { ok } from '../platform/http/envelope.ts'
import { onlyKeys } from './body.ts'
import { detailRoutes } from './detail/detail-routes.ts'
import { followUpRoutes } from './following/routes.ts'
import { genericPlace } from './generic-place.ts'
import { buildCan } from './list/list-route.ts'
import { referencedRoutes } from './list/referenced-route.ts'
import { groupsRoute, summaryRoute } from './list/summary-route.ts'
import { moveRecords, readAnswer } from './move/move.ts'
import { nextMovesRoute } from './move/next-moves.ts'
import { movesRoute } from './move/record-moves.ts'
import { requireGeneric } from './own-addresses.ts'
import { type PrintServices, printRoute } from './print/print-route.ts'
import { listRoutes, openResource, type RecordRouteServices, recordRoutes } from './record-routes.ts'
import { writeRecords } from './transaction.ts'
import { treeRoutes } from './tree-routes.ts'
import { addBatchRoute } from './write/add-batch.ts'
import { editBatchRoute } from './write/edit-batch.ts'
import { idList } from './write/remove.ts'
import { retryOnNewTables } from './write/retry.ts'
import { keepMove } from './write/undo.ts'
import { undoRoute } from './write/undo-route.ts'

/** The generic routes: every screen without an address of its own is served by these. */
export function resourceRoutes(app: FastifyInstance, services: RecordRouteServices & PrintServices): void {
  const { documents } = services
  retryOnNewTables(app, documents)

  const readEntry = (request: FastifyRequest): RegistryEntry<StoredScreen> => {
    const entry = documents.screen(readDocumentId(request))
    if (!entry) throw appError('NOT_FOUND')
    requireGeneric(entry.document, request.routeOptions.url?.slice(genericPlace.length + 1) ?? '')
    return entry
  }
  const listAccess = (request: FastifyRequest) =>
    readableScope(documents, readEntry(request).document, buildCan(request)).code
  const needs = (word: string) => (request: FastifyRequest) =>
    `${getPerm(readEntry(request).document)}:${word}`
  treeRoutes(app, services, genericPlace, readEntry, listAccess)
  summaryRoute(app, services, genericPlace, readEntry, listAccess)
  groupsRoute(app, services, genericPlace, readEntry, listAccess)
  listRoutes(app, services, { place: genericPlace, readEntry })
  recordRoutes(app, services, { place: genericPlace, readEntry })
  printRoute(app, services, genericPlace, readEntry)
  referencedRoutes(app, services, genericPlace, readEntry)
  movesRoute(app, services, genericPlace, readEntry)
  nextMovesRoute(app, services, genericPlace, readEntry)
  followUpRoutes(app, services, genericPlace, readEntry)

  const readMove = (request: FastifyRequest) => {
    const { code } = request.params as { code: string }
    const move = readEntry(request).document.flow?.moves.find((entry) => entry.code === code)
    if (!move) throw appError('NOT_FOUND')
    return move
  }
  const needsMove = (request: FastifyRequest) => needs(readMove(request).code)(request)

  app.post(`${genericPlace}/move/:code`, { config: { access: needsMove } }, async (request) => {
    const { resource, caller } = openResource(request, readEntry, services)
    onlyKeys(request.query, [])
    const body = onlyKeys(request.body, ['ids', 'answer'])
    const ids = idList(body.ids)
    const move = readMove(request)
    const answer = readAnswer(resource, move, body.answer)
    const result = await writeRecords(services, async (transaction) => {
      const moved = await moveRecords(transaction, resource, caller, move, ids, answer)
      const undo = await keepMove(transaction, resource, caller, move, moved)
      return { count: moved.length, ...(undo !== undefined && { undo }) }
    })
    return ok(result, move.done ?? `${move.title}成功`)
  })
  undoRoute(app, services, genericPlace, readEntry)
  editBatchRoute(app, services, genericPlace, readEntry)
  addBatchRoute(app, services, genericPlace, readEntry)
  detailRoutes(app, services, genericPlace)
}
