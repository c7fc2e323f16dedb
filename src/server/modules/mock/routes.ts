import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { listRows } from './list-rows.ts'
import { mockRecords, mockRows } from './rows.ts'

/** Holders see the example pages and their sample data. */
export const examplesCode = 'example:view'

const access = { access: examplesCode, listLoad: true }
const Condition = Type.String({ maxLength: 500 })
/** The parameters of a list request; any other name is a condition. */
const ListQuery = Type.Object(
  {
    pageNo: Type.Integer({ minimum: 1, default: 1 }),
    pageSize: Type.Integer({ minimum: 1, maximum: 200, default: 10 }),
    column: Type.String({ maxLength: 200, default: '' }),
    order: Type.String({ maxLength: 200, default: 'desc' }),
  },
  { additionalProperties: Condition },
)
const IdQuery = Type.Object({ id: Type.String({ maxLength: 40 }) }, { additionalProperties: Condition })
/** What an example form sends, or the rows of an example table. */
const Body = Type.Union([
  Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
  Type.Array(Type.Unknown(), { maxItems: 5000 }),
])

/** Lists, records and answers for the example screens. Nothing is stored. */
export const mockRoutes: Plugin<object> = (app) => {
  const list = (url: string, rows: readonly JsonObject[]) => {
    app.route({
      method: 'GET',
      url,
      config: access,
      schema: { querystring: ListQuery },
      handler: async ({ query: { pageNo, pageSize, column, order, ...conditions } }) => {
        const found = listRows(rows, { pageNo, pageSize, column, order, conditions })
        return ok(page(found.records, found.total, pageNo, pageSize))
      },
    })
    app.route({
      method: 'GET',
      url: `${url}/queryById`,
      config: { access: examplesCode },
      schema: { querystring: IdQuery },
      handler: async ({ query }) => {
        const row = rows.find(({ id }) => id === query.id)
        if (!row) throw appError('NOT_FOUND')
        return ok(row)
      },
    })
  }
  for (const [name, rows] of Object.entries(mockRows)) list(`/mock/api/${name}`, rows)
  for (const [name, record] of Object.entries(mockRecords))
    app.get(`/mock/api/${name}/one`, { config: { access: examplesCode } }, async () => ok(record))
  app.get('/mock/api/permission/no-pager', { config: { access: examplesCode } }, async () =>
    ok(mockRows.permission),
  )
  list('/mock/vxe/getData', mockRows.ship ?? [])

  // The answer repeats what arrived: forms show it.
  app.route({
    method: 'POST',
    url: '/mock/api/receipt',
    config: { access: examplesCode, reads: true },
    schema: { body: Body },
    handler: async ({ id, body }) => ok({ receipt: id, received: body }, '已收到'),
  })
  for (const [method, url] of [
    ['PUT', '/mock/vxe/immediateSaveRow'],
    ['POST', '/mock/vxe/immediateSaveAll'],
  ] as const)
    app.route({
      method,
      url,
      config: { access: examplesCode, reads: true },
      schema: { body: Body },
      handler: async () => ok(null, '保存成功！'),
    })
}
