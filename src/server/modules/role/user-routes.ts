import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { RecordServices } from '../../records/services.ts'
import { requireNotBeyond } from '../session/interface.ts'
import { lockRole, requireAssignable } from './role.ts'
import { AddUsersBody, RemoveUserQuery, RemoveUsersQuery } from './shape.ts'
import { addUsers, removeUsers } from './users.ts'

const refuse = defineRefusals({ ROLE_USERS_NONE: '删除失败！' })

/** The right to change the users of roles. */
export const roleUsersCode = 'role:users'
const config = { access: roleUsersCode }

/** Adding users to a role, and removing them. */
export const roleUserRoutes: Plugin<Pick<RecordServices, 'db' | 'documents' | 'sessions'>> = (
  app,
  services,
) => {
  const { db, sessions } = services
  const preHandler = bindDocument(services, 'system/role').visibleAt('roleId')

  app.route({
    method: 'POST',
    url: '/sys/user/addSysUserRole',
    config,
    preHandler,
    schema: { body: AddUsersBody },
    handler: async ({ user, ip, body: { roleId, userIdList } }) => {
      await db.write(async (trx) => {
        const role = await lockRole(trx, roleId)
        await requireAssignable(trx, user, role)
        const userIds = parseIds(userIdList)
        await requireNotBeyond(sessions, trx, user, userIds, 'before')
        const names = await addUsers(trx, user, roleId, userIds)
        if (names.length === 0) return
        await requireNotBeyond(sessions, trx, user, userIds, 'after')
        const content = `角色「${role.name}」增加用户：${names.join('、')}`
        await writeLog(trx, {
          type: 2,
          content,
          username: user.username,
          ip,
          route: '/sys/user/addSysUserRole',
        })
      })
      return ok(null, '添加成功!')
    },
  })

  const remove = async (user: SessionUser, ip: string, route: string, roleId: string, userIds: string[]) => {
    if (userIds.length === 0) throw refuse('ROLE_USERS_NONE')
    await db.write(async (trx) => {
      const role = await lockRole(trx, roleId)
      await requireAssignable(trx, user, role)
      await requireNotBeyond(sessions, trx, user, userIds, 'before')
      const names = await removeUsers(trx, user, roleId, userIds)
      if (names.length === 0) throw refuse('ROLE_USERS_NONE')
      await requireNotBeyond(sessions, trx, user, userIds, 'after')
      const content = `角色「${role.name}」减少用户：${names.join('、')}`
      await writeLog(trx, { type: 2, content, username: user.username, ip, route })
    })
    return ok(null, '删除成功!')
  }

  app.route({
    method: 'DELETE',
    url: '/sys/user/deleteUserRole',
    config,
    preHandler,
    schema: { querystring: RemoveUserQuery },
    handler: ({ user, ip, query: { roleId, userId } }) =>
      remove(user, ip, '/sys/user/deleteUserRole', roleId, [userId]),
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/deleteUserRoleBatch',
    config,
    preHandler,
    schema: { querystring: RemoveUsersQuery },
    handler: ({ user, ip, query: { roleId, userIds } }) =>
      remove(user, ip, '/sys/user/deleteUserRoleBatch', roleId, parseIds(userIds)),
  })
}
