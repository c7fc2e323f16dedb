import type { FastifyRequest } from 'fastify'
import { ok } from '../../platform/http/envelope.ts'
import { idsOf } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { ReadServices } from '../../records/services.ts'
import { grantCode, lockedRole, lockRole, lockRoles, type Role, requireGranted } from '../role/interface.ts'
import { writeLog } from '../session/interface.ts'
import { documentRules } from './document-rules.ts'
import { rulesCode } from './rule-routes.ts'
import { findRules, holdsMenu, type Rule, rulesOfRole, setRulesOfRole } from './rules.ts'
import { MenuQuery, RoleRulesBody, RoleRulesPath } from './shape.ts'

const refuse = defineRefusals({
  ROLE_RULES_NONE: '未找到权限配置信息',
  ROLE_RULES_MENU: '请先保存角色菜单权限!',
  ROLE_RULES_BEYOND: '授予的数据范围不能大于您自己的，请保留约束您的数据规则',
})

/** Who writes rules reads which ones there are and whom they leave without records, as does who grants them. */
export const rulesReader = ({ user }: FastifyRequest) => (holds(user, rulesCode) ? rulesCode : grantCode)

/** Rules only restrict: a user bound by rules may grant no selection that lacks one of them. */
export function requireWithinOwn(user: SessionUser, permissionId: string, ruleIds: readonly string[]): void {
  const binding = user.isAdmin ? undefined : user.dataRules?.get(permissionId)
  if (binding && (binding.length === 0 || binding.some(({ id }) => !ruleIds.includes(id))))
    throw refuse('ROLE_RULES_BEYOND')
}

interface Ticks {
  permissionId: string
  roleId: string
  ruleIds: readonly string[]
}
/** Who ticks rules, and from where. */
export type Author = { user: SessionUser; ip: string }

async function writeTicks(
  trx: Trx,
  { user, ip }: Author,
  role: Pick<Role, 'id' | 'name'>,
  { permissionId, ruleIds }: Omit<Ticks, 'roleId'>,
): Promise<void> {
  if (!(await holdsMenu(trx, permissionId, role.id))) throw refuse('ROLE_RULES_MENU')
  await requireGranted(trx, user, [permissionId])
  requireWithinOwn(user, permissionId, ruleIds)
  await setRulesOfRole(trx, permissionId, role.id, ruleIds)
  const names = (await findRules(trx, permissionId))
    .filter(({ id }) => ruleIds.includes(id))
    .map(({ ruleName }) => ruleName)
  const content = `角色「${role.name}」的数据规则（${permissionId}）：${names.join('、') || '无'}`
  await writeLog(trx, { type: 2, content, username: user.username, ip, route: '/sys/role/datarule' })
}

/** Saves which data rules of a menu entry a role has, with a line of the log. */
export const saveRulesOfRole = (
  db: PlatformServices['db'],
  by: Author,
  { roleId, ...ticks }: Ticks,
): Promise<void> => db.write(async (trx) => writeTicks(trx, by, await lockRole(trx, roleId), ticks))

/** Ticks a rule for several roles; the rules that they have stay. */
export async function tickRuleForRoles(
  trx: Trx,
  by: Author,
  { id: ruleId, permissionId }: Pick<Rule, 'id' | 'permissionId'>,
  roleIds: readonly string[],
): Promise<void> {
  const roles = await lockRoles(trx, roleIds)
  for (const id of roleIds) {
    const ruleIds = new Set([...(await rulesOfRole(trx, permissionId, id)), ruleId])
    await writeTicks(trx, by, lockedRole(roles, id), { permissionId, ruleIds: [...ruleIds] })
  }
}

/** The data rules that roles have for a menu entry. */
export const roleRuleRoutes: Plugin<Pick<ReadServices, 'db' | 'documents'>> = (app, { db, documents }) => {
  const config = { access: grantCode }

  app.route<{ Querystring: MenuQuery }>({
    method: 'GET',
    url: '/sys/permission/documentRules',
    config: { access: rulesReader },
    schema: { querystring: MenuQuery },
    handler: ({ query: { permissionId } }) => {
      const entry = documents.screen(permissionId)
      return ok(entry ? documentRules(entry.document) : [])
    },
  })

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
