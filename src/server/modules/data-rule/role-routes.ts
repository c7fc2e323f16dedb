import type { FastifyRequest } from 'fastify'
import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Trx } from '../../platform/store/database.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { grantCode, lockedRole, lockRole, lockRoles, type Role } from '../role/interface.ts'
import { documentRules } from './document-rules.ts'
import { type Author, writeRules } from './grant-rules.ts'
import { rulesCode } from './rule-routes.ts'
import { findRules, holdsMenu, type Rule, rulesOfRole, setRulesOfRole } from './rules.ts'
import { MenuQuery, RoleRulesBody, RoleRulesPath } from './shape.ts'

const refuse = defineRefusals({
  ROLE_RULES_NONE: '未找到权限配置信息',
  ROLE_RULES_MENU: '请先保存角色菜单权限!',
})

/** Who writes rules reads which ones there are and whom they leave without records, as does who grants them. */
export const rulesReader = ({ user }: FastifyRequest) => (holds(user, rulesCode) ? rulesCode : grantCode)

interface Ticks {
  permissionId: string
  roleId: string
  ruleIds: readonly string[]
}

async function writeTicks(
  trx: Trx,
  by: Author,
  role: Pick<Role, 'id' | 'name'>,
  { permissionId, ruleIds }: Omit<Ticks, 'roleId'>,
): Promise<void> {
  if (!(await holdsMenu(trx, permissionId, role.id))) throw refuse('ROLE_RULES_MENU')
  await writeRules(
    trx,
    by,
    { permissionId, ruleIds },
    {
      title: `角色「${role.name}」`,
      route: '/sys/role/datarule',
      store: () => setRulesOfRole(trx, permissionId, role.id, ruleIds),
    },
  )
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
  const preHandler = bindDocument({ db, documents }, 'system/role').visibleAt('roleId')

  app.route({
    method: 'GET',
    url: '/sys/permission/documentRules',
    config: { access: rulesReader },
    schema: { querystring: MenuQuery },
    handler: ({ query: { permissionId } }) => {
      const entry = documents.screen(permissionId)
      return ok(entry ? documentRules(entry.document) : [])
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/role/datarule/:permissionId/:roleId',
    config,
    preHandler,
    schema: { params: RoleRulesPath },
    handler: async ({ params: { permissionId, roleId } }) => {
      const datarule = await findRules(db.app, permissionId)
      if (datarule.length === 0) throw refuse('ROLE_RULES_NONE')
      return ok({ datarule, drChecked: (await rulesOfRole(db.app, permissionId, roleId)).join(',') })
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/role/datarule',
    config,
    preHandler,
    schema: { body: RoleRulesBody },
    handler: async ({ user, ip, body: { permissionId, roleId, dataRuleIds } }) => {
      await saveRulesOfRole(db, { user, ip }, { permissionId, roleId, ruleIds: parseIds(dataRuleIds) })
      return ok(null, '保存成功!')
    },
  })
}
