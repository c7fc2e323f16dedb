import { createResponseCache } from '#runtime/host/response-cache.ts'
import { dropStored, endsWithBrowser, readStored, WEEK_MS, writeStored } from './storage.ts'
import { currentView } from './view-as.ts'

const key = 'LAST_ANSWERS'
const tokenKey = 'Access-Token'

/** The stored user and tenant of the session; null: no user is signed in, or the window shows the data of another user. */
function owner(): string | null {
  if (currentView) return null
  const user = readStored('LOGIN_USER') as { id?: unknown } | null
  return user?.id && readStored(tokenKey)
    ? `${String(user.id)}@${String(readStored('TENANT_ID') ?? '0')}`
    : null
}

/** The last answers of the server to the signed-in user; removed with the session. */
export const responseCache = createResponseCache(
  {
    read: () => readStored(key),
    write: (value) => writeStored(key, value, endsWithBrowser(tokenKey) ? 'browser' : WEEK_MS),
    drop: () => dropStored(key),
  },
  owner,
)

if (typeof window !== 'undefined') window.addEventListener('pagehide', responseCache.flush)
