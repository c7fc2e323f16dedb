import ReconnectingSocket from 'partysocket/ws'

/** Milliseconds until a page reconnects; each page waits a slightly different time, so that they do not all reconnect at once. */
const RECONNECT_DELAY = 5000
const RECONNECT_SPREAD = 3000
/** The close code of a server that has too many sockets. */
const CROWDED_DELAY = 60_000
const tryAgainLater = 1013

type Protocols = ConstructorParameters<typeof ReconnectingSocket>[1]

/** A socket to `path` on the own server that reconnects until it is closed. */
export function openSocket(path: string, protocols: Protocols): ReconnectingSocket {
  const { protocol, host } = window.location
  const usual = RECONNECT_DELAY + (Math.random() - 0.5) * RECONNECT_SPREAD
  let delay = usual
  return new ReconnectingSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`, protocols, {
    // Called after each close, before the next delay is read.
    shouldReconnectOnClose: ({ code }) => {
      delay = code === tryAgainLater ? CROWDED_DELAY + usual : usual
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
