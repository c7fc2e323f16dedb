import { appError } from '../../../runtime/kernel/errors.ts'
import { allowedMenu } from './menu-node.ts'
import { type Permissions, permissionsAtom, store } from './state.ts'

const isPermissions = (raw: unknown): raw is Partial<Permissions> & Pick<Permissions, 'menu'> =>
  typeof raw === 'object' && raw !== null && 'menu' in raw && Array.isArray(raw.menu) && raw.menu.length > 0

let asked: Promise<void> | null = null

async function load(): Promise<void> {
  const { http } = await import('./http.ts')
  const answer = await http.get<unknown>('/sys/permission/getUserPermissionByToken')
  // An account without any entry cannot work here; the spec treats it as a failure.
  if (!isPermissions(answer)) throw appError('NO_PERMISSIONS')
  const lists = { auth: answer.auth ?? [], allAuth: answer.allAuth ?? [] }
  const menu = allowedMenu(answer.menu, lists)
  if (menu.length === 0) throw appError('NO_PERMISSIONS')
  store.set(permissionsAtom, { menu, ...lists })
}

/** Asks what the user may see. Callers at the same time share one request. */
export function loadPermissions(): Promise<void> {
  asked ??= load().finally(() => {
    asked = null
  })
  return asked
}
