import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { findRules } from '../data-rule/interface.ts'
import type { Permissions } from '../permission/interface.ts'
import { diffGrants, permissionTree, requireGranted, rightNotes } from '../role/interface.ts'
import {
  changeGrants,
  lockDepart,
  lockDepartRole,
  ofDepart,
  offeredRules,
  ofRole,
  readDepartRole,
  readGrants,
  readRules,
  setRulesOfDepart,
  setRulesOfDepartRole,
  validRules,
} from './grants.ts'
import { departPermissionCode, requireOwnDepart } from './own-departs.ts'
import {
  DepartGrantsBody,
  DepartQuery,
  DepartRulesBody,
  DepartRulesPath,
  RoleGrantsBody,
  RoleQuery,
  RoleRulesBody,
  RoleRulesPath,
} from './shape.ts'

export type DepartRoleServices = Pick<ReadServices, 'db' | 'documents'> & { permissions: Permissions }

const refuse = defineRefusals({
  DEPART_RULES_NONE: '未找到权限配置信息',
  DEPART_ROLE_BEYOND: '部门角色只能有部门已有的权限',
})

/** The right to see and to change the permissions of department roles. */
export const roleGrantCode = 'depart:role:grant'

/** What departments may grant at most, and what their roles hold of it. */
export const departPermissionRoutes: Plugin<DepartRoleServices> = (app, { db, documents, permissions }) => {
  const visibleDepart = bindDocument({ db, documents }, 'system/depart').visibleAt('departId')
  const visibleRole = bindDocument({ db, documents }, 'system/depart-role').visibleAt('roleId')
  const departConfig = { access: departPermissionCode }
  const roleConfig = { access: roleGrantCode }

  app.get(
    '/sys/permission/queryDepartPermission',
    { config: departConfig, preHandler: visibleDepart, schema: { querystring: DepartQuery } },
    async ({ query }) => ok(await readGrants(db.app, ofDepart, query.departId)),
  )

  app.post(
    '/sys/permission/saveDepartPermission',
    { config: departConfig, preHandler: visibleDepart, schema: { body: DepartGrantsBody } },
    async ({ user, ip, body: { departId, permissionIds, lastpermissionIds } }) => {
      const change = diffGrants(departId, permissionIds, lastpermissionIds)
      await db.write(async (trx) => {
        const { name } = await lockDepart(trx, departId)
        await requireGranted(trx, user, change.added)
        await changeGrants(trx, ofDepart, departId, change)
        const content = `部门权限「${name}」：增加 ${change.added.length} 项，减少 ${change.removed.length} 项`
        const route = '/sys/permission/saveDepartPermission'
        await writeLog(trx, { type: 2, content, username: user.username, ip, route })
      })
      return ok(null, '保存成功！')
    },
  )

  app.get(
    '/sys/sysDepartPermission/queryTreeListForDeptRole',
    { config: roleConfig, preHandler: visibleDepart, schema: { querystring: DepartQuery } },
    async ({ user, query: { departId } }) => {
      await requireOwnDepart(db.app, user, departId)
      const allowed = new Set(await readGrants(db.app, ofDepart, departId))
      const rows = await permissions.rows()
      const byId = new Map(rows.map((row) => [row.id, row]))
      // An entry is found below its groups.
      const wanted = new Set(allowed)
      for (const id of allowed)
        for (let up = byId.get(id)?.parentId; up && !wanted.has(up); up = byId.get(up)?.parentId)
          wanted.add(up)
      const { treeList } = permissionTree(
        rows.filter(({ id }) => wanted.has(id)),
        (owner) => owner,
        rightNotes(documents),
      )
      return ok({ treeList, ids: [...allowed] })
    },
  )

  app.get(
    '/sys/sysDepartPermission/queryDeptRolePermission',
    { config: roleConfig, preHandler: visibleRole, schema: { querystring: RoleQuery } },
    async ({ user, query: { roleId } }) => {
      const { id } = await readDepartRole(db.app, user, roleId)
      return ok(await readGrants(db.app, ofRole, id))
    },
  )

  app.post(
    '/sys/sysDepartPermission/saveDeptRolePermission',
    { config: roleConfig, preHandler: visibleRole, schema: { body: RoleGrantsBody } },
    async ({ user, ip, body: { roleId, permissionIds, lastpermissionIds } }) => {
      const change = diffGrants(roleId, permissionIds, lastpermissionIds)
      await db.write(async (trx) => {
        const { departId, name } = await lockDepartRole(trx, user, roleId)
        const allowed = new Set(await readGrants(trx, ofDepart, departId))
        if (change.added.some((id) => !allowed.has(id))) throw refuse('DEPART_ROLE_BEYOND')
        await requireGranted(trx, user, change.added, { ofDeparts: true })
        await changeGrants(trx, ofRole, roleId, change)
        const content = `部门角色授权「${name}」：增加 ${change.added.length} 项，减少 ${change.removed.length} 项`
        const route = '/sys/sysDepartPermission/saveDeptRolePermission'
        await writeLog(trx, { type: 2, content, username: user.username, ip, route })
      })
      return ok(null, '保存成功！')
    },
  )

  const rulesAnswer = async (
    permissionId: string,
    checked: string | null,
    offered: readonly string[] = [],
  ) => {
    const all = await findRules(db.app, permissionId)
    const datarule = all.filter(({ id }) => offered.length === 0 || offered.includes(id))
    if (datarule.length === 0) throw refuse('DEPART_RULES_NONE')
    return ok({ datarule, drChecked: checked ?? '' })
  }

  app.get(
    '/sys/sysDepartPermission/datarule/:permissionId/:departId',
    { config: departConfig, preHandler: visibleDepart, schema: { params: DepartRulesPath } },
    async ({ params: { permissionId, departId } }) =>
      rulesAnswer(permissionId, await readRules(db.app, ofDepart, departId, permissionId)),
  )
  app.post(
    '/sys/sysDepartPermission/datarule',
    { config: departConfig, preHandler: visibleDepart, schema: { body: DepartRulesBody } },
    async ({ user, ip, body: { permissionId, departId, dataRuleIds } }) => {
      const ruleIds = await validRules(db.app, permissionId, dataRuleIds)
      await db.write(async (trx) => {
        const { name } = await lockDepart(trx, departId)
        const route = '/sys/sysDepartPermission/datarule'
        await setRulesOfDepart(trx, { user, ip }, { id: departId, name }, { permissionId, ruleIds, route })
      })
      return ok(null, '保存成功!')
    },
  )

  app.get(
    '/sys/sysDepartRole/datarule/:permissionId/:departId/:roleId',
    { config: roleConfig, preHandler: visibleRole, schema: { params: RoleRulesPath } },
    async ({ user, params: { permissionId, roleId } }) => {
      const { id, departId } = await readDepartRole(db.app, user, roleId)
      return rulesAnswer(
        permissionId,
        await readRules(db.app, ofRole, id, permissionId),
        await offeredRules(db.app, departId, permissionId),
      )
    },
  )
  app.post(
    '/sys/sysDepartRole/datarule',
    { config: roleConfig, preHandler: visibleRole, schema: { body: RoleRulesBody } },
    async ({ user, ip, body: { permissionId, roleId, dataRuleIds } }) => {
      const ruleIds = await validRules(db.app, permissionId, dataRuleIds)
      await db.write(async (trx) => {
        const role = await lockDepartRole(trx, user, roleId)
        const route = '/sys/sysDepartRole/datarule'
        await setRulesOfDepartRole(trx, { user, ip }, role, { permissionId, ruleIds, route })
      })
      return ok(null, '保存成功!')
    },
  )
}
