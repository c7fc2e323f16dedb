import { sql } from 'kysely'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { importRoutesAt } from '../../records/excel/import-route.ts'
import { bindDocument, pageOfRecords, type readable } from '../../records/list/list-route.ts'
import { listRoutes, recordRoutes } from '../../records/record-routes.ts'
import { newId } from '../../records/write.ts'
import type { UserServices } from './services.ts'
import { ComponentQuery, DepartQuery, RoleQuery, UserIdQuery, UserIds } from './shape.ts'
import { addDepartNames, contains, readUsers } from './view.ts'

const MAX_USERS = 1000

const refuse = defineRefusals({
  USER_WITHOUT_ROLES: '未找到用户相关角色信息',
  USER_WITHOUT_DEPARTS: '查找失败',
})

/**
 * Clients of the contract send the repeated password under another name, or only the password: their form has compared the
 * two.
 */
const withRepetition = (body: unknown): unknown =>
  isJsonObject(body) && 'password' in body && !('confirmpassword' in body)
    ? { ...body, confirmpassword: body.confirmPassword ?? body.password }
    : body

/** Users at the addresses of the contract: the records of the document, and look-ups of clients. */
export const userRoutes: Plugin<UserServices> = (app, services) => {
  const { db } = services
  const { entry, access } = bindDocument(services, 'system/user')
  const address = { place: '/sys/user', readEntry: entry }
  listRoutes(app, services, address, addDepartNames)
  recordRoutes(app, services, {
    ...address,
    texts: { edit: '修改成功!', delete: '删除用户成功', deleteBatch: '批量删除用户成功' },
    isContract: true,
    readBody: withRepetition,
  })
  importRoutesAt(app, services, address.place, entry)

  app.get('/sys/user/listAll', { config: { access, listLoad: true } }, async ({ user, query }) => {
    const found = await readUsers(services, entry, user, { filters: query as Record<string, unknown> })
    return ok(pageOfRecords(found, found.listRequest))
  })

  // The contract's only list without an envelope.
  app.get('/sys/user/getMultiUser', { config: { access } }, async ({ user, query }) => {
    const { pageNo: _no, pageSize: _size, ...filters } = query as Record<string, unknown>
    return (await readUsers(services, entry, user, { filters, pageSize: MAX_USERS })).records
  })

  // Clients of the contract ask before they draw their buttons for the accounts of other apps.
  app.get('/sys/thirdApp/getEnabledType', { config: { access: 'self' } }, () =>
    ok({ wechatEnterprise: false, dingtalk: false }),
  )

  // There is no workflow engine with accounts of its own.
  for (const verb of ['doSyncUser', 'doSyncUserByUserName'])
    app.get(`/act/process/extActProcess/${verb}`, { config: { access: 'user:edit' } }, () =>
      ok(null, '本系统没有另外的流程引擎，用户不需要同步'),
    )

  app.get('/sys/user/generateUserId', { config: { access: 'user:add' } }, () => ok(newId()))

  app.route({
    method: 'GET',
    url: '/sys/user/queryUserByDepId',
    config: { access },
    schema: { querystring: DepartQuery },
    handler: async ({ user, query: { id, realname } }) => {
      // The department and its descendants, whose codes begin with its code.
      const within = sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
        where ud.user_id = t.id and starts_with(d.org_code, (select org_code from sys_depart where id = ${id})))`
      const filters = contains('realname', realname)
      const found = await readUsers(services, entry, user, { filters, pageSize: MAX_USERS, more: [within] })
      return ok(found.records)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/queryUserComponentData',
    config: { access },
    schema: { querystring: ComponentQuery },
    handler: async ({ user, query: { departId, realname, username, ...page } }) => {
      const filters = { ...contains('realname', realname), ...contains('username', username) }
      const more = departId
        ? [sql`exists (select 1 from sys_user_depart ud where ud.user_id = t.id and ud.dep_id = ${departId})`]
        : []
      const found = await readUsers(services, entry, user, { filters, more, ...page })
      return ok(pageOfRecords(found, found.listRequest))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/queryByIds',
    config: { access: 'user:list' },
    schema: { querystring: UserIds },
    handler: async ({ user, query: { userIds } }) => {
      const ids = userIds.split(',').filter(Boolean)
      const named = sql`t.id in (${sql.join(ids)})`
      return ok((await readUsers(services, entry, user, { pageSize: MAX_USERS, more: [named] })).records)
    },
  })

  /** Whether the caller may see the user at all: another's record answers like a missing one. */
  const isVisible = async (caller: Parameters<typeof readable>[2], userId: string): Promise<boolean> =>
    (await readUsers(services, entry, caller, { pageSize: 1, more: [sql`t.id = ${userId}`] })).records
      .length > 0

  app.route({
    method: 'GET',
    url: '/sys/user/queryUserRole',
    config: { access: 'user:detail' },
    schema: { querystring: RoleQuery },
    handler: async ({ user, query: { userid } }) => {
      const rows = (await isVisible(user, userid))
        ? await db.app
            .selectFrom('sys_user_role')
            .select('role_id')
            .where('user_id', '=', userid)
            .orderBy('role_id')
            .execute()
        : []
      if (rows.length === 0) throw refuse('USER_WITHOUT_ROLES')
      return ok(rows.map((row) => row.role_id))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/userDepartList',
    config: { access: 'user:detail' },
    schema: { querystring: UserIdQuery },
    handler: async ({ user, query: { userId } }) => {
      // A user without departments has an empty list: a refusal would keep clients from opening the form.
      if (!(await isVisible(user, userId))) throw refuse('USER_WITHOUT_DEPARTS')
      const rows = await db.app
        .selectFrom('sys_user_depart as ud')
        .innerJoin('sys_depart as d', 'd.id', 'ud.dep_id')
        .select(['d.id', 'd.depart_name as name'])
        .where('ud.user_id', '=', userId)
        .where('d.del_flag', '=', 0)
        .orderBy('d.org_code')
        .execute()
      const nodes = rows.map(({ id, name }) => ({ key: id, value: id, title: name, children: [] }))
      return ok(nodes, '查找成功')
    },
  })
}
