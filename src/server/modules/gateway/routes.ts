import Type from 'typebox'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeAnswer } from '../../records/idempotency.ts'
import { bindDocument, parseListRequest, readable, readRecords } from '../../records/list/list-route.ts'
import { readableRecord } from '../../records/read/readable-record.ts'
import { openResource, recordRoutes } from '../../records/record-routes.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import type { RecordServices } from '../../records/services.ts'
import { prepareEdit } from '../../records/write/save-change.ts'
import { prepareAdd } from '../../records/write/save-new.ts'
import { buildRecord, readFilters, readPredicates } from './wire.ts'

const MAX_ROUTES = 500
const place = '/sys/gatewayRoute'

const RouterBody = Type.Object({ router: Type.Record(Type.String(), Type.Unknown()) })

/** The register of gateway routes under the addresses of the contract. No gateway runs, so there is no cache to clear. */
export const gatewayRoutes: Plugin<RecordServices> = (app, services) => {
  const { entry, access } = bindDocument(services, 'system/gateway-route')
  recordRoutes(app, services, {
    place,
    readEntry: entry,
    isContract: true,
    texts: { delete: '删除路由成功' },
  })

  app.get(`${place}/list`, { config: { access, listLoad: true } }, async (request) => {
    const view = readable(services, entry(), request.user)
    const { records } = await readRecords(services, view, {
      ...parseListRequest(view, {}),
      pageSize: MAX_ROUTES,
    })
    const { resource, caller } = openResource(request, entry, services)
    const routes: JsonObject[] = []
    for (const { id } of records) {
      const route = await readableRecord(services, resource, caller, String(id))
      routes.push({
        ...route,
        predicates: readPredicates(route.predicates),
        filters: readFilters(route.filters),
      })
    }
    return ok(routes)
  })

  app.route({
    method: 'POST',
    url: `${place}/updateAll`,
    config: { access: 'system:gateway:edit' },
    schema: { body: RouterBody },
    handler: async (request) => {
      const { resource, caller } = openResource(request, entry, services)
      const sent = buildRecord(request.body.router)
      const isNew = typeof sent.id !== 'string' || sent.id === ''
      const { result, message } = await writeAnswer(services, request, resource, async () => {
        const stored = isNew ? {} : await readableRecord(services, resource, caller, String(sent.id))
        const body = isNew ? sent : { ...sent, ...replaced(sent, stored) }
        const put = await (isNew ? prepareAdd : prepareEdit)(resource, caller, body)
        return async (transaction: RecordTransaction) => {
          await put(transaction)
          return { result: null, message: '操作成功！' }
        }
      })
      return ok(result, message)
    },
  })

  app.get(`${place}/clearRedis`, { config: { access: 'system:gateway:edit', changes: true } }, async () =>
    ok(null, '清除成功！'),
  )
}

/** The change of rows that puts the sent ones in the place of all stored ones. */
function replaced(sent: JsonObject, stored: JsonObject): JsonObject {
  const listIds = (rows: unknown): unknown[] => (Array.isArray(rows) ? rows.map(({ id }) => id) : [])
  return Object.fromEntries(
    ['predicates', 'filters'].map((key) => [
      key,
      { added: sent[key], changed: [], removed: listIds(stored[key]) },
    ]),
  )
}
