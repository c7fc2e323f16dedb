import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import {
  bindDocument,
  pageOfRecords,
  parseListRequest,
  readable,
  readRecords,
} from '../../records/list/list-route.ts'
import { aliasRecords } from '../../records/record-routes.ts'
import type { RecordServices } from '../../records/services.ts'
import { requireGranted } from '../role/interface.ts'
import { requireNotBeyond } from '../session/interface.ts'
import { lockDepartRole, ofRole, readDepartRole, readGrants } from './grants.ts'
import { requireOwnDepart } from './own-departs.ts'
import { DepartUserQuery, RoleQuery, RoleUserBody } from './shape.ts'

const documentId = 'system/depart-role'
const place = '/sys/sysDepartRole'

/** The right to give the roles of a department to its users. */
export const roleUsersCode = 'depart:role:users'

/** The roles of departments, and the users who have them. */
export const departRoleRoutes: Plugin<RecordServices> = (app, services) => {
  const { db, sessions } = services
  const { entry, access, requireVisible, visibleAt } = bindDocument(services, documentId)
  const visibleDepart = bindDocument(services, 'system/depart').visibleAt('departId')
  aliasRecords(app, services, place, documentId, { texts: { edit: '修改成功!' } })

  // Without a department the page is empty.
  app.get(`${place}/list`, { config: { access, listLoad: true } }, async ({ user, query }) => {
    const { deptId = '', ...rest } = query as Record<string, string>
    const view = readable(services, entry(), user)
    const listRequest = parseListRequest(view, rest)
    if (deptId === '') return ok(page([], 0, listRequest.pageNo, listRequest.pageSize))
    const within = sql`t.depart_id = ${deptId}`
    return ok(pageOfRecords(await readRecords(services, view, listRequest, [within]), listRequest))
  })

  app.get(
    `${place}/getDeptRoleList`,
    {
      config: { access: roleUsersCode },
      preHandler: visibleDepart,
      schema: { querystring: DepartUserQuery },
    },
    async ({ user, query: { departId } }) => {
      await requireOwnDepart(db.app, user, departId)
      const { rows } = await sql`
        select id, depart_id as "departId", role_name as "roleName", role_code as "roleCode", description
        from sys_depart_role where depart_id = ${departId} order by role_code`.execute(db.app)
      return ok(rows)
    },
  )

  app.get(
    `${place}/getDeptRoleByUserId`,
    {
      config: { access: roleUsersCode },
      preHandler: visibleDepart,
      schema: { querystring: DepartUserQuery },
    },
    async ({ user, query: { departId, userId = '' } }) => {
      await requireOwnDepart(db.app, user, departId)
      const { rows } = await sql`
        select du.user_id || '-' || du.drole_id as id, du.user_id as "userId", du.drole_id as "droleId"
        from sys_depart_role_user du join sys_depart_role r on r.id = du.drole_id
        where du.user_id = ${userId} and r.depart_id = ${departId} order by r.role_code`.execute(db.app)
      return ok(rows)
    },
  )

  // The choices of the form 部门角色 of a user, and those that the user has.
  app.get(
    `${place}/userRoles`,
    {
      config: { access: roleUsersCode },
      preHandler: visibleDepart,
      schema: { querystring: DepartUserQuery },
    },
    async ({ user, query: { departId, userId = '' } }) => {
      await requireOwnDepart(db.app, user, departId)
      const { rows: roles } = await sql<{ id: string; isHeld: boolean }>`
        select r.id, r.role_name as "roleName", exists (select 1 from sys_depart_role_user du
          where du.drole_id = r.id and du.user_id = ${userId}) as "isHeld"
        from sys_depart_role r where r.depart_id = ${departId} order by r.role_code`.execute(db.app)
      const roleIds = roles.flatMap(({ id, isHeld }) => (isHeld ? id : []))
      return ok({ roles, roleIds: roleIds.join(',') })
    },
  )

  app.get(
    `${place}/userIds`,
    {
      config: { access: roleUsersCode },
      preHandler: visibleAt('roleId'),
      schema: { querystring: RoleQuery },
    },
    async ({ user, query: { roleId } }) => {
      const role = await readDepartRole(db.app, user, roleId)
      const { rows } = await sql<{ id: string }>`
        select user_id as id from sys_depart_role_user where drole_id = ${role.id} order by 1`.execute(db.app)
      return ok(rows.map(({ id }) => id))
    },
  )

  app.post(
    `${place}/deptRoleUserAdd`,
    { config: { access: roleUsersCode }, schema: { body: RoleUserBody } },
    async ({ user, ip, body: { userId, newRoleId, oldRoleId } }) => {
      const [wanted, former] = [parseIds(newRoleId ?? ''), parseIds(oldRoleId ?? '')]
      const added = wanted.filter((id) => !former.includes(id))
      const removed = former.filter((id) => !wanted.includes(id))
      await db.write(async (trx) => {
        await requireNotBeyond(sessions, trx, user, [userId], 'before')
        const changed = [...added, ...removed].sort()
        await requireVisible(trx, user, changed)
        const names: string[] = []
        for (const id of changed) {
          const role = await lockDepartRole(trx, user, id)
          names.push(`${added.includes(id) ? '增加' : '减少'}${role.name}`)
          if (!added.includes(id)) continue
          await requireGranted(trx, user, await readGrants(trx, ofRole, id), { ofDeparts: true })
          const member = await sql`
            select 1 from sys_user_depart where user_id = ${userId} and dep_id = ${role.departId}`.execute(
            trx,
          )
          if (member.rows.length === 0) throw appError('NO_ENTITY')
        }
        await sql`insert into sys_depart_role_user (user_id, drole_id)
          select ${userId}, unnest(${added}::text[]) on conflict do nothing`.execute(trx)
        await sql`delete from sys_depart_role_user
          where user_id = ${userId} and drole_id = any(${removed}::text[])`.execute(trx)
        if (names.length === 0) return
        await requireNotBeyond(sessions, trx, user, [userId], 'after')
        const content = `用户的部门角色：${names.join('、')}`
        await writeLog(trx, {
          type: 2,
          content,
          username: user.username,
          ip,
          route: `${place}/deptRoleUserAdd`,
        })
      })
      return ok(null, '添加成功！')
    },
  )
}
