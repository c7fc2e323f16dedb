/** How often a request is repeated while the server is busy. */
export const MAX_BUSY_TRIES = 4
/** Longer waits (seconds) are reported as an error. */
const MAX_WAIT_S = 30

/** Milliseconds until the next try, from `Retry-After` of an HTTP 503; null without one. */
export function busyDelay(status: number, retryAfter: unknown): number | null {
  const seconds = Number(retryAfter ?? '')
  if (status !== 503 || !(seconds > 0 && seconds <= MAX_WAIT_S)) return null
  return spread(seconds * 1000)
}

/** A random share is added, so that clients refused together do not repeat their requests together. */
const spread = (ms: number): number => ms * (1 + Math.random() / 2)

/** Milliseconds until a proxy has found another instance for the one that it lost. */
const GATEWAY_DELAY_MS = 500

/** Milliseconds until a request that may be sent twice is repeated; null: not after this answer. */
export const repeatDelay = (status: number, retryAfter: unknown): number | null =>
  status === 502 ? spread(GATEWAY_DELAY_MS) : busyDelay(status, retryAfter)

let waiting = 0
const listeners = new Set<() => void>()

/** Counts the requests that wait for a busy server: true when a request starts to wait, false when it is answered. */
export function countWaiting(isWaiting: boolean): void {
  waiting += isWaiting ? 1 : -1
  for (const listener of [...listeners]) listener()
}

export const isServerBusy = (): boolean => waiting > 0

export function onServerBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
