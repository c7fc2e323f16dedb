/** The lifetime of sign-in data. The server may end the session sooner. */
export const WEEK_MS = 604_800_000

/** Milliseconds; null never ends; 'browser' ends with the browser and belongs to this window. */
export type Lifetime = number | null | 'browser'

const prefix = 'pro__'

interface Stored {
  value: unknown
  /** Milliseconds since 1970; null never expires. */
  expire: number | null
}

const isStored = (raw: unknown): raw is Stored => typeof raw === 'object' && raw !== null && 'value' in raw

/** The value stored under the key; null when there is none, it has expired or another application stored it. */
export function readStored(key: string): unknown {
  const text = sessionStorage.getItem(prefix + key) ?? localStorage.getItem(prefix + key)
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

export function writeStored(key: string, value: unknown, lifetime: Lifetime): void {
  const stored: Stored = { value, expire: typeof lifetime === 'number' ? Date.now() + lifetime : null }
  // Stored once only: a read must return the value that was written last.
  dropStored(key)
  const place = lifetime === 'browser' ? sessionStorage : localStorage
  place.setItem(prefix + key, JSON.stringify(stored))
}

export function dropStored(key: string): void {
  sessionStorage.removeItem(prefix + key)
  localStorage.removeItem(prefix + key)
}

/** Whether the key is stored only until the browser closes. */
export const endsWithBrowser = (key: string): boolean => sessionStorage.getItem(prefix + key) !== null
