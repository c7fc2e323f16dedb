import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { listCode } from '../../documents/kinds/list.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { bindDocument, buildCan } from '../../records/list/list-route.ts'
import { badParameter } from '../../records/refuse.ts'
import { roleUsersCode } from '../role/interface.ts'
import type { UserServices } from './services.ts'
import { RoleUsersQuery } from './shape.ts'
import { pageOfUsers } from './view.ts'

/** The users of a role, as the list of users shows them to the caller. */
export const roleUserListRoute: Plugin<UserServices> = (app, services) => {
  const { entry } = bindDocument(services, 'system/user')
  const { requireVisible } = bindDocument(services, 'system/role')
  // Who may only pick users does not learn their roles.
  const access = (request: FastifyRequest) =>
    buildCan(request)(roleUsersCode) ? roleUsersCode : listCode(entry().document)
  app.route({
    method: 'GET',
    url: '/sys/user/userRoleList',
    config: { access, listLoad: true },
    schema: { querystring: RoleUsersQuery },
    handler: async ({ user, query: { selectedroles, roleId = selectedroles, ...query } }) => {
      if (roleId === undefined) throw badParameter('roleId')
      await requireVisible(services.db.app, user, [roleId])
      const within = sql`exists (select 1 from sys_user_role ur where ur.user_id = t.id and ur.role_id = ${roleId})`
      return ok(await pageOfUsers(services, entry, user, query, within))
    },
  })
}
