import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { details, permOf } from '#runtime/schema/derive.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { readableScope } from '../../documents/readable-scope.ts'
import type { RegistryEntry } from '../../documents/registry.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { answerList, canOf, readable } from '../../records/list-route.ts'
import { recordActions } from '../../records/record-routes.ts'
import { badParameter } from '../../records/refuse.ts'
import { idList } from '../../records/remove.ts'
import { idOf } from '../../records/save-change.ts'
import type { RecordServices } from '../../records/services.ts'
import type { DictionaryItems } from '../../reports/services.ts'
import { fromWireRecord, listQuery, screenNames, toWireRecord } from './names.ts'
import { columnsAnswer, formAnswer, queryInfoAnswer } from './view.ts'

export type CgformServices = RecordServices & { dictionaries: DictionaryItems }

const refuse = defineRefusals({ ONLINE_NO_DB_SYNC: 'NO_DB_SYNC' })

const place = '/online/cgform/api'

/** The served screen of an id of online forms: the document's id with a dot, or the name of its table. */
export function screenEntry(
  documents: RecordServices['documents'],
  headId: string,
): RegistryEntry<StoredScreen> {
  const id = headId.replace('.', '/')
  const owner = documents.screen(id) ?? documents.entries().find((entry) => isOwner(entry, headId))
  if (owner) return owner as RegistryEntry<StoredScreen>
  // A screen whose table waits for the plan of its database changes.
  if (
    documents
      .broken()
      .get(id)
      ?.some(({ code }) => code === 'TABLE_PLAN')
  )
    throw refuse('ONLINE_NO_DB_SYNC')
  throw appError('NOT_FOUND')
}

const isOwner = ({ document, overlay }: RegistryEntry, table: string): boolean =>
  !overlay && ofKind(document, 'screen')?.table?.name === table

type OfRecord = { Params: { headId: string; dataId: string } }

/** Records of screens under the addresses of online forms (contract, section 17), with the rights of the ordinary routes. */
export const cgformRoutes: Plugin<CgformServices> = (app, services) => {
  const { documents, dictionaries } = services
  const entryOf = (request: FastifyRequest) =>
    screenEntry(documents, (request.params as { headId: string }).headId)
  const needs = (verb: string) => (request: FastifyRequest) => `${permOf(entryOf(request).document)}:${verb}`
  const listAccess = (request: FastifyRequest) =>
    readableScope(documents, entryOf(request).document, canOf(request)).code
  const list = { config: { access: listAccess, listLoad: true } }
  const actions = recordActions(services, { entryOf, isContract: true })

  /** The screen, and the keys of the fields that the user may read. */
  const open = (request: FastifyRequest) => {
    const entry = entryOf(request)
    const { columns } = readable(services, entry, request.user)
    return { screen: entry.document, isShown: (key: string) => columns.has(key), can: canOf(request) }
  }

  const columnsOf = (request: FastifyRequest) => {
    const { screen, isShown, can } = open(request)
    return columnsAnswer(screen, isShown, can, dictionaries)
  }

  app.get(`${place}/getColumns/:headId`, list, async (request) => ok(await columnsOf(request)))

  app.get(`${place}/getErpColumns/:headId`, list, async (request) => {
    const { screen } = open(request)
    const { schema } = (await formAnswer(screen, () => false, dictionaries)) as {
      schema: { properties: Record<string, object> }
    }
    return ok({ main: await columnsOf(request), subList: Object.values(schema.properties) })
  })

  app.get(`${place}/getQueryInfo/:headId`, list, async (request) => {
    const { screen, isShown } = open(request)
    return ok(queryInfoAnswer(screen, isShown))
  })

  app.get(`${place}/getFormItem/:headId`, list, async (request) => {
    const { screen, isShown } = open(request)
    return ok(await formAnswer(screen, isShown, dictionaries))
  })

  app.get(`${place}/getData/:headId`, list, async (request) => {
    const entry = entryOf(request)
    const names = screenNames(entry.document)
    const query = listQuery(names, request.query as Record<string, unknown>)
    const answer = await answerList(services, entry, { query, user: request.user })
    const records = answer.result.records.map((record) => toWireRecord(names, record))
    return ok({ ...answer.result, records, fieldList: [] })
  })

  const readOne = async (request: FastifyRequest) => {
    const { document } = entryOf(request)
    const record = await actions.read(request, idOf((request.params as { dataId: string }).dataId))
    return toWireRecord(screenNames(document), record)
  }
  for (const verb of ['form', 'detail'])
    app.get<OfRecord>(
      `${place}/${verb}/:headId/:dataId`,
      { config: { access: needs('detail') } },
      async (request) => ok(await readOne(request)),
    )

  app.post(`${place}/form/:headId`, { config: { access: needs('add') } }, async (request) => {
    const { document } = entryOf(request)
    return await actions.save(request, 'add', fromWireRecord(screenNames(document), bodyOf(request)))
  })

  app.put(`${place}/form/:headId`, { config: { access: needs('edit') } }, async (request) => {
    const { document } = entryOf(request)
    const body = bodyOf(request)
    // The rows of a client are complete: its missing rows are found among the stored ones that the user sees.
    const stored = details(document).length > 0 ? await actions.read(request, idOf(body.id)) : undefined
    return await actions.save(request, 'edit', fromWireRecord(screenNames(document), body, stored ?? {}))
  })

  app.delete<OfRecord>(
    `${place}/form/:headId/:dataId`,
    { config: { access: needs('delete') } },
    async (request) => {
      await actions.remove(request, idList(request.params.dataId))
      return ok(null, '删除成功!')
    },
  )
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (!isJsonObject(body)) throw badParameter('body')
  return body
}
