import ReconnectingSocket from 'partysocket/ws'
import { store, tenantAtom } from '../session/state.ts'

/** Milliseconds until a page reconnects; each page waits a slightly different time, so that they do not all reconnect at once. */
const RECONNECT_DELAY_MS = 5000
const RECONNECT_SPREAD = 2000
/** After the close code of a server that restarts, the pages come back over this time, by chance. */
const RESTART_SPREAD_MS = 10_000
const serviceRestart = 1012
/** After the close code of a server that has too many sockets. */
const CROWDED_DELAY_MS = 60_000
const tryAgainLater = 1013

type Protocols = ConstructorParameters<typeof ReconnectingSocket>[1]

/** The query that names the chosen tenant: a browser cannot set headers on a socket's handshake. */
const tenantQuery = (): string => {
  const tenant = store.get(tenantAtom) ?? '0'
  return tenant === '0' ? '' : `?tenant_id=${encodeURIComponent(tenant)}`
}

function delayAfter(code: number, usual: number): number {
  if (code === tryAgainLater) return CROWDED_DELAY_MS + usual
  return code === serviceRestart ? Math.random() * RESTART_SPREAD_MS : usual
}

/** A socket to `path` on the own server, in the chosen tenant, that reconnects until it is closed. */
export function openSocket(path: string, protocols: Protocols): ReconnectingSocket {
  const { protocol, host } = window.location
  const usual = RECONNECT_DELAY_MS + (Math.random() - 0.5) * RECONNECT_SPREAD
  let delay = usual
  const url = () => `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}${tenantQuery()}`
  return new ReconnectingSocket(url, protocols, {
    // Called after each close, before the next delay is read.
    shouldReconnectOnClose: ({ code }) => {
      delay = delayAfter(code, usual)
      return true
    },
    get minReconnectionDelay() {
      return delay
    },
    get maxReconnectionDelay() {
      return delay
    },
    reconnectionDelayGrowFactor: 1,
    maxEnqueuedMessages: 0,
  })
}
