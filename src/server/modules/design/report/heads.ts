import { sql } from 'kysely'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { hasKind } from '#runtime/schema/kinds/written.ts'
import { designRead } from '../../../documents/constants.ts'
import { ok, page } from '../../../platform/http/envelope.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import type { Db } from '../../../platform/store/database.ts'
import { designRelease } from '../permissions.ts'
import { removeDocument } from '../remove-document.ts'
import type { DesignServices } from '../services.ts'
import { type Origin, readSources } from '../sources.ts'

/** A report in the list of the designer: the head of the contract (section 19.2), with the state of its document. */
interface ReportHead {
  /** The id of the document. */
  id: string
  code: string
  name: string
  cgrSql: string
  /** The code of a data source; empty for the own database. */
  dbSource: string
  content: string
  createTime: string | null
  /** Null for a report that is only a draft of the user. */
  origin: Origin | null
  hasDraft: boolean
  problems: number
}

const ListQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
  pageNo: Type.Optional(Type.Integer({ minimum: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
})
type ListQuery = Type.Static<typeof ListQuery>

const IdQuery = Type.Object({ id: Type.String({ pattern: '^[a-z0-9_-]+/[a-z0-9_-]+$' }) })
type IdQuery = Type.Static<typeof IdQuery>

/** The report lists of the contract (section 19.2): heads, and the removal of designed reports. */
export const reportHeadRoutes: Plugin<DesignServices> = (app, services) => {
  const { db, config, documents } = services

  app.route<{ Querystring: ListQuery }>({
    method: 'GET',
    url: '/online/cgreport/head/list',
    config: { access: designRead },
    schema: { querystring: ListQuery },
    handler: async ({ user, query }) => {
      const { name = '', code = '', pageNo = 1, pageSize = 10 } = query
      const drafts = await readReportDrafts(db.app, user.id)
      const times = await firstReleases(db.app)
      const served = [...(await readSources(config, db.app)).values()].filter(({ current }) =>
        hasKind(current, 'report'),
      )
      const ids = new Set(served.map(({ id }) => id))
      const heads: ReportHead[] = [
        ...[...drafts].flatMap(([id, body]) =>
          ids.has(id)
            ? []
            : { ...reportHeadOf(id, body), createTime: null, origin: null, hasDraft: true, problems: 0 },
        ),
        ...served.map(({ id, current, origin }) => ({
          ...reportHeadOf(id, current),
          createTime: times.get(id) ?? null,
          origin,
          hasDraft: drafts.has(id),
          problems: (documents.entry(id)?.problems ?? documents.broken().get(id) ?? []).length,
        })),
      ]
      const found = heads.filter((head) => contains(head.name, name) && contains(head.code, code))
      const start = (pageNo - 1) * pageSize
      return ok(page(found.slice(start, start + pageSize), found.length, pageNo, pageSize))
    },
  })

  app.route<{ Querystring: IdQuery }>({
    method: 'DELETE',
    url: '/online/cgreport/head/delete',
    config: { access: designRelease },
    schema: { querystring: IdQuery },
    handler: async ({ user, query }) => {
      const { id } = query
      const document = documents.entry(id)?.document
      if (document && !ofKind(document, 'report')) throw appError('NO_ENTITY')
      if (!(await removeDocument(services, id, user))) throw appError('NO_ENTITY')
      return ok(null, '删除成功!')
    },
  })
}

const contains = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.trim().replaceAll('*', '').toLowerCase())

/** The head of a report's document (contract, section 19.2). */
export function reportHeadOf(id: string, { code, title, source }: JsonObject) {
  const cgrSql = isJsonObject(source) ? String(source.sql ?? '') : ''
  return { id, code: String(code ?? ''), name: String(title ?? id), cgrSql, dbSource: '', content: '' }
}

/** The user's own drafts by the ids of their documents. */
async function readReportDrafts(db: Db, userId: string): Promise<Map<string, JsonObject>> {
  const { rows } = await sql<{ id: string; body: JsonObject }>`
    select document_id as id, body from sys_design_draft
    where user_id = ${userId} and body ->> 'kind' = 'report' order by update_time desc`.execute(db)
  return new Map(rows.map(({ id, body }) => [id, body]))
}

async function firstReleases(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; time: string }>`
    select document_id as id, min(create_time) as time from sys_design_revision group by 1`.execute(db)
  return new Map(rows.map(({ id, time }) => [id, time]))
}
