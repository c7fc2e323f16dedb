import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { listCode } from '../../documents/kinds/list.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { bindDocument, buildCan, pageOfRecords } from '../../records/list/list-route.ts'
import type { Sql } from '../../records/query/condition.ts'
import { roleUsersCode } from '../role/interface.ts'
import type { UserServices } from './services.ts'
import { DepartQuery, NameQuery, NamesQuery, PostQuery, SelectQuery } from './shape.ts'
import { contains, readUsers } from './view.ts'

const MAX_USERS = 1000

/** Users whose account or name contains a word: an advanced query, so that only readable columns are searched. */
const searched = (keyword: string | undefined): Record<string, string> =>
  keyword
    ? {
        superQueryMatchType: 'or',
        superQueryParams: JSON.stringify(
          ['username', 'realname'].map((field) => ({ field, rule: 'like', val: keyword })),
        ),
      }
    : {}

const splitList = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean)

/** Users of a department and those of the departments below it. */
const belowDepart = (departId: string): Sql => sql`exists (
  select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
  where ud.user_id = t.id and starts_with(d.org_code, (select org_code from sys_depart where id = ${departId})))`

/** Look-ups of version 3 of the contract's client: users as the list of users shows them to the caller. */
export const userClientRoutes: Plugin<UserServices> = (app, services) => {
  const { entry, access } = bindDocument(services, 'system/user')

  app.route({
    method: 'GET',
    url: '/sys/user/selectUserList',
    config: { access },
    schema: { querystring: SelectQuery },
    handler: async (request) => {
      const { departId, roleId, keyword, excludeUserIdList, includeUsernameList, ...page } = request.query
      if (roleId) requireRoleUsers(request)
      const [excluded, included] = [splitList(excludeUserIdList), splitList(includeUsernameList)]
      const more = [
        ...(departId ? [belowDepart(departId)] : []),
        ...(roleId
          ? [sql`exists (select 1 from sys_user_role ur where ur.user_id = t.id and ur.role_id = ${roleId})`]
          : []),
        ...(excluded.length > 0 ? [sql`t.id <> all(${excluded}::text[])`] : []),
        ...(included.length > 0 ? [sql`t.username = any(${included}::text[])`] : []),
      ]
      const found = await readUsers(services, entry, request.user, {
        filters: searched(keyword),
        more,
        ...page,
      })
      return ok(pageOfRecords(found, found.listRequest))
    },
  })

  /** Who may only pick users does not learn their roles. */
  const requireRoleUsers = (request: FastifyRequest): void => {
    const can = buildCan(request)
    if (!can(roleUsersCode) && !can(listCode(entry().document))) throw appError('NO_DATA_PERMISSION')
  }

  app.route({
    method: 'GET',
    url: '/sys/user/queryByNames',
    config: { access },
    schema: { querystring: NamesQuery },
    handler: async ({ user, query: { userNames } }) => {
      const named = sql`t.username = any(${splitList(userNames)}::text[])`
      return ok((await readUsers(services, entry, user, { pageSize: MAX_USERS, more: [named] })).records)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/queryUserAndDeptByName',
    config: { access },
    schema: { querystring: NameQuery },
    handler: async ({ user, query: { userName } }) => {
      const named = sql`t.username = ${userName}`
      return ok((await readUsers(services, entry, user, { pageSize: 1, more: [named] })).records[0] ?? null)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/queryByDepId',
    config: { access },
    schema: { querystring: DepartQuery },
    handler: async ({ user, query: { id, realname } }) => {
      const filters = contains('realname', realname)
      const more = [belowDepart(id)]
      return ok((await readUsers(services, entry, user, { filters, pageSize: MAX_USERS, more })).records)
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/user/queryDepartPostByOrgCode',
    config: { access },
    schema: { querystring: PostQuery },
    handler: async ({ user, query: { orgCode, realname, username, ...page } }) => {
      const more = orgCode
        ? [
            sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
              where ud.user_id = t.id and starts_with(d.org_code, ${orgCode}))`,
          ]
        : []
      const filters = { ...contains('realname', realname), ...contains('username', username) }
      const found = await readUsers(services, entry, user, { filters, more, ...page })
      return ok(pageOfRecords(found, found.listRequest))
    },
  })
}
