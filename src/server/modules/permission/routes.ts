import type { Plugin } from '../../platform/http/route.ts'
import { sendTagged } from '../../platform/http/tagged.ts'
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
  app.route({
    method: 'GET',
    url: '/sys/permission/getUserPermissionByToken',
    config: { access: 'self' },
    handler: async (request, reply) => {
      const { user } = request
      const rows = await permissions.rows()
      const granted = await sessions.grants(user.id)
      const has = (id: string) => user.isAdmin || publicMenu.has(id) || granted.has(id)
      const buttons = rows.filter((row) => row.menuType === 2)
      return sendTagged(
        request,
        reply,
        {
          menu: buildMenu(rows, has),
          auth: buttons.filter((row) => row.status === '1' && has(row.id)).map(authEntry),
          allAuth: buttons.map((row) => ({ ...authEntry(row), status: row.status })),
        },
        '查询成功',
      )
    },
  })
}
