import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { permOf } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../documents/registry.ts'
import { ok } from '../platform/http/envelope.ts'
import { onlyKeys } from './body.ts'
import { type Caller, callerOf } from './caller.ts'
import { translateConflict } from './conflict.ts'
import { type Answer, attemptOf, firstAnswer, once, type Replay } from './idempotency.ts'
import { documentOf } from './list-route.ts'
import { readHead, type Values, visibleTo, withDetails } from './record.ts'
import { addReferencedOfRecord } from './referenced-values.ts'
import { notFound } from './refuse.ts'
import { idList, removeRecords } from './remove.ts'
import { type Resource, resourceOf } from './resource.ts'
import { idOf, prepareEdit, seenAgain } from './save-change.ts'
import { prepareAdd } from './save-new.ts'
import type { RecordServices } from './services.ts'
import { type RecordTransaction, writeRecords } from './transaction.ts'

type EntryOf = (request: FastifyRequest) => RegistryEntry<StoredScreen>

/** The screen of a request, compiled, and the request's user. */
export const openResource = (
  request: FastifyRequest,
  entryOf: EntryOf,
  services: RecordServices,
): { resource: Resource; caller: Caller } => {
  const { document, documentHash } = entryOf(request)
  return {
    resource: resourceOf(document, documentHash, fieldValues),
    caller: callerOf(request.user, services),
  }
}

/** Writes records in one transaction; a violated constraint becomes the problem of its field. */
export const writeAnswer = (
  services: RecordServices,
  resource: Resource,
  work: (transaction: RecordTransaction) => Promise<Answer>,
): Promise<Answer> =>
  writeRecords(services, work).catch((error: unknown) => {
    throw translateConflict(resource, error)
  })

/** What a successful write answers in words. */
export interface WriteMessages {
  add: string
  edit: string
  delete: string
  deleteBatch: string
}

const defaultMessages: WriteMessages = {
  add: '添加成功！',
  edit: '修改成功！',
  delete: '删除成功!',
  deleteBatch: '批量删除成功！',
}

/** `queryById`, `add`, `edit`, `delete` and `deleteBatch` under an address, for the screen that `entryOf` returns. */
export function recordRoutes(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  entryOf: EntryOf,
  messages: WriteMessages = defaultMessages,
  /** Verbs that the caller answers with routes of its own; `delete` means both deletions. */
  except: ReadonlySet<keyof WriteMessages> = new Set(),
): void {
  const { db } = services
  const needs = (word: string) => (request: FastifyRequest) => `${permOf(entryOf(request).document)}:${word}`
  const open = (request: FastifyRequest) => openResource(request, entryOf, services)

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
    const answer = await writeAnswer(services, resource, (transaction) =>
      once(
        transaction.trx,
        attempt,
        async () => ({
          result: await put(transaction),
          message: messages[verb],
        }),
        replay,
      ),
    )
    await addReferencedOfRecord(services, db.app, caller, resource, answer.result as Values)
    return ok(answer.result, answer.message)
  }

  if (!except.has('add'))
    app.post(`${place}/add`, { config: { access: needs('add') } }, (request) =>
      save(request, 'add', prepareAdd),
    )

  app.route({
    method: ['PUT', 'POST'],
    url: `${place}/edit`,
    config: { access: needs('edit') },
    handler: (request) => save(request, 'edit', prepareEdit),
  })

  if (except.has('delete')) return
  app.delete(`${place}/delete`, { config: { access: needs('delete') } }, async (request) => {
    const { resource, caller } = open(request)
    const id = idOf(onlyKeys(request.query, ['id']).id)
    await writeRecords(services, (transaction) => removeRecords(transaction, resource, caller, [id]))
    return ok(null, messages.delete)
  })

  app.delete(`${place}/deleteBatch`, { config: { access: needs('delete') } }, async (request) => {
    const { resource, caller } = open(request)
    const ids = idList(onlyKeys(request.query, ['ids']).ids)
    await writeRecords(services, (transaction) => removeRecords(transaction, resource, caller, ids))
    return ok(null, messages.deleteBatch)
  })
}

/** The records of the document `id` under an address of the contract, such as `/sys/role`. */
export function aliasRecords(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  id: string,
  messages: Partial<WriteMessages> = {},
  except: readonly (keyof WriteMessages)[] = [],
): void {
  const texts = { ...defaultMessages, ...messages }
  recordRoutes(app, services, place, documentOf(services, id).entry, texts, new Set(except))
}
