import { createHash } from 'node:crypto'
import type { FieldRules } from '../../documents/access/field-rules.ts'
import { ok } from '../../platform/http/envelope.ts'
import { sendTagged } from '../../platform/http/requests/tagged.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { authEntry, buildMenu } from './menu.ts'
import type { PermissionRow, Permissions } from './permissions.ts'
import { publicMenu } from './public-menu.ts'

export interface PermissionServices extends Pick<PlatformServices, 'db'> {
  permissions: Permissions
  fieldRules: Pick<FieldRules, 'codes'>
}

/** Users of the same roles share an answer; at most so many different ones are cached. */
const MAX_ANSWERS = 100

/** The menu, the permission codes of the user, and all permission codes. */
function buildAnswer(rows: readonly PermissionRow[], has: (id: string) => boolean) {
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

/** Names the grants of a user; the set is made anew whenever they are read again. */
function createKeys(): (user: SessionUser) => string {
  const keys = new WeakMap<ReadonlySet<string>, string>()
  return ({ isAdmin, grants }) => {
    if (isAdmin) return 'administrator'
    const cached = keys.get(grants)
    if (cached !== undefined) return cached
    const key = createHash('sha256')
      .update(JSON.stringify([...grants].sort()))
      .digest('base64')
    keys.set(grants, key)
    return key
  }
}

/** The rights of a user, built once for equal grants until the permissions are read again. */
export const permissionRoutes: Plugin<PermissionServices> = (app, { permissions, fieldRules }) => {
  const toKey = createKeys()
  const answers = new Map<string, ReturnType<typeof buildAnswer>>()
  let answered: readonly PermissionRow[] = []
  /** The rights with the codes that follow from the rules of fields, which no menu entry has. */
  const readRights = async (user: SessionUser) => {
    const rights = await readGranted(user)
    const { codes } = fieldRules
    if (codes.length === 0) return rights
    const entries = codes.map((action) => ({ action, type: '1', describe: '', status: '1' }))
    const granted = entries.filter(({ action }) => holds(user, action))
    return {
      ...rights,
      auth: [...rights.auth, ...granted],
      allAuth: [...rights.allAuth, ...entries],
      codeList: [...rights.codeList, ...granted.map(({ action }) => action)],
    }
  }
  const readGranted = async (user: SessionUser) => {
    const rows = await permissions.rows()
    if (rows !== answered || answers.size >= MAX_ANSWERS) answers.clear()
    answered = rows
    const key = toKey(user)
    const cached = answers.get(key)
    if (cached) return cached
    const { isAdmin, grants } = user
    const answer = buildAnswer(rows, (entry) => isAdmin || publicMenu.has(entry) || grants.has(entry))
    answers.set(key, answer)
    return answer
  }

  app.get(
    '/sys/permission/getUserPermissionByToken',
    { config: { access: 'self' } },
    async (request, reply) => sendTagged(request, reply, await readRights(request.user), '查询成功'),
  )

  app.get('/sys/permission/getPermCode', { config: { access: 'self' } }, async ({ user }) => {
    const { menu: _menu, ...codes } = await readRights(user)
    return ok(codes)
  })
}
