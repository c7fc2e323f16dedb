import type { FastifyRequest } from 'fastify'
import { ok } from '../../platform/http/envelope.ts'
import { parseIds } from '../../platform/http/id-shape.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'
import { decideProposals, openProposals, type Permissions } from '../permission/interface.ts'
import { applyChange, diffGrants, type GrantChange, listEffects } from './grants.ts'
import { permissionTree } from './permission-tree.ts'
import { rightNotes } from './right-notes.ts'
import { lockRole, readGrants, requireGranted, requireOtherThanAdmin } from './role.ts'
import { DecisionBody, GrantsBody, OptionalRoleQuery, RoleQuery } from './shape.ts'

export interface GrantServices extends Pick<ReadServices, 'db' | 'documents'> {
  permissions: Permissions
}

const refuse = defineRefusals({ PROPOSAL_NONE: '没有待确认的拟授权，可能已由他人处理' })

/** The right to see and to change the permissions of roles: the row action 授权 of the role list. */
export const grantCode = 'role:grant'
const config = { access: grantCode }

const listed = (verb: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${verb}：${names.join('、')}`] : []

/** Applies a change of a role's grants, with a line of the log. */
export async function saveGrants(
  db: GrantServices['db'],
  { user, ip }: { user: SessionUser; ip: string },
  change: GrantChange,
): Promise<void> {
  await db.write(async (trx) => {
    const { role, gained, lost } = await applyChange(trx, user, change)
    if (gained.length + lost.length === 0) return
    const content = [`角色授权「${role.name}」`, ...listed('增加', gained), ...listed('减少', lost)].join(
      '；',
    )
    const route = '/sys/permission/saveRolePermission'
    await writeLog(trx, { type: 2, content, username: user.username, ip, route })
  })
}

/** What roles may do: all permissions as a tree, the grants of a role, and the grants that documents propose. */
export const grantRoutes: Plugin<GrantServices> = (app, { db, documents, permissions }) => {
  const { rules, visibleAt } = bindDocument({ db, documents }, 'system/role')
  const preHandler = visibleAt('roleId')
  const getTitle = (owner: string): string =>
    documents.entries().find(({ document }) => document.id === owner)?.document.title ?? owner

  const tree = async () => ok(permissionTree(await permissions.rows(), getTitle, rightNotes(documents)))
  app.get('/sys/role/queryTreeList', { config }, tree)
  // Forms of the menu choose the entry above from this tree.
  const menuAccess = ({ user }: FastifyRequest) =>
    holds(user, 'permission:list') ? 'permission:list' : grantCode
  app.get('/sys/permission/queryTreeList', { config: { access: menuAccess } }, tree)

  app.route({
    method: 'GET',
    url: '/sys/permission/queryRolePermission',
    config,
    preHandler,
    schema: { querystring: RoleQuery },
    handler: async ({ query }) => ok(await readGrants(db.app, query.roleId)),
  })

  app.route({
    method: 'POST',
    url: '/sys/permission/previewRolePermission',
    config: { ...config, reads: true },
    preHandler,
    schema: { body: GrantsBody },
    handler: async ({ body: { roleId, permissionIds, lastpermissionIds } }) =>
      ok(await listEffects(db.app, diffGrants(roleId, permissionIds, lastpermissionIds))),
  })

  app.route({
    method: 'POST',
    url: '/sys/permission/saveRolePermission',
    config,
    preHandler,
    schema: { body: GrantsBody },
    handler: async ({ user, ip, body: { roleId, permissionIds, lastpermissionIds } }) => {
      await saveGrants(db, { user, ip }, diffGrants(roleId, permissionIds, lastpermissionIds))
      return ok(null, '保存成功！')
    },
  })

  app.route({
    method: 'GET',
    url: '/sys/role/proposals',
    config,
    preHandler,
    schema: { querystring: OptionalRoleQuery },
    handler: async ({ user, query: { roleId } }) => {
      const proposals = await openProposals(db.app, { roleId, rules: rules(user) })
      return ok(proposals.map((proposal) => ({ ...proposal, ownerTitle: getTitle(proposal.owner) })))
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/role/decideProposals',
    config,
    preHandler,
    schema: { body: DecisionBody },
    handler: async ({ user, ip, body: { roleId, state, permissionIds } }) => {
      const wanted = permissionIds === undefined ? null : new Set(parseIds(permissionIds))
      const count = await db.write(async (trx) => {
        const role = await lockRole(trx, roleId)
        requireOtherThanAdmin(role)
        const open = await openProposals(trx, { roleId })
        const chosen = open.filter(({ permissionId }) => wanted === null || wanted.has(permissionId))
        if (chosen.length === 0) throw refuse('PROPOSAL_NONE')
        const ids = chosen.map(({ permissionId }) => permissionId)
        if (state === 'granted') await requireGranted(trx, user, ids)
        const decided = await decideProposals(trx, state, user.username, role.code, ids)
        const verb = state === 'granted' ? '确认' : '不授予'
        const names = chosen.map(({ permissionName }) => permissionName).join('、')
        const content = `拟授权「${role.name}」；${verb}：${names}`
        const route = '/sys/role/decideProposals'
        await writeLog(trx, { type: 2, content, username: user.username, ip, route })
        return decided
      })
      return ok({ count }, '保存成功！')
    },
  })
}
