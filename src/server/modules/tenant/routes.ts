import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { writeAnswer } from '../../records/idempotency.ts'
import { answerList, bindDocument } from '../../records/list/list-route.ts'
import { and } from '../../records/query/condition.ts'
import { aliasRecords, contractBody, openResource, replayRecord } from '../../records/record-routes.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { badParameter } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'
import { writeRecords } from '../../records/transaction.ts'
import { idList, removeRecords } from '../../records/write/remove.ts'
import { prepareAdd } from '../../records/write/save-new.ts'
import { referredTenants } from './references.ts'

const refuse = defineRefusals({
  TENANT_TAKEN: '该编号已存在!',
  TENANTS_REFERRED: '选择的租户都已被引用，无法删除！',
  TENANTS_MISSING: '未选中租户！',
})

const documentId = 'system/tenant'
const MAX_NUMBER = 2_147_483_647

const IdsQuery = Type.Object({ ids: Type.Optional(Type.String({ maxLength: 8000 })) })

/** The number that a client typed: `id` in the contract, `tenantId` in the form of the document. */
function numberIn(body: unknown): number {
  const typed = isJsonObject(body) ? (body.id ?? body.tenantId) : undefined
  const number = typeof typed === 'number' || typeof typed === 'string' ? Number(typed) : Number.NaN
  if (!Number.isInteger(number) || number < 1 || number > MAX_NUMBER) throw badParameter('id')
  return number
}

/** Tenants under the addresses of the contract. The id of a tenant is the number that its administrator typed. */
export function tenantRoutes(app: FastifyInstance, services: RecordServices): void {
  const { db } = services
  const { entry, access, rules, requireVisible } = bindDocument(services, documentId)
  const place = '/sys/tenant'
  const may = (word: string) => () => `${getPerm(entry().document)}:${word}`

  app.get(`${place}/list`, { config: { access, listLoad: true } }, (request) =>
    answerList(services, entry(), request),
  )
  aliasRecords(app, services, place, documentId, {
    texts: { edit: '编辑成功!' },
    omits: ['add', 'delete', 'deleteBatch'],
  })

  app.post(`${place}/add`, { config: { access: may('add') } }, async (request) => {
    const tenantId = numberIn(request.body)
    const { resource, caller } = openResource(request, entry, services)
    const prepare = async () => {
      const existing = await sql`select 1 from sys_tenant where id = ${String(tenantId)}`.execute(db.app)
      if (existing.rows.length > 0) throw refuse('TENANT_TAKEN')
      const body = { ...(contractBody(resource, request.body) as object), tenantId }
      const put = await prepareAdd(resource, caller, body, async () => ({ id: String(tenantId) }))
      return async (transaction: RecordTransaction) => ({
        result: await put(transaction),
        message: '添加成功！',
      })
    }
    const replay = replayRecord(resource, caller)
    const { result, message } = await writeAnswer(services, request, resource, prepare, replay)
    return ok(result, message)
  })

  app.delete(
    `${place}/delete`,
    {
      config: { access: may('delete') },
      schema: { querystring: Type.Object({ id: Type.Optional(Type.String({ maxLength: 64 })) }) },
    },
    async (request) => {
      const { resource, caller } = openResource(request, entry, services)
      const ids = idList(request.query.id)
      await writeRecords(services, (transaction) => removeRecords(transaction, resource, caller, ids))
      return ok(null, '删除成功')
    },
  )

  app.delete(
    `${place}/deleteBatch`,
    { config: { access: may('delete') }, schema: { querystring: IdsQuery } },
    async (request) => {
      if (!request.query.ids) throw refuse('TENANTS_MISSING')
      const { resource, caller } = openResource(request, entry, services)
      const ids = idList(request.query.ids)
      const left = await writeRecords(services, async (transaction) => {
        // A hidden tenant is answered like a missing one, also where users are assigned to it.
        await requireVisible(transaction.trx, request.user, ids)
        const referred = await referredTenants(transaction.trx, ids)
        const free = ids.filter((id) => !referred.has(id))
        if (free.length === 0) throw refuse('TENANTS_REFERRED')
        await removeRecords(transaction, resource, caller, free)
        return referred.size
      })
      return ok(null, left > 0 ? '部分删除成功！（被引用的租户无法删除）' : '删除成功！')
    },
  )

  app.get(
    `${place}/queryList`,
    { config: { access }, schema: { querystring: IdsQuery } },
    async ({ user, query: { ids } }) => {
      const wanted = ids ? [sql`t.id = any(${idList(ids)})`] : []
      const where = and([sql`t.status = 1`, ...wanted, ...rules(user)])
      const { rows } = await sql`
        select tenant_id as id, name, begin_date as "beginDate", end_date as "endDate", status
        from sys_tenant as t where ${where} order by tenant_id limit 1000`.execute(db.app)
      return ok(rows)
    },
  )
}
