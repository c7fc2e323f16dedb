import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { AppError } from '#runtime/kernel/errors.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { Ids } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { pageFields } from '../../platform/http/requests/page-query.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import { recordActions } from '../../records/record-routes.ts'
import { notFound } from '../../records/refuse.ts'
import type { RecordServices } from '../../records/services.ts'

const refuse = defineRefusals({ TENANT_USER_NAME: '请写明用户：用户名或手机号' })

const TenantNumber = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const UsersQuery = Type.Object({ userTenantId: Type.Optional(TenantNumber), ...pageFields })
const JoinQuery = Type.Object({
  ids: Ids,
  phone: Type.Optional(Type.String({ maxLength: 45 })),
  username: Type.Optional(Type.String({ maxLength: 100 })),
})
const LeaveQuery = Type.Object({ userIds: Ids, tenantId: TenantNumber })
const StatusQuery = Type.Object({ status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) })

const place = '/sys/tenant'
/** How often a change of a user is tried while others change the same user. */
const MAX_TRIES = 10

const splitParts = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean)

/** Tenants as version 3 of the contract's client reads them. A user is assigned to tenants by an edit of the user. */
export const tenantClientRoutes: Plugin<RecordServices> = (app, services) => {
  const { db } = services
  const register = bindDocument(services, 'system/tenant')
  const users = bindDocument(services, 'system/user')
  const actions = recordActions(services, { readEntry: users.entry, isContract: true })

  const ownTenants = async ({ tenants = [] }: SessionUser) => {
    const { rows } = await sql`
      select tenant_id as id, name, status, begin_date as "beginDate", end_date as "endDate"
      from sys_tenant where tenant_id = any(${[...tenants]}::integer[]) order by tenant_id`.execute(db.app)
    return rows
  }

  app.get(`${place}/getCurrentUserTenant`, { config: { access: 'self' } }, async ({ user }) =>
    ok({ list: await ownTenants(user) }),
  )

  app.get(`${place}/getTenantListByUserId`, { config: { access: 'self' } }, async ({ user }) =>
    ok(await ownTenants(user)),
  )

  /** Whether the user of a request may see who belongs to a tenant. */
  const isOwn = (user: SessionUser, tenant: string): boolean =>
    user.isAdmin || (user.tenants ?? []).some((number) => String(number) === tenant)

  app.route({
    method: 'GET',
    url: `${place}/getTenantUserList`,
    config: { access: 'user:list', listLoad: true },
    schema: { querystring: UsersQuery },
    handler: async ({ user, query: { userTenantId, pageNo, pageSize, ...filters } }) => {
      const tenant = userTenantId ?? String(user.tenantId ?? '')
      if (!isOwn(user, tenant)) return ok(page([], 0, pageNo, pageSize))
      const view = readable(services, users.entry(), user)
      const listRequest = { ...parseListRequest(view, filters), pageNo, pageSize }
      const within = sql`${tenant} = any(string_to_array(t.rel_tenant_ids, ','))`
      return ok(pageOfRecords(await readRecords(services, view, listRequest, [within]), listRequest))
    },
  })

  app.route({
    method: 'GET',
    url: `${place}/getTenantStatusCount`,
    config: { access: register.access },
    schema: { querystring: StatusQuery },
    handler: async ({ query: { status = 1 } }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from sys_tenant where status = ${status}`.execute(db.app)
      return ok(rows[0]?.n ?? 0)
    },
  })

  /** Gives a user other tenants, by the same edit as the form of users: its rights and its hook apply. */
  const assign = async (request: FastifyRequest, id: string, change: (numbers: string[]) => string[]) => {
    for (let left = MAX_TRIES; ; left -= 1) {
      const { relTenantIds, rev } = await actions.read(request, id)
      const edit = { id, rev, relTenantIds: change(splitParts(relTenantIds)).join(',') }
      try {
        return await actions.save(request, 'edit', edit)
      } catch (error) {
        // Somebody has changed the user meanwhile: the list is read again, so that neither change is lost.
        if (!(error instanceof AppError && error.code === 'STALE') || left === 1) throw error
      }
    }
  }

  app.route({
    method: 'PUT',
    url: `${place}/invitationUserJoin`,
    config: { access: 'user:edit' },
    schema: { querystring: JoinQuery },
    handler: async (request) => {
      const { ids, phone = '', username = '' } = request.query
      if (!phone && !username) throw refuse('TENANT_USER_NAME')
      const added = splitParts(ids)
      const { rows } = await sql<{ id: string; tenants: number }>`
        select id, (select count(*)::integer from sys_tenant where id = any(${added}::text[])) as tenants
        from sys_user where del_flag = 0 and case when ${username} <> '' then username = ${username}
          else phone = ${phone} end limit 2`.execute(db.app)
      const [found] = rows
      if (!found || rows.length > 1 || found.tenants < new Set(added).size) throw notFound()
      await assign(request, found.id, (numbers) => [...new Set([...numbers, ...added])])
      return ok(null, '已加入租户')
    },
  })

  app.route({
    method: 'PUT',
    url: `${place}/leaveTenant`,
    config: { access: 'user:edit' },
    schema: { querystring: LeaveQuery },
    handler: async (request) => {
      const { userIds, tenantId } = request.query
      for (const id of splitParts(userIds))
        await assign(request, id, (numbers) => numbers.filter((number) => number !== tenantId))
      return ok(null, '已离开租户')
    },
  })
}
