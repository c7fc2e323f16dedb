import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { sendTagged } from '../../platform/http/tagged.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { authEntry, buildMenu } from './menu.ts'
import type { PermissionRow, Permissions } from './permissions.ts'
import { publicMenu } from './public-menu.ts'

export interface PermissionServices extends Pick<PlatformServices, 'db'> {
  permissions: Permissions
  /** The ids of the permissions that a user was granted. */
  sessions: { grants(userId: string): Promise<ReadonlySet<string>> }
}

/** The menu, the permission codes of the user, and all permission codes. */
function answerOf(rows: readonly PermissionRow[], has: (id: string) => boolean) {
  const buttons = rows.filter((row) => row.menuType === 2)
  const auth = buttons.filter((row) => row.status === '1' && has(row.id)).map(authEntry)
  return {
    menu: buildMenu(rows, has),
    auth,
    allAuth: buttons.map((row) => ({ ...authEntry(row), status: row.status })),
    // The clients of version 3 read the codes as texts.
    codeList: auth.map(({ action }) => action),
    sysSafeMode: false,
  }
}

interface Cached {
  rows: readonly PermissionRow[]
  isAdmin: boolean
  answer: ReturnType<typeof answerOf>
}

/** The rights of a user, built once until the permissions or the grants of the user are read again. */
export const permissionRoutes: Plugin<PermissionServices> = (app, { permissions, sessions }) => {
  const answers = new WeakMap<ReadonlySet<string>, Cached>()
  const rightsOf = async ({ id, isAdmin }: SessionUser) => {
    const rows = await permissions.rows()
    const granted = await sessions.grants(id)
    const last = answers.get(granted)
    if (last?.rows === rows && last.isAdmin === isAdmin) return last.answer
    const answer = answerOf(rows, (entry) => isAdmin || publicMenu.has(entry) || granted.has(entry))
    answers.set(granted, { rows, isAdmin, answer })
    return answer
  }

  app.get(
    '/sys/permission/getUserPermissionByToken',
    { config: { access: 'self' } },
    async (request, reply) => sendTagged(request, reply, await rightsOf(request.user), '查询成功'),
  )

  app.get('/sys/permission/getPermCode', { config: { access: 'self' } }, async ({ user }) => {
    const { menu: _menu, ...codes } = await rightsOf(user)
    return ok(codes)
  })
}
