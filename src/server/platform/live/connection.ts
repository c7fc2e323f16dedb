import type { WebSocket } from 'ws'

/** Why the server ends a connection; a page reads them in its `close` event. */
export const closeCodes = {
  policyViolation: 1008,
  serviceRestart: 1012,
  /** There are too many connections: the page waits longer than usual before it comes again. */
  tryAgainLater: 1013,
} as const

export interface ConnectionLimits {
  /** Bytes that may wait for a peer that does not read; the frames after them are dropped. */
  maxBufferedBytes: number
  /** Milliseconds between the end of a backlog and the resynchronisation: it makes others send again. */
  resyncPause: number
}

/** A peer that does not answer a close would keep its socket for half a minute. */
const CLOSE_TIMEOUT = 1000
const MAX_UNANSWERED_PINGS = 2

/** One socket, with an end to what waits for it and to how long it may be silent. Everything that is sent goes here. */
export class Connection {
  #isBehind = false
  #isClosing = false
  #unansweredPings = 0

  constructor(
    readonly socket: WebSocket,
    readonly limits: ConnectionLimits,
    /** The peer reads again after frames were dropped: it has to be sent what it missed. */
    readonly onCaughtUp: () => void,
  ) {
    socket.on('pong', () => {
      this.#unansweredPings = 0
    })
    socket.on('error', () => socket.terminate())
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** Sends a text, or drops it when too much waits already. The same buffer may be sent to many. */
  send(text: string | Buffer): void {
    if (this.#isBehind || !this.isOpen) return
    if (this.socket.bufferedAmount < this.limits.maxBufferedBytes) {
      this.socket.send(text, { binary: false })
      return
    }
    this.#isBehind = true
    // The ping stands behind all that waits: once it has left, there is room again.
    this.socket.ping('', false, (error?: Error | null) => {
      if (!error) setTimeout(() => this.#catchUp(), this.limits.resyncPause).unref()
    })
  }

  #catchUp(): void {
    this.#isBehind = false
    if (this.isOpen) this.onCaughtUp()
  }

  /** Asks for a sign of life, and ends the socket of a peer that gave none to the former two. */
  ping(): void {
    if (!this.isOpen) return
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) this.socket.terminate()
    else {
      this.#unansweredPings += 1
      this.socket.ping()
    }
  }

  /** Closes the socket, at the latest after a second. */
  close(code: number): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.socket.close(code)
    setTimeout(() => this.socket.terminate(), CLOSE_TIMEOUT).unref()
  }
}
