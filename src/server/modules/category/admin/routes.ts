import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { type ExportServices, exportRoute } from '../../../records/excel/export/export-route.ts'
import { type ImportRouteServices, importRoutesAt } from '../../../records/excel/import-route.ts'
import { bindDocument } from '../../../records/list/list-route.ts'
import { openResource, recordRoutes } from '../../../records/record-routes.ts'
import type { RecordServices } from '../../../records/services.ts'
import { writeRecords } from '../../../records/transaction.ts'
import { treeRoutes } from '../../../records/tree-routes.ts'
import { idList, removeRecords } from '../../../records/write/remove.ts'
import { parseParentId } from '../tree.ts'
import { AllQuery, CategoryIdQuery, CategoryIdsQuery, CodeQuery } from './shape.ts'

const refuse = defineRefusals({
  CATEGORY_ALL_UNKNOWN: '无数据,参数有误.[{code}]',
  CATEGORY_CODE_EMPTY: '错误,类型编码为空!',
  CATEGORY_CODE_FOREIGN: '编码不符合规范,须以"{parent}"开头!',
})

const documentId = 'system/category'

export type CategoryServices = RecordServices & ExportServices & ImportRouteServices

/** The root of all trees is no record; clients of the contract name it as the parent. */
const withoutRoot = (body: unknown): unknown =>
  isJsonObject(body) && 'pid' in body && parseParentId(String(body.pid ?? '')) === '0'
    ? { ...body, pid: null }
    : body

/** Categories under the addresses of the contract: a new one gets its code, a deleted one takes its descendants along. */
export function categoryAdminRoutes(app: FastifyInstance, services: CategoryServices): void {
  const { db } = services
  const { entry, access } = bindDocument(services, documentId)
  const place = '/sys/category'
  const may = (word: string) => () => `${getPerm(entry().document)}:${word}`

  treeRoutes(app, services, place, entry, access)
  exportRoute(app, services, place, entry)
  recordRoutes(app, services, {
    place,
    readEntry: entry,
    isContract: true,
    texts: { edit: '修改成功!' },
    omits: ['delete', 'deleteBatch'],
    readBody: withoutRoot,
  })
  importRoutesAt(app, services, place, entry)

  const remove = async (request: FastifyRequest, ids: readonly string[], message: string) => {
    const { resource, caller } = openResource(request, entry, services)
    await writeRecords(services, async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        select id from sys_category c
        where exists (select 1 from unnest(${[...ids]}::text[]) as root where starts_with(c.code, root))`.execute(
        transaction.trx,
      )
      const all = new Set([...ids, ...rows.map(({ id }) => id)])
      await removeRecords(transaction, resource, caller, [...all])
    })
    return ok(null, message)
  }
  app.delete(
    `${place}/delete`,
    { config: { access: may('delete') }, schema: { querystring: CategoryIdQuery } },
    (request) => remove(request, idList(request.query.id), '删除成功!'),
  )
  app.delete(
    `${place}/deleteBatch`,
    { config: { access: may('delete') }, schema: { querystring: CategoryIdsQuery } },
    (request) => remove(request, idList(request.query.ids), '删除成功!'),
  )

  app.get(
    `${place}/loadAllData`,
    { config: { access: 'self' }, schema: { querystring: AllQuery } },
    async ({ query: { code } }) => {
      const { rows } = await sql<{ value: string; text: string }>`
        select code as value, name as text from sys_category
        where ${code} = '0' or starts_with(code, ${code}) order by code limit 5000`.execute(db.app)
      if (rows.length === 0) throw refuse('CATEGORY_ALL_UNKNOWN', { values: { code } })
      return ok(rows)
    },
  )

  app.get(
    `${place}/checkCode`,
    { config: { access: 'self' }, schema: { querystring: CodeQuery } },
    async ({ query: { pid, code } }) => {
      if (!code) throw refuse('CATEGORY_CODE_EMPTY')
      const parent = parseParentId(pid)
      if (parent !== '0' && !code.startsWith(parent))
        throw refuse('CATEGORY_CODE_FOREIGN', { values: { parent } })
      return ok(null)
    },
  )
}
