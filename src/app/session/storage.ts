/** How long sign-in data is kept (spec section 9). The server may end the session sooner. */
export const week = 604_800_000

const prefix = 'pro__'

interface Stored {
  value: unknown
  /** Milliseconds since 1970; null never expires. */
  expire: number | null
}

const isStored = (raw: unknown): raw is Stored => typeof raw === 'object' && raw !== null && 'value' in raw

/** What was stored under the key; null when nothing was, it has expired or it is not ours. */
export function readStored(key: string): unknown {
  const text = localStorage.getItem(prefix + key)
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (isStored(stored)) {
      if (typeof stored.expire !== 'number' || stored.expire > Date.now()) return stored.value
      dropStored(key)
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return null
}

export function writeStored(key: string, value: unknown, lifetime: number | null): void {
  const stored: Stored = { value, expire: lifetime === null ? null : Date.now() + lifetime }
  localStorage.setItem(prefix + key, JSON.stringify(stored))
}

export function dropStored(key: string): void {
  localStorage.removeItem(prefix + key)
}
