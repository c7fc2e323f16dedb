import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appError, errorText } from '#runtime/kernel/errors.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { isIncomplete, listFieldKeys, readQuery } from '#runtime/rules/advanced-query/read.ts'
import type { StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import { DocumentPath, readDocumentId } from '../../documents/document-path.ts'
import { readableScope } from '../../documents/readable-scope.ts'
import type { Registration } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { HttpServices } from '../../platform/services.ts'
import { buildCan } from '../../records/list/list-route.ts'
import { badParameter } from '../../records/refuse.ts'
import type { ReadServices } from '../../records/services.ts'
import { newId } from '../../records/write.ts'
import { fieldsOfView, readableFields } from './readable-fields.ts'
import {
  DefaultBody,
  DeleteQuery,
  OrderBody,
  RenameBody,
  SaveBody,
  TakeOverBody,
  UpdateBody,
  type ViewSettings,
} from './shape.ts'
import {
  countOwn,
  type Editor,
  findQueries,
  removeQuery,
  renameQuery,
  type SavedQuery,
  setDefault,
  storeOrder,
  storeQuery,
  updateQuery,
} from './store.ts'

const publishCode = 'sys:query:publish'

/** The right to publish queries to all users of a list, and to correct and withdraw those of others. */
export const publishPermission: Registration = {
  owner: 'system',
  codes: [{ code: publishCode, title: '发布公共视图' }],
  listCode: publishCode,
}

export type SavedQueryServices = Pick<ReadServices, 'db' | 'documents'> & Pick<HttpServices, 'permissions'>

/** Maximum saved queries of one user for one list. */
const MAX_OWN = 100

const refuse = defineRefusals({
  SAVED_QUERY_EMPTY: '空条件不能保存',
  SAVED_QUERY_FIELD: '查询条件里有不存在的字段，或您无权查看的字段',
  SAVED_QUERY_NAME: '保存名称不能为空',
  SAVED_QUERY_EXISTS: '{name} 已存在，是否覆盖？',
  SAVED_QUERY_TAKEN: '已有名为「{name}」的视图，请换一个名称',
  SAVED_QUERY_FULL: '每个页面最多保存 {max} 个视图，请先删除不用的',
  SAVED_QUERY_DEPART: '您尚未设置部门信息，不能保存为本部门可见',
})

const place = '/sys/savedQuery/:group/:name'

/** The saved queries of a list, for the users who may open it. */
export function savedQueryRoutes(
  app: FastifyInstance,
  { db, documents, permissions }: SavedQueryServices,
): void {
  const readList = (request: FastifyRequest): StoredScreen | StoredReport => {
    const id = readDocumentId(request)
    const entry = documents.screen(id) ?? documents.report(id)
    if (!entry) throw appError('NOT_FOUND')
    return entry.document
  }
  const access = (request: FastifyRequest) =>
    readableScope(documents, readList(request), buildCan(request)).code
  const config = { access }

  /** Whether the user may read every field that a query names: its values may be values of fields. */
  const buildFieldCheck = (request: FastifyRequest) => {
    const readable = readableFields(documents, readList(request), buildCan(request))
    return (query: ConditionGroup, settings: ViewSettings | null = null) =>
      [...listFieldKeys(query), ...(settings ? fieldsOfView(settings) : [])].every((field) =>
        readable.has(field),
      )
  }

  /** The conditions of a query that the user may save. */
  const readContent = (
    request: FastifyRequest,
    { matchType, records, settings }: Pick<UpdateBody, 'matchType' | 'records' | 'settings'>,
  ): ConditionGroup => {
    const query = readQuery(matchType, records)
    if (!query) throw badParameter('records')
    // A view may have no advanced query.
    const isView = settings !== undefined && query.params.length === 0
    if (!isView && isIncomplete(query)) throw refuse('SAVED_QUERY_EMPTY')
    if (!buildFieldCheck(request)(query, settings)) throw refuse('SAVED_QUERY_FIELD')
    return query
  }
  const readEditor = (request: FastifyRequest): Editor => {
    const { user } = request
    return { screen: readList(request).id, user, anyPublic: holds(user, publishCode) }
  }

  app.get(`${place}/list`, { config, schema: { params: DocumentPath } }, async (request) => {
    const isReadable = buildFieldCheck(request)
    const queries = await findQueries(db.app, readList(request).id, request.user)
    const isRunnable = ({ matchType, records, settings }: SavedQuery) => {
      const query = readQuery(matchType, records)
      return query !== null && isReadable(query, settings)
    }
    return ok(queries.filter((query) => query.isOwn || isRunnable(query)))
  })

  app.route({
    method: 'POST',
    url: `${place}/save`,
    config,
    schema: { params: DocumentPath, body: SaveBody },
    handler: async (request) => {
      const { body, user } = request
      const title = body.title.trim()
      if (title === '') throw refuse('SAVED_QUERY_NAME')
      const { visibility, matchType, settings, overwrite: replaces = false } = body
      const query = readContent(request, body)
      if (visibility === 'public' && !holds(user, publishCode))
        throw appError('FORBIDDEN', { result: await permissions.explain(publishCode) })
      if (visibility === 'depart' && user.orgCode === '') throw refuse('SAVED_QUERY_DEPART')
      const screen = readList(request).id
      const id = await db.write(async (trx) => {
        const count = await countOwn(trx, screen, user)
        const saved = { title, matchType, records: query.params, settings, visibility }
        const fresh = newId()
        const stored = await storeQuery(trx, fresh, screen, user, saved, replaces)
        if (stored === undefined) throw refuse('SAVED_QUERY_EXISTS', { values: { name: title } })
        // A new one, and none that it replaces.
        if (stored === fresh && count >= MAX_OWN)
          throw refuse('SAVED_QUERY_FULL', { values: { max: MAX_OWN } })
        return stored
      })
      return ok({ id }, errorText('SAVED'))
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/update`,
    config,
    schema: { params: DocumentPath, body: UpdateBody },
    handler: async (request) => {
      const { id, matchType, settings } = request.body
      const { params: records } = readContent(request, request.body)
      const isUpdated = await db.write((trx) =>
        updateQuery(trx, readEditor(request), id, { matchType, records, settings }),
      )
      if (!isUpdated) throw appError('NO_ENTITY')
      return ok(null, errorText('SAVED'))
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/rename`,
    config,
    schema: { params: DocumentPath, body: RenameBody },
    handler: async (request) => {
      const title = request.body.title.trim()
      if (title === '') throw refuse('SAVED_QUERY_NAME')
      const { id } = request.body
      const outcome = await db.write((trx) => renameQuery(trx, readEditor(request), { id, title }))
      if (outcome === 'missing') throw appError('NO_ENTITY')
      if (outcome === 'taken') throw refuse('SAVED_QUERY_TAKEN', { values: { name: title } })
      return ok(null, errorText('SAVED'))
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/order`,
    config,
    schema: { params: DocumentPath, body: OrderBody },
    handler: async (request) => {
      const screen = readList(request).id
      await db.write((trx) => storeOrder(trx, screen, request.user, request.body.ids))
      return ok(null, errorText('SAVED'))
    },
  })

  app.route({
    method: 'POST',
    url: `${place}/takeOver`,
    config,
    schema: { params: DocumentPath, body: TakeOverBody },
    handler: async (request) => {
      const { user } = request
      const screen = readList(request).id
      const isReadable = buildFieldCheck(request)
      const queries = request.body.queries.flatMap(({ title, matchType, records }) => {
        const query = readQuery(matchType, records)
        const isUsable = query && !isIncomplete(query) && isReadable(query) && title.trim() !== ''
        return isUsable
          ? [{ title: title.trim(), matchType, records: query.params, visibility: 'private' as const }]
          : []
      })
      const count = await db.write(async (trx) => {
        const free = MAX_OWN - (await countOwn(trx, screen, user))
        let stored = 0
        for (const query of queries.slice(0, Math.max(0, free)))
          if (await storeQuery(trx, newId(), screen, user, query, false)) stored += 1
        return stored
      })
      return ok({ count })
    },
  })

  app.route({
    method: 'DELETE',
    url: `${place}/delete`,
    config,
    schema: { params: DocumentPath, querystring: DeleteQuery },
    handler: async (request) => {
      const isRemoved = await db.write((trx) => removeQuery(trx, readEditor(request), request.query.id))
      if (!isRemoved) throw appError('NO_ENTITY')
      return ok(null, '删除成功!')
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/default`,
    config,
    schema: { params: DocumentPath, body: DefaultBody },
    handler: async (request) => {
      const { user, body } = request
      const screen = readList(request).id
      await db.write(async (trx) => {
        if (!(await setDefault(trx, screen, user, body.id))) throw appError('NO_ENTITY')
      })
      return ok(null, '设置成功')
    },
  })
}
