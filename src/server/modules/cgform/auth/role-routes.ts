import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { bindDocument } from '../../../records/list/list-route.ts'
import { badParameter } from '../../../records/refuse.ts'
import { rulesOfRole, saveRulesOfRole } from '../../data-rule/interface.ts'
import { grantCode, readGrants, saveColumns, saveGrants } from '../../role/interface.ts'
import { type CgformServices, requireScreen } from '../screens.ts'
import { buttonEntries, columnGrants, columnRights, DATA_AUTH, FIELD_AUTH } from './entries.ts'
import { RoleAuthBody, RoleAuthQuery, RoleParams } from './shape.ts'

const refuse = defineRefusals({
  ONLINE_AUTH_MODE: '这里只按角色授权；部门请在部门管理里授权，个人请给角色',
})

const place = '/online/cgform/api'

/** The ids of a request, which are the JSON text of a list. */
function parseAuthIds(text: string): Set<string> {
  try {
    const ids: unknown = JSON.parse(text === '' ? '[]' : text)
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return new Set(ids)
  } catch {
    // A text that is no JSON is refused like any other content.
  }
  throw badParameter('authId')
}

const requireRoleMode = (mode = 'role'): void => {
  if (mode !== 'role') throw refuse('ONLINE_AUTH_MODE')
}

type OfRole = { Params: RoleParams; Body: RoleAuthBody }

/** What a role may do with a screen (docs/http.md, "Grants of forms"), in the grants, columns and data rules of roles. */
export const authRoleRoutes: Plugin<CgformServices> = (app, services) => {
  const { db, documents } = services
  const preHandler = bindDocument(services, 'system/role').visibleAt('roleId')
  const config = { access: grantCode }
  const schema = { params: RoleParams, body: RoleAuthBody }
  const getScreen = (cgformId: string) => requireScreen(documents, cgformId).entry.document

  app.route({
    method: 'GET',
    url: `${place}/roleAuth`,
    config,
    preHandler,
    schema: { querystring: RoleAuthQuery },
    handler: async ({ query: { roleId, cgformId, type, authMode } }) => {
      requireRoleMode(authMode)
      const screen = getScreen(cgformId)
      const granted = new Set(await readGrants(db.app, roleId))
      const ids =
        type === DATA_AUTH
          ? await rulesOfRole(db.app, screen.id, roleId)
          : type === FIELD_AUTH
            ? columnGrants(screen, granted)
            : buttonEntries(screen).flatMap(({ id }) => (granted.has(id) ? [id] : []))
      return ok(
        ids.map((authId) => ({
          id: `${roleId}.${authId}`,
          authId,
          roleId,
          cgformId,
          type,
          authMode: 'role',
        })),
      )
    },
  })

  app.route<OfRole>({
    method: 'POST',
    url: `${place}/roleColumnAuth/:roleId/:cgformId`,
    config,
    preHandler,
    schema,
    handler: async ({ user, ip, params: { roleId, cgformId }, body }) => {
      requireRoleMode(body.authMode)
      const screen = getScreen(cgformId)
      const columns = columnRights(screen, parseAuthIds(body.authId))
      await saveColumns(services, { user, ip }, { roleId, documentId: screen.id, columns })
      return ok({ disabledNames: [] }, '保存成功！')
    },
  })

  app.route<OfRole>({
    method: 'POST',
    url: `${place}/roleButtonAuth/:roleId/:cgformId`,
    config,
    preHandler,
    schema,
    handler: async ({ user, ip, params: { roleId, cgformId }, body }) => {
      requireRoleMode(body.authMode)
      const wanted = parseAuthIds(body.authId)
      const offered = buttonEntries(getScreen(cgformId)).map(({ id }) => id)
      const added = offered.filter((id) => wanted.has(id))
      const removed = offered.filter((id) => !wanted.has(id))
      await saveGrants(db, { user, ip }, { roleId, added, removed })
      return ok({ disabledNames: [] }, '保存成功！')
    },
  })

  app.route<OfRole>({
    method: 'POST',
    url: `${place}/roleDataAuth/:roleId/:cgformId`,
    config,
    preHandler,
    schema,
    handler: async ({ user, ip, params: { roleId, cgformId }, body }) => {
      requireRoleMode(body.authMode)
      const permissionId = getScreen(cgformId).id
      const ruleIds = [...parseAuthIds(body.authId)]
      await saveRulesOfRole(db, { user, ip }, { permissionId, roleId, ruleIds })
      return ok({ disabledNames: [] }, '保存成功！')
    },
  })
}
