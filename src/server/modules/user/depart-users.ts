import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Trx } from '../../platform/store/database.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { raiseUserRevisions } from '../role/interface.ts'
import { requireNotBeyond } from '../session/interface.ts'
import { settleDeparts } from './links.ts'
import type { UserServices } from './services.ts'
import {
  DepartIdQuery,
  DepartUserBatchQuery,
  DepartUserQuery,
  DepartUsersBody,
  DepartUsersQuery,
} from './shape.ts'
import { pageOfUsers, readUsers } from './view.ts'

const MAX_USERS = 1000

const refuse = defineRefusals({ USER_NOT_IN_DEPART: '当前选中部门与用户无关联关系!' })

/** The users of departments: lists, and adding and removing existing users. */
export const departUserRoutes: Plugin<UserServices> = (app, services) => {
  const { db, sessions } = services
  const { entry, access } = bindDocument(services, 'system/user')

  app.route({
    method: 'GET',
    url: '/sys/user/departUserList',
    config: { access, listLoad: true },
    schema: { querystring: DepartUsersQuery },
    handler: async ({ user, query: { selecteddeparts, depId = selecteddeparts, ...query } }) => {
      // Without a department: the departments that the user is responsible for, and those below them.
      const within = depId
        ? sql`exists (select 1 from sys_user_depart ud where ud.user_id = t.id and ud.dep_id = ${depId})`
        : sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
            join sys_depart top on top.id = any(string_to_array((
              select depart_ids from sys_user where id = ${user.id} and user_identity = 2), ','))
            where ud.user_id = t.id and starts_with(d.org_code, top.org_code))`
      return ok(await pageOfUsers(services, entry, user, query, within))
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/sysDepart/getUsersByDepartId',
    config: { access },
    schema: { querystring: DepartIdQuery },
    handler: async ({ user, query: { id } }) => {
      const within = sql`exists (select 1 from sys_user_depart ud where ud.user_id = t.id and ud.dep_id = ${id})`
      return ok((await readUsers(services, entry, user, { pageSize: MAX_USERS, more: [within] })).records)
    },
  })

  /** Changes the links of users with a department, after the checks that all changes have; `work` returns whose links changed. */
  const change = async (
    caller: SessionUser,
    userIds: readonly string[],
    work: (trx: Trx) => Promise<readonly { user_id: string }[]>,
  ) => {
    await db.write(async (trx) => {
      await requireNotBeyond(sessions, trx, caller, userIds, 'before')
      const changed = await work(trx)
      await raiseUserRevisions(
        trx,
        caller,
        changed.map(({ user_id }) => user_id),
      )
      await settleDeparts(trx, userIds)
      await requireNotBeyond(sessions, trx, caller, userIds, 'after')
    })
    for (const id of userIds) await sessions.userChanged(id)
  }

  app.route({
    method: 'POST',
    url: '/sys/user/editSysDepartWithUser',
    config: { access: 'user:edit' },
    schema: { body: DepartUsersBody },
    handler: async ({ user, body: { depId, userIdList: sent } }) => {
      const userIdList = parseIds(sent)
      await change(user, userIdList, async (trx) => {
        const { rows } = await sql<{ departs: number; users: number }>`
          select (select count(*)::int from sys_depart where id = ${depId} and del_flag = 0) as departs,
            (select count(*)::int from sys_user where id = any(${[...userIdList]}) and del_flag = 0) as users`.execute(
          trx,
        )
        if (rows[0]?.departs !== 1 || rows[0].users < new Set(userIdList).size) throw appError('NO_ENTITY')
        if (userIdList.length === 0) return []
        return await trx
          .insertInto('sys_user_depart')
          .values(userIdList.map((user_id) => ({ user_id, dep_id: depId })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .execute()
      })
      return ok(null, '添加成功!')
    },
  })

  const remove = (caller: SessionUser, depId: string, userIds: readonly string[]) =>
    change(caller, userIds, async (trx) => {
      const removed = await trx
        .deleteFrom('sys_user_depart')
        .where('dep_id', '=', depId)
        .where((where) => where('user_id', '=', where.fn.any(where.val([...userIds]))))
        .returning('user_id')
        .execute()
      if (removed.length === 0) throw refuse('USER_NOT_IN_DEPART')
      return removed
    })

  app.route({
    method: 'DELETE',
    url: '/sys/user/deleteUserInDepart',
    config: { access: 'user:edit' },
    schema: { querystring: DepartUserQuery },
    handler: async ({ user, query: { depId, userId } }) => {
      await remove(user, depId, [userId])
      return ok(null, '删除成功!')
    },
  })

  app.route({
    method: 'DELETE',
    url: '/sys/user/deleteUserInDepartBatch',
    config: { access: 'user:edit' },
    schema: { querystring: DepartUserBatchQuery },
    handler: async ({ user, query: { depId, userIds } }) => {
      await remove(user, depId, userIds.split(',').filter(Boolean))
      return ok(null, '删除成功!')
    },
  })
}
