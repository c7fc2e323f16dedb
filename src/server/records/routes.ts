import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { permOf } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readableScope } from '../documents/readable-scope.ts'
import type { RegistryEntry } from '../documents/registry.ts'
import { ok } from '../platform/http/envelope.ts'
import { onlyKeys } from './body.ts'
import { type Caller, callerOf } from './caller.ts'
import { translateConflict } from './conflict.ts'
import { detailRoutes } from './detail-routes.ts'
import { type ExportServices, exportRoute } from './excel/export-route.ts'
import { type Answer, attemptOf, firstAnswer, once, type Replay } from './idempotency.ts'
import { answerList, canOf } from './list-route.ts'
import { answerOf, moveRecords } from './move.ts'
import { readHead, type Values, visibleTo, withDetails } from './record.ts'
import { addReferencedOfRecord } from './referenced-values.ts'
import { notFound } from './refuse.ts'
import { idList, removeRecords } from './remove.ts'
import { type Resource, resourceOf } from './resource.ts'
import { retryOnNewTables } from './retry.ts'
import { idOf, prepareEdit, seenAgain } from './save-change.ts'
import { prepareAdd } from './save-new.ts'
import type { RecordServices } from './services.ts'
import { summaryRoute } from './summary-route.ts'
import { type RecordTransaction, writeRecords } from './transaction.ts'
import { treeRoutes } from './tree-routes.ts'

const place = '/resource/:group/:name'

/** The generic routes: every screen without an address of its own is served by these. */
export function resourceRoutes(app: FastifyInstance, services: RecordServices & ExportServices): void {
  const { db, documents } = services
  retryOnNewTables(app, documents)

  const entryOf = (request: FastifyRequest): RegistryEntry<StoredScreen> => {
    const { group, name } = request.params as { group: string; name: string }
    const entry = documents.screen(`${group}/${name}`)
    const verb = request.routeOptions.url?.split('/').at(-1) ?? ''
    // A verb with a route of its own is answered by that route only, under its rules.
    if (!entry || entry.document.url?.[verb] !== undefined) throw appError('NOT_FOUND')
    return entry
  }
  const listAccess = (request: FastifyRequest) =>
    readableScope(documents, entryOf(request).document, canOf(request)).code
  const needs = (word: string) => (request: FastifyRequest) => `${permOf(entryOf(request).document)}:${word}`
  const open = (request: FastifyRequest): { resource: Resource; caller: Caller } => {
    const { document, documentHash } = entryOf(request)
    return {
      resource: resourceOf(document, documentHash, fieldValues),
      caller: callerOf(request.user, services),
    }
  }

  const write = (
    resource: Resource,
    work: (transaction: RecordTransaction) => Promise<Answer>,
  ): Promise<Answer> =>
    writeRecords(services, work).catch((error: unknown) => {
      throw translateConflict(resource, error)
    })

  app.get(`${place}/list`, { config: { access: listAccess, listLoad: true } }, (request) =>
    answerList(services, entryOf(request), request),
  )
  treeRoutes(app, services, place, entryOf, listAccess)
  summaryRoute(app, services, place, entryOf, listAccess)
  exportRoute(app, services, place, entryOf)

  app.get(`${place}/queryById`, { config: { access: needs('detail') } }, async (request) => {
    const { resource, caller } = open(request)
    const { id } = onlyKeys(request.query, ['id'])
    const head = await readHead(db.app, resource, idOf(id), caller.rules(resource))
    if (!head) throw notFound()
    const record = visibleTo(resource, await withDetails(db.app, resource, head), caller.can)
    await addReferencedOfRecord(services, db.app, caller, resource, record)
    return ok(record)
  })

  /** Saves a form: reads and checks first, then writes once for each key in one transaction. */
  const save = async (
    request: FastifyRequest,
    verb: 'add' | 'edit',
    prepare: typeof prepareAdd | typeof prepareEdit,
    message: string,
  ) => {
    const { resource, caller } = open(request)
    onlyKeys(request.query, [])
    const identity = [verb, resource.screen.id, request.body]
    const attempt = attemptOf(request.headers['idempotency-key'], caller.user.id, identity)
    // A stored answer is not checked again, because it might not pass a second time.
    const replay: Replay = async (at, first) => ({
      ...first,
      result: await seenAgain(at, resource, caller, first.result as Values),
    })
    const previous = await firstAnswer(db.app, attempt, replay)
    if (previous) return ok(previous.result, previous.message)
    const asksToConfirm = request.headers['x-confirm-warnings'] !== 'true'
    const put = await prepare(resource, { ...caller, asksToConfirm }, request.body)
    const answer = await write(resource, (transaction) =>
      once(transaction.trx, attempt, async () => ({ result: await put(transaction), message }), replay),
    )
    await addReferencedOfRecord(services, db.app, caller, resource, answer.result as Values)
    return ok(answer.result, answer.message)
  }

  app.post(`${place}/add`, { config: { access: needs('add') } }, (request) =>
    save(request, 'add', prepareAdd, '添加成功！'),
  )

  app.route({
    method: ['PUT', 'POST'],
    url: `${place}/edit`,
    config: { access: needs('edit') },
    handler: (request) => save(request, 'edit', prepareEdit, '修改成功！'),
  })

  app.delete(`${place}/delete`, { config: { access: needs('delete') } }, async (request) => {
    const { resource, caller } = open(request)
    const id = idOf(onlyKeys(request.query, ['id']).id)
    await writeRecords(services, (transaction) => removeRecords(transaction, resource, caller, [id]))
    return ok(null, '删除成功!')
  })

  app.delete(`${place}/deleteBatch`, { config: { access: needs('delete') } }, async (request) => {
    const { resource, caller } = open(request)
    const ids = idList(onlyKeys(request.query, ['ids']).ids)
    await writeRecords(services, (transaction) => removeRecords(transaction, resource, caller, ids))
    return ok(null, '批量删除成功！')
  })

  const moveOf = (request: FastifyRequest) => {
    const { code } = request.params as { code: string }
    const move = entryOf(request).document.flow?.moves.find((entry) => entry.code === code)
    if (!move) throw appError('NOT_FOUND')
    return move
  }
  const needsMove = (request: FastifyRequest) => needs(moveOf(request).code)(request)

  app.post(`${place}/move/:code`, { config: { access: needsMove } }, async (request) => {
    const { resource, caller } = open(request)
    onlyKeys(request.query, [])
    const body = onlyKeys(request.body, ['ids', 'answer'])
    const ids = idList(body.ids)
    const move = moveOf(request)
    const answer = answerOf(resource, move, body.answer)
    const count = await writeRecords(services, (transaction) =>
      moveRecords(transaction, resource, caller, move, ids, answer),
    )
    return ok({ count }, move.done ?? `${move.title}成功`)
  })
  detailRoutes(app, services, place, write)
}
