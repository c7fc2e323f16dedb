import { sql } from 'kysely'
import Type from 'typebox'
import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { type ExportServices, exportRoute } from '../../records/excel/export/export-route.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { aliasList, bindDocument } from '../../records/list/list-route.ts'
import { and } from '../../records/query/condition.ts'
import { aliasRecords } from '../../records/record-routes.ts'
import { notFound } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'

const documentId = 'system/position'
const CodeQuery = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) })
/** The positions of a user, as the user stores them: codes separated by commas. */
const CodesQuery = Type.Object({ positionCodes: Type.String({ maxLength: 2000 }) })

export type PositionServices = RecordServices & ImportRouteServices & ExportServices

/** Positions under the addresses of the contract. */
export const positionRoutes: Plugin<PositionServices> = (app, services) => {
  const { entry, access, rules } = bindDocument(services, documentId)
  aliasList(app, services, '/sys/position/list', documentId)
  aliasRecords(app, services, '/sys/position', documentId, { texts: { edit: '修改成功!' } })
  exportRoute(app, services, '/sys/position', entry)
  importRoutesAt(app, services, '/sys/position', entry)

  app.get(
    '/sys/position/queryByCode',
    { config: { access }, schema: { querystring: CodeQuery } },
    async ({ user, query: { code } }) => {
      const where = and([sql`t.code = ${code}`, ...rules(user)])
      const { rows } = await sql`
        select id, code, name, post_rank as "postRank", company_id as "companyId"
        from sys_position as t where ${where}`.execute(services.db.app)
      if (!rows[0]) throw notFound()
      return ok(rows[0])
    },
  )

  app.get(
    '/sys/position/queryByCodes',
    { config: { access: 'self' }, schema: { querystring: CodesQuery } },
    async ({ user, query: { positionCodes } }) => {
      const where = and([sql`t.code = any(${parseIds(positionCodes)})`, ...rules(user)])
      const { rows } = await sql`
        select id, code, name from sys_position as t where ${where} order by code`.execute(services.db.app)
      return ok(rows)
    },
  )
}
