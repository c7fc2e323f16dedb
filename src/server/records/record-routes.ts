import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { hiddenMark } from '#runtime/record/hidden-fields.ts'
import { chainMark } from '#runtime/record/record-chain.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../documents/library/registry.ts'
import { readableScope } from '../documents/readable-scope.ts'
import { ok } from '../platform/http/envelope.ts'
import { isPlain } from './body.ts'
import { buildCaller, type Caller, isConfirmed } from './caller.ts'
import { type ExportServices, exportRoute } from './excel/export/export-route.ts'
import { listChainPlaces } from './follow-up/follow-ups.ts'
import { isStrict, parametersAt } from './generic-place.ts'
import { type Replay, writeAnswer } from './idempotency.ts'
import { answerList, bindDocument, buildCan } from './list/list-route.ts'
import { openReadable } from './read/readable-record.ts'
import type { Values } from './read/record.ts'
import { addReferencedOfRecord } from './read/referenced-values.ts'
import type { RecordTransaction } from './record-transaction.ts'
import { getResource, type Resource } from './resource.ts'
import type { RecordServices } from './services.ts'
import { writeRecords } from './transaction.ts'
import { idList, removeRecords } from './write/remove.ts'
import { prepareEdit, readId, redactForCaller } from './write/save-change.ts'
import { prepareAdd } from './write/save-new.ts'
import { keepRemoval } from './write/undo.ts'

export type RecordRouteServices = RecordServices & ExportServices

export type EntryOf = (request: FastifyRequest) => RegistryEntry<StoredScreen>

/** The screen of a request, compiled, and the request's user. */
export const openResource = (
  request: FastifyRequest,
  readEntry: EntryOf,
  services: RecordServices,
): { resource: Resource; caller: Caller } => {
  const { document, documentHash } = readEntry(request)
  return {
    resource: getResource(document, documentHash, fieldValues),
    caller: buildCaller(request.user, services),
  }
}

const defaultTexts = {
  add: '添加成功！',
  edit: '修改成功！',
  delete: '删除成功!',
  deleteBatch: '批量删除成功！',
}
type WriteTexts = typeof defaultTexts

/** An address under which the records of a screen are served. */
export interface RecordAddress {
  /** The address without its verb. */
  place: string
  /** The screen of a request; throws NOT_FOUND without one. */
  readEntry: EntryOf
  /** What a successful write answers in words, where it differs. */
  texts?: Partial<WriteTexts>
  /** What `deleteBatch` answers when it names no record. */
  idsMissing?: string
  /**
   * Clients of the contract send whole entities: keys that are no fields are ignored, and an absent or null value stays
   * unchanged.
   */
  isContract?: boolean
  /** Verbs that have routes of their own at this address. */
  omits?: readonly ('queryById' | keyof WriteTexts)[]
  /** Translates the body of an add or an edit into the keys of the document. */
  readBody?(body: unknown): unknown
  /** Runs in the transaction of an add or an edit, for parts of the body that the record does not store. */
  onSaved?(transaction: RecordTransaction, request: FastifyRequest, record: Values): Promise<void>
}

/** The body of a client of the contract without what the document does not have. */
export function knownKeys({ fields }: Pick<StoredScreen, 'fields'>, body: unknown): unknown {
  if (!isPlain(body)) return body
  const keys = new Set(['id', 'rev', ...fields.map(({ key }) => key)])
  return Object.fromEntries(Object.entries(body).filter(([key]) => keys.has(key)))
}

/** The body of a client of the contract, which may send an id as a number, and null for a value that it does not change. */
export function contractBody({ screen }: Resource, body: unknown): unknown {
  const content = knownKeys(screen, body)
  if (!isPlain(content)) return content
  const sent = Object.entries(content).filter(([, value]) => value !== null)
  return Object.fromEntries(
    sent.map(([key, value]) => [key, key === 'id' && typeof value === 'number' ? String(value) : value]),
  )
}

/** The list and the export of a screen at an address; `complete` adds the contract's other keys to the records. */
export function listRoutes(
  app: FastifyInstance,
  services: RecordRouteServices,
  { place, readEntry }: RecordAddress,
  complete?: (records: JsonObject[]) => void,
): void {
  const access = (request: FastifyRequest) =>
    readableScope(services.documents, readEntry(request).document, buildCan(request)).code
  app.get(`${place}/list`, { config: { access, listLoad: true } }, async (request) => {
    const answer = await answerList(services, readEntry(request), request, isStrict(place))
    complete?.(answer.result.records)
    return answer
  })
  exportRoute(app, services, place, readEntry)
}

/** Reading and writing the records of a request's screen; the routes of an address require the permissions. */
export interface RecordActions {
  read(request: FastifyRequest, id: string): Promise<Values>
  /** Saves a form once for each idempotency key; `body` has the keys of the document. */
  save(request: FastifyRequest, verb: 'add' | 'edit', body: unknown): Promise<Envelope>
  /** The id by which the removal can be undone; undefined where it cannot. */
  remove(request: FastifyRequest, ids: readonly string[]): Promise<string | undefined>
}

type Envelope = ReturnType<typeof ok>

/** The answer of a save as its user may see it now. */
export const replayRecord =
  (resource: Resource, caller: Caller): Replay =>
  async (at, first) => ({
    ...first,
    result: await redactForCaller(at, resource, caller, first.result as Values),
  })

export function recordActions(
  services: RecordServices,
  { readEntry, texts, isContract = false, onSaved }: Omit<RecordAddress, 'place'>,
): RecordActions {
  const { db } = services
  const messages = { ...defaultTexts, ...texts }
  const open = (request: FastifyRequest) => openResource(request, readEntry, services)
  return {
    async read(request, id) {
      const { resource, caller } = open(request)
      const { opened, record } = await openReadable(services, resource, caller, id)
      const places = listChainPlaces(services.documents, resource)
      return {
        ...record,
        ...(places.length > 0 && { [chainMark]: places }),
        ...(opened.hidden.length > 0 && { [hiddenMark]: opened.hidden }),
      }
    },

    async save(request, verb, sent) {
      const { resource, caller } = open(request)
      const prepare = verb === 'add' ? prepareAdd : prepareEdit
      const body = isContract ? contractBody(resource, sent) : sent
      // Rows that are saved separately have been confirmed when they were saved; the form does not contain them.
      const separateRows = resource.details.flatMap(({ key, field }) => (field.own ? `${pointer(key)}/` : []))
      const asksToConfirm = isConfirmed(request)
        ? undefined
        : ({ path }: Problem) => !separateRows.some((start) => path.startsWith(start))
      const prepareAnswer = async () => {
        const put = await prepare(resource, { ...caller, asksToConfirm }, body)
        return async (transaction: RecordTransaction) => {
          const result = await put(transaction)
          await onSaved?.(transaction, request, result)
          return { result, message: messages[verb] }
        }
      }
      const replay = replayRecord(resource, caller)
      const answer = await writeAnswer(services, request, resource, prepareAnswer, replay)
      await addReferencedOfRecord(services, db.app, caller, resource, answer.result as Values)
      return ok(answer.result, answer.message)
    },

    async remove(request, ids) {
      const { resource, caller } = open(request)
      return await writeRecords(services, async (transaction) => {
        const removed = await removeRecords(transaction, resource, caller, ids)
        return isContract ? undefined : await keepRemoval(transaction, resource, caller, removed)
      })
    },
  }
}

/** `queryById`, `add`, `edit`, `delete` and `deleteBatch` of the screens at an address. */
export function recordRoutes(app: FastifyInstance, services: RecordServices, address: RecordAddress): void {
  const { place, readEntry, texts, idsMissing, omits = [], readBody } = address
  const messages = { ...defaultTexts, ...texts }
  const needs = (word: string) => (request: FastifyRequest) =>
    `${getPerm(readEntry(request).document)}:${word}`
  const { read, save: saveRecord, remove } = recordActions(services, address)

  if (!omits.includes('queryById'))
    app.get(`${place}/queryById`, { config: { access: needs('detail') } }, async (request) => {
      const { id } = parametersAt(place, request.query, ['id'])
      return ok(await read(request, readId(id)))
    })

  const save = (request: FastifyRequest, verb: 'add' | 'edit') => {
    parametersAt(place, request.query, [])
    return saveRecord(request, verb, readBody ? readBody(request.body) : request.body)
  }

  if (!omits.includes('add'))
    app.post(`${place}/add`, { config: { access: needs('add') } }, (request) => save(request, 'add'))

  if (!omits.includes('edit'))
    app.route({
      method: ['PUT', 'POST'],
      url: `${place}/edit`,
      config: { access: needs('edit') },
      handler: (request) => save(request, 'edit'),
    })

  if (!omits.includes('delete'))
    app.delete(`${place}/delete`, { config: { access: needs('delete') } }, async (request) => {
      const undo = await remove(request, [readId(parametersAt(place, request.query, ['id']).id)])
      return ok(undo === undefined ? null : { undo }, messages.delete)
    })

  if (!omits.includes('deleteBatch'))
    app.delete(`${place}/deleteBatch`, { config: { access: needs('delete') } }, async (request) => {
      const undo = await remove(request, idList(parametersAt(place, request.query, ['ids']).ids, idsMissing))
      return ok(undo === undefined ? null : { undo }, messages.deleteBatch)
    })
}

/** The records of the document `id` under an address of the contract, such as `/sys/role`. */
export function aliasRecords(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  id: string,
  address: Pick<RecordAddress, 'texts' | 'omits'> = {},
): void {
  recordRoutes(app, services, {
    ...address,
    place,
    isContract: true,
    readEntry: bindDocument(services, id).entry,
  })
}
