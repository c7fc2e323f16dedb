import { appError } from '#runtime/kernel/errors.ts'
import { listCode } from '../../documents/kinds/list.ts'
import { ok } from '../../platform/http/envelope.ts'
import { holds } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Trx } from '../../platform/store/database.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import {
  type Author,
  findRule,
  MenuQuery,
  type Rule,
  rulesReader,
  tickRuleForRoles,
} from '../data-rule/interface.ts'
import { grantCode } from '../role/interface.ts'
import { lockDepartRole, ofRole, readRules, setRulesOfDepartRole, validRules } from './grants.ts'
import { type DepartRoleServices, roleGrantCode } from './permission-routes.ts'
import { TickRuleBody } from './shape.ts'
import { untickedRoles } from './unticked.ts'

const route = '/sys/role/tickDatarule'

/** Ticks a rule for roles of departments; the rules that they have stay. */
async function tickRuleForDepartRoles(
  trx: Trx,
  by: Author,
  { id: ruleId, permissionId }: Rule,
  roleIds: readonly string[],
): Promise<void> {
  // Every transaction locks them in this order; two of them cannot wait for each other.
  for (const id of [...roleIds].sort()) {
    const role = await lockDepartRole(trx, by.user, id)
    const before = await validRules(trx, permissionId, (await readRules(trx, ofRole, id, permissionId)) ?? '')
    const ruleIds = [...new Set([...before, ruleId])]
    await setRulesOfDepartRole(trx, by, role, { permissionId, ruleIds, route })
  }
}

/** Which roles the data rules of a menu entry leave without records, and ticking a rule for them. */
export const untickedRoutes: Plugin<DepartRoleServices> = (app, { db, documents }) => {
  const roles = bindDocument({ db, documents }, 'system/role')
  const departRoles = bindDocument({ db, documents }, 'system/depart-role')

  app.get(
    '/sys/role/withoutDatarule',
    { config: { access: rulesReader }, schema: { querystring: MenuQuery } },
    async ({ query: { permissionId } }) => {
      const entry = documents.screen(permissionId)
      return ok(entry ? await untickedRoles(db.app, permissionId, listCode(entry.document)) : [])
    },
  )

  app.post(
    route,
    {
      config: { access: grantCode },
      preHandler: [roles.visibleAt('roleIds'), departRoles.visibleAt('departRoleIds')],
      schema: { body: TickRuleBody },
    },
    async ({ user, ip, body: { ruleId, roleIds = [], departRoleIds = [] } }) => {
      if (departRoleIds.length > 0 && !holds(user, roleGrantCode)) throw appError('FORBIDDEN')
      await db.write(async (trx) => {
        const rule = await findRule(trx, ruleId)
        if (!rule) throw appError('NO_ENTITY')
        await tickRuleForRoles(trx, { user, ip }, rule, [...new Set(roleIds)])
        await tickRuleForDepartRoles(trx, { user, ip }, rule, [...new Set(departRoleIds)])
      })
      return ok(null, '保存成功!')
    },
  )
}
