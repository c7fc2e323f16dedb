import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { details } from '#runtime/schema/derive.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { buildCaller } from '../../records/caller.ts'
import { codesOfOwnRows, ownRowActions } from '../../records/detail/own-rows.ts'
import { answerList, buildCan, readable } from '../../records/list/list-route.ts'
import { recordActions } from '../../records/record-routes.ts'
import { badParameter } from '../../records/refuse.ts'
import type { DetailResource } from '../../records/resource.ts'
import { idList } from '../../records/write/remove.ts'
import { readId } from '../../records/write/save-change.ts'
import { listDetailRows, readDetailRow, readForeignKey } from './detail-rows.ts'
import { detailFormView, formView, queryInfoView, queryPropertiesView } from './form-view.ts'
import { columnsView, detailColumnsView } from './list-view.ts'
import { fromWireRecord, listQuery, screenNames, toWireRecord, toWireRow } from './names.ts'
import { readableDetails } from './options.ts'
import { detailIn, type OpenedDetail, type RowEdit, rowEdit, rowRemoval } from './row-edits.ts'
import { type CgformServices, screenAccess } from './screens.ts'
import { treeView } from './tree-view.ts'

const place = '/online/cgform/api'
const messages = { add: '添加成功！', edit: '修改成功！', delete: '删除成功!' }

type OfRecord = { Params: { headId: string; dataId: string } }

/** Records of screens under the addresses of online forms (docs/http.md, "Records of online forms"), with the rights of the ordinary routes. */
export const cgformRoutes: Plugin<CgformServices> = (app, services) => {
  const { dictionaries } = services
  const { readEntry, openScreen, needs, list } = screenAccess(services)
  const actions = recordActions(services, { readEntry, isContract: true })

  /** The screen, and what the user may see of it. */
  const open = (request: FastifyRequest) => {
    const { entry, detail } = openScreen(request)
    const { columns } = readable(services, entry, request.user)
    const viewer = { isShown: (key: string) => columns.has(key), can: buildCan(request) }
    return { screen: entry.document, detail, viewer }
  }

  app.get(`${place}/getColumns/:headId`, list, async (request) => {
    const { screen, detail, viewer } = open(request)
    return ok(
      detail
        ? await detailColumnsView(screen, detail, viewer, dictionaries)
        : await columnsView(screen, viewer, dictionaries),
    )
  })

  app.get(`${place}/getErpColumns/:headId`, list, async (request) => {
    const { screen, viewer } = open(request)
    const detailTables = readableDetails(screen, viewer)
    return ok({
      main: await columnsView(screen, viewer, dictionaries),
      subList: await Promise.all(
        detailTables.map((detail) => detailColumnsView(screen, detail, viewer, dictionaries)),
      ),
    })
  })

  app.get(`${place}/getQueryInfo/:headId`, list, async (request) => {
    const { screen, viewer } = open(request)
    return ok(queryInfoView(screen, viewer))
  })

  app.get(`${place}/getQueryInfoVue3/:headId`, list, async (request) => {
    const { screen, viewer } = open(request)
    return ok(await queryPropertiesView(screen, viewer, dictionaries))
  })

  for (const verb of ['getFormItem', 'getFormItemBytbname', 'getErpFormItem'])
    app.get(`${place}/${verb}/:headId`, list, async (request) => {
      const { screen, detail, viewer } = open(request)
      if (!detail) return ok(await formView(screen, viewer, dictionaries))
      if (!readableDetails(screen, viewer).includes(detail)) throw appError('NO_DATA_PERMISSION')
      return ok(await detailFormView(screen, detail, viewer, dictionaries))
    })

  // No script of a form runs here; its rules are in the document.
  app.get(`${place}/getEnhanceJs/:headId`, list, async () => ok(''))

  app.get(`${place}/getData/:headId`, list, async (request) => {
    const { entry, detail } = openScreen(request)
    const names = screenNames(entry.document)
    if (detail) {
      // The pane of an ERP list names the main record by the foreign key of its rows.
      const { [readForeignKey(services, request)]: mainId, ...rest } = request.query as JsonObject
      return ok({ ...(await listDetailRows(services, request, mainId, rest)), fieldList: [] })
    }
    const query = listQuery(names, request.query as JsonObject)
    const answer = await answerList(services, entry, { query, user: request.user })
    const records = answer.result.records.map((record) => toWireRecord(names, record))
    return ok({ ...answer.result, records, fieldList: [] })
  })

  app.get(`${place}/getTreeData/:headId`, list, async (request) =>
    ok(
      await treeView(services, readEntry(request), {
        query: request.query as JsonObject,
        user: request.user,
      }),
    ),
  )

  const readOne = async (request: FastifyRequest) => {
    const { entry, detail } = openScreen(request)
    const id = readId((request.params as { dataId: string }).dataId)
    if (detail) return await readDetailRow(services, request, id)
    const record = await actions.read(request, id)
    return toWireRecord(screenNames(entry.document), record)
  }
  for (const verb of ['form', 'detail', 'form/table_name'])
    app.get<OfRecord>(
      `${place}/${verb}/:headId/:dataId`,
      { config: { access: needs('detail') } },
      async (request) => ok(await readOne(request)),
    )

  const ownRows = ownRowActions(services)

  /** Saves a row of a detail: by itself where its rows are saved so, else as an edit of the revision of its record. */
  const saveRow = async (
    request: FastifyRequest,
    { resource, detail }: OpenedDetail,
    verb: 'add' | 'edit',
  ) => {
    const { recordId, delta } = await rowEdit(services, request, detail, readBody(request), verb === 'add')
    if (!detail.field.own) return editRows(request, detail, { recordId, delta }, messages[verb])
    const opened = { resource, detail, caller: buildCaller(request.user, services), master: recordId }
    const [row] = [...delta.added, ...delta.changed]
    const { result, message } = await ownRows.save(request, opened, row, verb)
    const names = screenNames(resource.screen).details.find(({ key }) => key === detail.key)
    return ok(names ? toWireRow(names, result as JsonObject) : result, message)
  }

  const editRows = async (
    request: FastifyRequest,
    { key }: DetailResource,
    { recordId, delta }: RowEdit,
    message: string,
  ) => {
    const { rev } = await actions.read(request, recordId)
    const { result } = await actions.save(request, 'edit', { id: recordId, [key]: delta, rev })
    return ok(result, message)
  }

  const removeRows = async (
    request: FastifyRequest,
    { resource, detail }: OpenedDetail,
    ids: readonly string[],
  ) => {
    const edit = await rowRemoval(services, request, detail, ids)
    if (!detail.field.own) return editRows(request, detail, edit, messages.delete)
    const caller = buildCaller(request.user, services)
    await ownRows.remove({ resource, detail, caller, master: edit.recordId }, ids)
    return ok(null, messages.delete)
  }

  const needsOfForm = (verb: 'add' | 'edit' | 'delete') => (request: FastifyRequest) => {
    const opened = detailIn(services, request)
    if (!opened?.detail.field.own) return needs(opened ? 'edit' : verb)(request)
    const codes = codesOfOwnRows(opened.resource, opened.detail, verb)
    return codes.find((code) => !buildCan(request)(code)) ?? codes.at(-1) ?? ''
  }

  for (const verb of ['form', 'crazyForm']) {
    app.post(`${place}/${verb}/:headId`, { config: { access: needsOfForm('add') } }, async (request) => {
      const opened = detailIn(services, request)
      if (opened) return saveRow(request, opened, 'add')
      const { document } = readEntry(request)
      return await actions.save(request, 'add', fromWireRecord(screenNames(document), readBody(request)))
    })

    app.put(`${place}/${verb}/:headId`, { config: { access: needsOfForm('edit') } }, async (request) => {
      const opened = detailIn(services, request)
      if (opened) return saveRow(request, opened, 'edit')
      const { document } = readEntry(request)
      const body = readBody(request)
      // The rows of a client are complete: its missing rows are found among the stored ones that the user sees.
      const stored = details(document).length > 0 ? await actions.read(request, readId(body.id)) : undefined
      return await actions.save(request, 'edit', fromWireRecord(screenNames(document), body, stored ?? {}))
    })
  }

  app.delete<OfRecord>(
    `${place}/form/:headId/:dataId`,
    { config: { access: needsOfForm('delete') } },
    async (request) => {
      const ids = idList(request.params.dataId)
      const opened = detailIn(services, request)
      if (opened) return removeRows(request, opened, ids)
      await actions.remove(request, ids)
      return ok(null, messages.delete)
    },
  )
}

function readBody({ body }: FastifyRequest): JsonObject {
  if (!isJsonObject(body)) throw badParameter('body')
  return body
}
