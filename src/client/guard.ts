export const homePath = '/dashboard/analysis'
/** The pages around signing in, by the names of their routes. */
export const userPaths = {
  login: '/user/login',
  register: '/user/register',
  registerResult: '/user/register-result',
  alteration: '/user/alteration',
} as const
export const loginPath = userPaths.login

/** Pages that require no sign-in. */
const openPaths: ReadonlySet<string> = new Set([...Object.values(userPaths), '/test/cesium'])

export interface Visit {
  pathname: string
  /** The query string, with its question mark, and the fragment. */
  search: string
  hash?: string
}

export type Decision = { go: string } | 'load' | 'stay'

/** The path in a `redirect` query when it belongs to this application; null otherwise. */
export function findRedirect(search: string): string | null {
  const target = new URLSearchParams(search).get('redirect')
  if (!target?.startsWith('/')) return null
  const base = 'http://app.invalid'
  const url = URL.canParse(target, base) ? new URL(target, base) : null
  if (url?.origin !== base || url.pathname.startsWith('//') || url.pathname === loginPath) return null
  return url.pathname + url.search + url.hash
}

/** Decides whether a page is shown, after which data, or where to redirect. */
export function decide(
  { pathname, search, hash = '' }: Visit,
  hasToken: boolean,
  hasPermissions: boolean,
): Decision {
  if (!hasToken) {
    if (openPaths.has(pathname)) return 'stay'
    return { go: `${loginPath}?redirect=${encodeURIComponent(pathname + search + hash)}` }
  }
  if (pathname === loginPath) return { go: findRedirect(search) ?? homePath }
  return hasPermissions ? 'stay' : 'load'
}
