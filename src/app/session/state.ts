import { atom, createStore, type WritableAtom } from 'jotai'
import type { AuthItem, AuthLists } from '../../../runtime/access/decide.ts'
import type { User } from '../../../runtime/fields/context.tsx'
import type { MenuNode } from './menu-node.ts'
import { dropStored, readStored, week, writeStored } from './storage.ts'

export interface Permissions extends AuthLists {
  menu: MenuNode[]
}
export type ThemeMode = 'light' | 'dark'

export const store = createStore()

/** An atom mirrored in local storage; null clears it. What does not parse counts as absent. */
function storedAtom<T>(key: string, parse: (raw: unknown) => T | null, lifetime: number | null) {
  const memory = atom<T | null>(parse(readStored(key)))
  return atom(
    (get) => get(memory),
    (_get, set, value: T | null) => {
      if (value === null) dropStored(key)
      else writeStored(key, value, lifetime)
      set(memory, value)
    },
  )
}

const textOf = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw : null)

export interface SignedInUser extends User {
  /** The first password was generated and has to be replaced. */
  mustChange: boolean
}

/** The signed-in user as the server names it; null when the server's answer holds none. */
export function userOf(raw: unknown): SignedInUser | null {
  if (typeof raw !== 'object' || raw === null) return null
  const { id, username, realname, orgCode, mustChange } = raw as Record<string, unknown>
  if (typeof username !== 'string' || username === '') return null
  return {
    id: String(id ?? ''),
    username,
    realname: textOf(realname) ?? username,
    orgCode: textOf(orgCode) ?? '',
    mustChange: mustChange === true,
  }
}

const listOf = (raw: unknown): readonly AuthItem[] | null => (Array.isArray(raw) ? raw : null)

export const tokenAtom = storedAtom('Access-Token', textOf, week)
export const tenantAtom = storedAtom('TENANT_ID', textOf, week)
export const userAtom = storedAtom('LOGIN_USER', userOf, week)
const authAtom = storedAtom('LOGIN_USER_BUTTON_AUTH', listOf, week)
const allAuthAtom = storedAtom('SYS_BUTTON_AUTH', listOf, week)
const menuAtom = atom<MenuNode[] | null>(null)

/** Null until the server has been asked in this page; the lists are stored, the menu is always asked for. */
export const permissionsAtom: WritableAtom<Permissions | null, [Permissions | null], void> = atom(
  (get) => {
    const menu = get(menuAtom)
    return menu && { menu, auth: get(authAtom) ?? [], allAuth: get(allAuthAtom) ?? [] }
  },
  (_get, set, permissions: Permissions | null) => {
    set(authAtom, permissions?.auth ?? null)
    set(allAuthAtom, permissions?.allAuth ?? null)
    set(menuAtom, permissions?.menu ?? null)
  },
)

/** Forgets who was signed in; look and layout stay as they were. */
export function forgetSession(): void {
  store.set(permissionsAtom, null)
  store.set(userAtom, null)
  store.set(tenantAtom, null)
  store.set(tokenAtom, null)
}

const modeOf = (raw: unknown): ThemeMode | null => (raw === 'light' || raw === 'dark' ? raw : null)
export const themeAtom = storedAtom('DEFAULT_THEME', modeOf, null)
export const siderAtom = storedAtom('SIDEBAR_TYPE', (raw) => (typeof raw === 'boolean' ? raw : null), null)
