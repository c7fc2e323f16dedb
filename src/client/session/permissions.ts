import { loadChunk } from '#runtime/host/chunks.ts'
import { AppError, appError, errorText } from '#runtime/kernel/errors.ts'
import { allowedMenu } from './menu-node.ts'
import { type Permissions, permissionsAtom, store } from './state.ts'

const isPermissions = (raw: unknown): raw is Partial<Permissions> & Pick<Permissions, 'menu'> =>
  typeof raw === 'object' && raw !== null && 'menu' in raw && Array.isArray(raw.menu)

let pending: Promise<void> | null = null

async function load(): Promise<void> {
  const { http } = await loadChunk(() => import('./http.ts'))
  const answer = await http.get<unknown>('/sys/permission/getUserPermissionByToken')
  if (!isPermissions(answer)) throw appError('NO_PERMISSIONS')
  const lists = { auth: answer.auth ?? [], allAuth: answer.allAuth ?? [] }
  const menu = allowedMenu(answer.menu, lists)
  // An account without menu entries cannot be used; the spec treats it as a failure.
  if (menu.length === 0)
    throw appError('NO_PERMISSIONS', { text: '您的账号还没有可用的菜单，请联系管理员分配角色' })
  store.set(permissionsAtom, { menu, ...lists })
}

/** The text of the sign-in page for a user whose permissions could not be loaded. */
export function signOutMessage(error: unknown): string {
  if (!(error instanceof AppError)) return errorText('NO_PERMISSIONS')
  if (error.code === 'UNAUTHORIZED') return errorText('SESSION_EXPIRED')
  return error.code === 'NO_PERMISSIONS' ? error.text : errorText('NO_PERMISSIONS')
}

/** Loads the permissions of the user. Simultaneous callers share one request. */
export function loadPermissions(): Promise<void> {
  pending ??= load().finally(() => {
    pending = null
  })
  return pending
}

/** Loads them after a change: a request that is running may have been answered before it. */
export const reloadPermissions = async (): Promise<void> => {
  await pending?.catch(() => undefined)
  return loadPermissions()
}
