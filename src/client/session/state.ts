import { atom, createStore, type WritableAtom } from 'jotai'
import type { AuthItem, AuthLists } from '#runtime/access/decide.ts'
import type { User } from '#runtime/services/services.tsx'
import type { MenuNode } from './menu-node.ts'
import { responseCache } from './response-cache.ts'
import { dropStored, endsWithBrowser, type Lifetime, readStored, WEEK_MS, writeStored } from './storage.ts'
import { storedAtom } from './stored-atom.ts'
import { forgetView } from './view-as.ts'

export interface Permissions extends AuthLists {
  menu: MenuNode[]
}

export const store = createStore()

const nonEmptyText = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw : null)

export interface SignedInUser extends User {
  /** The first password was generated and has to be replaced. */
  mustChange: boolean
  /** The password is older or simpler than the settings allow. */
  passwordExpired?: boolean
  /** The user has not yet seen the tour of the shell. */
  isNew?: boolean
  /** The stored path of the user's picture. */
  avatar?: string
}

/** The signed-in user as the server describes it; null when the answer of the server contains none. */
export function readUser(raw: unknown): SignedInUser | null {
  if (typeof raw !== 'object' || raw === null) return null
  const { id, username, realname, orgCode, mustChange, passwordExpired, isNew, avatar } = raw as Record<
    string,
    unknown
  >
  if (typeof username !== 'string' || username === '') return null
  return {
    id: String(id ?? ''),
    username,
    realname: nonEmptyText(realname) ?? username,
    orgCode: nonEmptyText(orgCode) ?? '',
    mustChange: mustChange === true,
    ...(passwordExpired === true && { passwordExpired }),
    ...(isNew === true && { isNew }),
    ...(nonEmptyText(avatar) && { avatar: nonEmptyText(avatar) ?? '' }),
  }
}

const readList = (raw: unknown): readonly AuthItem[] | null => (Array.isArray(raw) ? raw : null)

const tokenKey = 'Access-Token'
/** The lifetime of session data: a week, or, with 自动登录 unticked, until the browser closes. */
let sessionLife: Lifetime = endsWithBrowser(tokenKey) ? 'browser' : WEEK_MS
const forSession = (): Lifetime => sessionLife

/** Called before the session's atoms are set. */
export function rememberSession(isRemembered: boolean): void {
  sessionLife = isRemembered ? WEEK_MS : 'browser'
}

export const tokenAtom = storedAtom(tokenKey, nonEmptyText, forSession)
export const tenantAtom = storedAtom('TENANT_ID', nonEmptyText, forSession)
export const userAtom = storedAtom('LOGIN_USER', readUser, forSession)
const authAtom = storedAtom('LOGIN_USER_BUTTON_AUTH', readList, forSession)
const allAuthAtom = storedAtom('SYS_BUTTON_AUTH', readList, forSession)
/** The department step after sign-in: several to choose from, or none at all. Stored until the step is done. */
export const departChoiceAtom = storedAtom(
  'DEPART_CHOICE',
  (raw) => (raw === 'choose' || raw === 'missing' ? raw : null),
  forSession,
)
/** The reason of a forced sign-out: the sign-in page shows it until the next sign-in. */
export const signOutMessageAtom = atom<string | null>(null)
const menuAtom = atom<MenuNode[] | null>(null)

/** Null until the server has answered in this page; the lists are stored, the menu is always requested. */
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

const dictionariesKey = 'UI_CACHE_DB_DICT_DATA'

let storedDictionaries: Readonly<Record<string, unknown>> | undefined

/** Stores all dictionaries of the server, by code, for the lifetime of the session: a week at most. */
export function keepDictionaries(items: unknown): void {
  storedDictionaries = undefined
  try {
    writeStored(dictionariesKey, items, sessionLife)
  } catch (error) {
    // A browser without space for the copy still signs in.
    if (!(error instanceof DOMException)) throw error
  }
}

/** The stored items of a dictionary in the format of its request; undefined when there are none. */
export function storedDictionary(code: string): unknown {
  // The stored text is long: it is parsed once.
  storedDictionaries ??= Object(readStored(dictionariesKey)) as Record<string, unknown>
  return Object.hasOwn(storedDictionaries, code) ? storedDictionaries[code] : undefined
}

/** Names of the kept pages. */
export const keptPagesKey = 'CACHE_INCLUDED_ROUTES'

/** The token of a session that another window of the browser has started since; null: there is none. */
export function findOtherToken(): string | null {
  const token = nonEmptyText(readStored(tokenKey))
  return token === store.get(tokenAtom) ? null : token
}

/**
 * Removes the data of the session; the appearance and layout settings remain. When another window has started a session
 * since, the stored data belong to it: this window loads again and continues with it.
 */
export function forgetSession(): void {
  if (findOtherToken()) {
    forgetView()
    window.location.reload()
    return
  }
  store.set(permissionsAtom, null)
  store.set(userAtom, null)
  store.set(departChoiceAtom, null)
  responseCache.clear()
  dropStored(dictionariesKey)
  storedDictionaries = undefined
  dropStored(keptPagesKey)
  forgetView()
  store.set(tenantAtom, null)
  store.set(tokenAtom, null)
  // Other clients of the contract store their key for encrypting passwords here; this client uses none and removes it.
  dropStored('ENCRYPTED_STRING')
}
