import { type RawBuilder, sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { ok, page } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { and } from '../../records/query/condition.ts'
import { idList } from '../../records/write/remove.ts'
import { requireGranted } from '../role/interface.ts'
import { changeGrants, lockDepart, ofDepart, setRulesOfDepart, validRules } from './grants.ts'
import { departPermissionCode } from './own-departs.ts'
import type { DepartRoleServices } from './permission-routes.ts'
import { GrantBody, GrantEditBody, GrantIdQuery, GrantIdsQuery, GrantListQuery } from './shape.ts'

const place = '/sys/sysDepartPermission'

const refuse = defineRefusals({
  DEPART_GRANT_TWICE: '这个部门已经有这项权限',
  DEPART_GRANT_MOVED: '不能改成别的部门或权限，请删除后重新添加',
})

/** A permission of a department (docs/http.md, "Permissions of departments"). */
interface DepartGrant {
  id: string
  departId: string
  permissionId: string
  dataRuleIds: string
}

const select = sql`select id, depart_id as "departId", permission_id as "permissionId", data_rule_ids as "dataRuleIds"
  from sys_depart_permission`

const isPermission = async (trx: Trx, id: string): Promise<boolean> =>
  (await sql`select 1 from sys_permission where id = ${id} and del_flag = 0`.execute(trx)).rows.length > 0

/** The permissions of departments one by one, as records of the contract. */
export const departGrantRoutes: Plugin<DepartRoleServices> = (app, { db, documents }) => {
  const config = { access: departPermissionCode }
  const { rules, visibleAt } = bindDocument({ db, documents }, 'system/depart')
  const visibleDepart = visibleAt('departId')
  /** The condition that the user may see the department of a grant. */
  const isVisible = (user: SessionUser) =>
    sql`depart_id in (select t.id from sys_depart as t where ${and([sql`true`, ...rules(user)])})`
  const readGrant = async (over: Db, user: SessionUser, id: string): Promise<DepartGrant> => {
    const { rows } = await sql<DepartGrant>`${select} where id = ${id} and ${isVisible(user)}`.execute(over)
    if (!rows[0]) throw appError('NO_ENTITY')
    return rows[0]
  }
  const log = (trx: Trx, { user, ip }: { user: { username: string }; ip: string }, content: string) =>
    writeLog(trx, { type: 2, content, username: user.username, ip, route: place })

  app.get(
    `${place}/list`,
    { config: { ...config, listLoad: true }, schema: { querystring: GrantListQuery } },
    async ({ user, query: { departId, permissionId, pageNo, pageSize } }) => {
      const filters: [string, string | undefined][] = [
        ['depart_id', departId],
        ['permission_id', permissionId],
      ]
      const conditions: RawBuilder<unknown>[] = filters.flatMap(([column, value]) =>
        value ? [sql`${sql.ref(column)} = ${value}`] : [],
      )
      const where = sql`where ${sql.join([isVisible(user), ...conditions], sql` and `)}`
      const { rows } = await sql<DepartGrant>`${select} ${where} order by depart_id, permission_id
        limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db.app)
      const counted = await sql<{ n: number }>`
        select count(*)::int as n from sys_depart_permission ${where}`.execute(db.app)
      return ok(page(rows, counted.rows[0]?.n ?? 0, pageNo, pageSize))
    },
  )

  app.get(
    `${place}/queryById`,
    { config, schema: { querystring: GrantIdQuery } },
    async ({ user, query: { id } }) => ok(await readGrant(db.app, user, id)),
  )

  app.post(
    `${place}/add`,
    { config, preHandler: visibleDepart, schema: { body: GrantBody } },
    async (request) => {
      const { departId, permissionId, dataRuleIds } = request.body
      await db.write(async (trx) => {
        const { name } = await lockDepart(trx, departId)
        if (!(await isPermission(trx, permissionId))) throw appError('NO_ENTITY')
        await requireGranted(trx, request.user, [permissionId])
        if ((await changeGrants(trx, ofDepart, departId, { added: [permissionId], removed: [] })) === 0)
          throw refuse('DEPART_GRANT_TWICE')
        const ruleIds = await validRules(trx, permissionId, dataRuleIds ?? '')
        await log(trx, request, `部门权限「${name}」：增加 ${permissionId}`)
        if (ruleIds.length > 0)
          await setRulesOfDepart(
            trx,
            request,
            { id: departId, name },
            { permissionId, ruleIds, route: place },
          )
      })
      return ok(null, '添加成功！')
    },
  )

  app.route({
    method: ['PUT', 'POST'],
    url: `${place}/edit`,
    config,
    schema: { body: GrantEditBody },
    handler: async (request) => {
      const { id, departId, permissionId, dataRuleIds } = request.body
      await db.write(async (trx) => {
        const grant = await readGrant(trx, request.user, id)
        const { name } = await lockDepart(trx, grant.departId)
        if ((departId ?? grant.departId) !== grant.departId) throw refuse('DEPART_GRANT_MOVED')
        if ((permissionId ?? grant.permissionId) !== grant.permissionId) throw refuse('DEPART_GRANT_MOVED')
        if (typeof dataRuleIds !== 'string') return
        const ruleIds = await validRules(trx, grant.permissionId, dataRuleIds)
        const change = { permissionId: grant.permissionId, ruleIds, route: place }
        await setRulesOfDepart(trx, request, { id: grant.departId, name }, change)
      })
      return ok(null, '修改成功!')
    },
  })

  const remove = (request: { user: SessionUser; ip: string }, ids: readonly string[]) =>
    db.write(async (trx) => {
      const grants: DepartGrant[] = []
      for (const id of ids) grants.push(await readGrant(trx, request.user, id))
      // Departments are locked in one order, so that two requests cannot wait for each other.
      grants.sort((a, b) => (a.departId < b.departId ? -1 : 1))
      for (const { departId, permissionId } of grants) {
        const { name } = await lockDepart(trx, departId)
        await changeGrants(trx, ofDepart, departId, { added: [], removed: [permissionId] })
        await log(trx, request, `部门权限「${name}」：减少 ${permissionId}`)
      }
    })

  app.delete(`${place}/delete`, { config, schema: { querystring: GrantIdQuery } }, async (request) => {
    await remove(request, [request.query.id])
    return ok(null, '删除成功!')
  })

  app.delete(`${place}/deleteBatch`, { config, schema: { querystring: GrantIdsQuery } }, async (request) => {
    await remove(request, idList(request.query.ids))
    return ok(null, '批量删除成功！')
  })
}
