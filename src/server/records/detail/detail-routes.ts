import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { readDocumentId } from '../../documents/document-path.ts'
import { ok } from '../../platform/http/envelope.ts'
import { onlyKeys } from '../body.ts'
import { buildCaller } from '../caller.ts'
import { buildCan } from '../list/list-route.ts'
import { codesOfRows } from '../list/queried-details.ts'
import { requireGeneric } from '../own-addresses.ts'
import { isRecordId } from '../read/record.ts'
import { badParameter } from '../refuse.ts'
import { getResource } from '../resource.ts'
import type { RecordServices } from '../services.ts'
import { idList } from '../write/remove.ts'
import { readId } from '../write/save-change.ts'
import { readDetailRows } from './detail-list.ts'
import { codesOfOwnRows, type OwnRows, ownRowActions, type RowVerb } from './own-rows.ts'

interface Opened extends OwnRows {
  /** The request's other parameters. */
  query: Record<string, unknown>
}

/**
 * Routes for detail rows that are saved separately, always within one record: a user who may not see the record
 * cannot see its rows. A change of a row is a change of its record: its flow, formulas and checks apply.
 */
export function detailRoutes(app: FastifyInstance, services: RecordServices, place: string): void {
  const { db, documents } = services
  const at = `${place}/:detail`
  const rows = ownRowActions(services)

  const readDetail = (request: FastifyRequest): Pick<Opened, 'resource' | 'detail'> => {
    const { detail: key } = request.params as { detail: string }
    const entry = documents.screen(readDocumentId(request))
    if (!entry) throw appError('NOT_FOUND')
    requireGeneric(entry.document, request.routeOptions.url?.slice(place.length + 1) ?? '')
    const resource = getResource(entry.document, entry.documentHash, fieldValues)
    const detail = resource.details.find((candidate) => candidate.key === key)
    if (!detail) throw appError('NOT_FOUND')
    return { resource, detail }
  }

  /** The first code that the user lacks, in the order: the record's list, the detail field, the verb. */
  const needs = (verb: RowVerb) => (request: FastifyRequest) => {
    const { resource, detail } = readDetail(request)
    if (!detail.field.own && verb !== 'list') throw appError('NOT_FOUND')
    const codes = verb === 'list' ? codesOfRows(resource, detail) : codesOfOwnRows(resource, detail, verb)
    return codes.find((code) => !buildCan(request)(code)) ?? codes.at(-1) ?? ''
  }

  const open = (request: FastifyRequest): Opened => {
    const { master, ...query } = request.query as Record<string, unknown>
    if (typeof master !== 'string' || !isRecordId(master)) throw badParameter('master')
    return { ...readDetail(request), caller: buildCaller(request.user, services), master, query }
  }

  app.get(`${at}/list`, { config: { access: needs('list'), listLoad: true } }, async (request) => {
    const opened = open(request)
    return ok(
      await readDetailRows(services, { ...opened, refuses: true }, await rows.readMaster(db.app, opened)),
    )
  })

  app.get(`${at}/queryById`, { config: { access: needs('detail') } }, async (request) => {
    const opened = open(request)
    const { id } = onlyKeys(opened.query, ['id'])
    return ok(await rows.readRow(db.app, opened, await rows.readMaster(db.app, opened), readId(id)))
  })

  const save = async (request: FastifyRequest, mode: 'add' | 'edit') => {
    const opened = open(request)
    onlyKeys(opened.query, [])
    const { result, message } = await rows.save(request, opened, request.body, mode)
    return ok(result, message)
  }

  app.post(`${at}/add`, { config: { access: needs('add') } }, (request) => save(request, 'add'))
  app.route({
    method: ['PUT', 'POST'],
    url: `${at}/edit`,
    config: { access: needs('edit') },
    handler: (request) => save(request, 'edit'),
  })

  const remove = async (request: FastifyRequest, word: 'id' | 'ids', message: string) => {
    const opened = open(request)
    const idParameter = onlyKeys(opened.query, [word])[word]
    await rows.remove(opened, word === 'id' ? [readId(idParameter)] : idList(idParameter))
    return ok(null, message)
  }

  const deletes = { config: { access: needs('delete') } }
  app.delete(`${at}/delete`, deletes, (request) => remove(request, 'id', '删除成功!'))
  app.delete(`${at}/deleteBatch`, deletes, (request) => remove(request, 'ids', '批量删除成功！'))
}
