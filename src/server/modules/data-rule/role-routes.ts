import { ok } from '../../platform/http/envelope.ts'
import { idsOf } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { grantCode, lockRole, requireHeld } from '../role/interface.ts'
import { writeLog } from '../session/interface.ts'
import { findRules, holdsMenu, rulesOfRole, setRulesOfRole } from './rules.ts'
import { RoleRulesBody, RoleRulesPath } from './shape.ts'

const refuse = defineRefusals({
  ROLE_RULES_NONE: '未找到权限配置信息',
  ROLE_RULES_MENU: '请先保存角色菜单权限!',
  ROLE_RULES_BEYOND: '授予的数据范围不能大于您自己的，请保留约束您的数据规则',
})

/** Rules only restrict: a user bound by rules may grant no selection that lacks one of them. */
function requireWithinOwn(user: SessionUser, permissionId: string, ruleIds: readonly string[]): void {
  const binding = user.isAdmin ? undefined : user.dataRules?.get(permissionId)
  if (binding && (binding.length === 0 || binding.some(({ id }) => !ruleIds.includes(id))))
    throw refuse('ROLE_RULES_BEYOND')
}

/** Saves which data rules of a menu entry a role has, with a line of the log. */
export async function saveRulesOfRole(
  db: PlatformServices['db'],
  { user, ip }: { user: SessionUser; ip: string },
  { permissionId, roleId, ruleIds }: { permissionId: string; roleId: string; ruleIds: readonly string[] },
): Promise<void> {
  await db.write(async (trx) => {
    const role = await lockRole(trx, roleId)
    if (!(await holdsMenu(trx, permissionId, roleId))) throw refuse('ROLE_RULES_MENU')
    await requireHeld(trx, user, [permissionId])
    requireWithinOwn(user, permissionId, ruleIds)
    await setRulesOfRole(trx, permissionId, roleId, ruleIds)
    const names = (await findRules(trx, permissionId))
      .filter(({ id }) => ruleIds.includes(id))
      .map(({ ruleName }) => ruleName)
    const content = `角色「${role.name}」的数据规则（${permissionId}）：${names.join('、') || '无'}`
    await writeLog(trx, { type: 2, content, username: user.username, ip, route: '/sys/role/datarule' })
  })
}

/** The data rules that a role has for a menu entry. */
export const roleRuleRoutes: Plugin<Pick<PlatformServices, 'db'>> = (app, { db }) => {
  const config = { access: grantCode }

  app.route<{ Params: RoleRulesPath }>({
    method: 'GET',
    url: '/sys/role/datarule/:permissionId/:roleId',
    config,
    schema: { params: RoleRulesPath },
    handler: async ({ params: { permissionId, roleId } }) => {
      const datarule = await findRules(db.app, permissionId)
      if (datarule.length === 0) throw refuse('ROLE_RULES_NONE')
      return ok({ datarule, drChecked: (await rulesOfRole(db.app, permissionId, roleId)).join(',') })
    },
  })

  app.route<{ Body: RoleRulesBody }>({
    method: 'POST',
    url: '/sys/role/datarule',
    config,
    schema: { body: RoleRulesBody },
    handler: async ({ user, ip, body: { permissionId, roleId, dataRuleIds } }) => {
      await saveRulesOfRole(db, { user, ip }, { permissionId, roleId, ruleIds: idsOf(dataRuleIds) })
      return ok(null, '保存成功!')
    },
  })
}
