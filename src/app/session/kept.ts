import { createResponseCache } from '#runtime/host/response-cache.ts'
import { dropStored, endsWithBrowser, readStored, week, writeStored } from './storage.ts'

const key = 'LAST_ANSWERS'
const tokenKey = 'Access-Token'

/** Who is signed in, in which tenant, as far as the browser remembers; null: nobody. */
function owner(): string | null {
  const user = readStored('LOGIN_USER') as { id?: unknown } | null
  return user?.id && readStored(tokenKey)
    ? `${String(user.id)}@${String(readStored('TENANT_ID') ?? '0')}`
    : null
}

/** What the server answered the signed-in person last; ends with the sign-in. */
export const kept = createResponseCache(
  {
    read: () => readStored(key),
    write: (value) => writeStored(key, value, endsWithBrowser(tokenKey) ? 'browser' : week),
    drop: () => dropStored(key),
  },
  owner,
)

if (typeof window !== 'undefined') window.addEventListener('pagehide', kept.flush)
