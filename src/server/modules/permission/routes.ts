import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { sendTagged } from '../../platform/http/tagged.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { authEntry, buildMenu } from './menu.ts'
import type { Permissions } from './permissions.ts'
import { publicMenu } from './public-menu.ts'

export interface PermissionServices extends Pick<PlatformServices, 'db'> {
  permissions: Permissions
  /** The ids of the permissions that a user was granted. */
  sessions: { grants(userId: string): Promise<ReadonlySet<string>> }
}

/** The menu, the permission codes of the user, and all permission codes. */
export const permissionRoutes: Plugin<PermissionServices> = (app, { permissions, sessions }) => {
  /** What the user holds: a test of a permission's id, and the codes of buttons and columns. */
  const rightsOf = async (user: SessionUser) => {
    const rows = await permissions.rows()
    const granted = await sessions.grants(user.id)
    const has = (id: string) => user.isAdmin || publicMenu.has(id) || granted.has(id)
    const buttons = rows.filter((row) => row.menuType === 2)
    const auth = buttons.filter((row) => row.status === '1' && has(row.id)).map(authEntry)
    const allAuth = buttons.map((row) => ({ ...authEntry(row), status: row.status }))
    // The clients of version 3 read the codes as texts.
    return {
      rows,
      has,
      codes: { auth, allAuth, codeList: auth.map(({ action }) => action), sysSafeMode: false },
    }
  }

  app.get(
    '/sys/permission/getUserPermissionByToken',
    { config: { access: 'self' } },
    async (request, reply) => {
      const { rows, has, codes } = await rightsOf(request.user)
      return sendTagged(request, reply, { menu: buildMenu(rows, has), ...codes }, '查询成功')
    },
  )

  app.get('/sys/permission/getPermCode', { config: { access: 'self' } }, async ({ user }) =>
    ok((await rightsOf(user)).codes),
  )
}
