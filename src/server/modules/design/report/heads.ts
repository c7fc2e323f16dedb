import { sql } from 'kysely'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { designRead } from '../../../documents/check/constants.ts'
import { splitHeadId, toHeadId } from '../../../documents/head-id.ts'
import { ok, page } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/store/database.ts'
import { designRelease } from '../permissions.ts'
import { removeDocument } from '../release/remove-document.ts'
import type { DesignServices } from '../services.ts'
import type { Origin } from '../tables/sources.ts'

/** A report in the list: the head (docs/http.md, "Report heads"), with the state of its document. */
interface ReportHead {
  /** The id of the document, with a dot. */
  id: string
  code: string
  name: string
  cgrSql: string
  /** The code of a data source; empty for the own database. */
  dbSource: string
  /** The description. */
  content: string
  createTime: string | null
  /** The number of the release that the client reads; it sends it back with an edit. */
  revision: number
  /** `draft`: the report is only a draft of the user. */
  origin: Origin | 'draft'
}

const ListQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Optional(Type.Integer({ minimum: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
})

/** The id of a report, as one segment of an address or as documents write it. */
export const ReportId = Type.String({ pattern: '^[a-z0-9_-]+[/.][a-z0-9_-]+$', maxLength: 110 })
const IdQuery = Type.Object({ id: ReportId })

/** The report lists (docs/http.md, "Report heads"): heads, and the removal of designed reports. */
export const reportHeadRoutes: Plugin<DesignServices> = (app, services) => {
  const { db, documents } = services

  app.route({
    method: 'GET',
    url: '/online/cgreport/head/list',
    config: { access: designRead },
    schema: { querystring: ListQuery },
    handler: async ({ user, query }) => {
      const { name = '', code = '', pageNo = 1, pageSize = 10 } = query
      const found = await readHeads(db.app, user.id, { name, code }, (pageNo - 1) * pageSize, pageSize)
      return ok(page(found.heads, found.total, pageNo, pageSize))
    },
  })

  app.route({
    method: 'DELETE',
    url: '/online/cgreport/head/delete',
    config: { access: designRelease },
    schema: { querystring: IdQuery },
    handler: async ({ user, query }) => {
      const { id } = splitHeadId(query.id)
      const document = documents.entry(id)?.document
      if (document && !hasCapability(document, 'hasQuery')) throw appError('NO_ENTITY')
      if (!(await removeDocument(services, id, user))) throw appError('NO_ENTITY')
      return ok(null, '删除成功!')
    },
  })
}

/** The head of a report's document (docs/http.md, "Report heads"). */
export function buildReportHead(id: string, { code, title, description, source }: JsonObject) {
  const { sql: statement = '', dataSource = '' } = isJsonObject(source) ? source : {}
  return {
    id: toHeadId({ id }),
    code: String(code ?? ''),
    name: String(title ?? id),
    cgrSql: String(statement),
    dbSource: String(dataSource),
    content: String(description ?? ''),
  }
}

const containing = (text: string): string =>
  `%${text
    .trim()
    .replaceAll('*', '')
    .replace(/[\\%_]/g, '\\$&')}%`

/** A page of the released reports and of the user's own new ones. */
async function readHeads(
  db: Db,
  userId: string,
  { name, code }: { name: string; code: string },
  offset: number,
  limit: number,
): Promise<{ heads: ReportHead[]; total: number }> {
  const where = sql`kind = 'report' and (owner is null or owner = ${userId})
    and title ilike ${containing(name)} and coalesce(code, '') ilike ${containing(code)}`
  const { rows: heads } = await sql<ReportHead>`
    select document_id as id, coalesce(code, '') as code, title as name, coalesce(sql_text, '') as "cgrSql",
      coalesce(db_source, '') as "dbSource", coalesce(description, '') as content, create_time as "createTime",
      coalesce(revision, 1) as revision, origin
    from sys_design_head where ${where}
    order by create_time desc nulls last, document_id limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from sys_design_head where ${where}`.execute(db)
  return { heads: heads.map((head) => ({ ...head, id: toHeadId(head) })), total: Number(rows[0]?.total ?? 0) }
}
