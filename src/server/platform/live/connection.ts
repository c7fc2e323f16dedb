import type { WebSocket } from 'ws'

/** The reasons why the server closes a connection; a page reads them in its `close` event. */
export const closeCodes = {
  policyViolation: 1008,
  serviceRestart: 1012,
  /** There are too many connections: the page waits longer than usual before it reconnects. */
  tryAgainLater: 1013,
} as const

export interface ConnectionLimits {
  /** Maximum bytes that wait for a peer that does not read; further frames are dropped. */
  maxBufferedBytes: number
  /** Milliseconds between the end of a backlog and the resynchronisation, which causes further frames. */
  resyncPause: number
}

/** A peer that does not answer a close would keep its socket for half a minute. */
const CLOSE_TIMEOUT_MS = 1000
const MAX_UNANSWERED_PINGS = 2

/** One socket with limits on its backlog and its silence. All frames to the peer are sent through it. */
export class Connection {
  #isBehind = false
  #isClosing = false
  #unansweredPings = 0

  constructor(
    readonly socket: WebSocket,
    readonly limits: ConnectionLimits,
    /** Called when the peer reads again after frames were dropped, to send the missed state. */
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

  /** Sends a text, or drops it when the backlog is full. The same buffer may be sent to many. */
  send(text: string | Buffer): void {
    if (this.#isBehind || !this.isOpen) return
    if (this.socket.bufferedAmount < this.limits.maxBufferedBytes) {
      this.socket.send(text, { binary: false })
      return
    }
    this.#isBehind = true
    // The ping is queued after the backlog: when it has been sent, the backlog is empty.
    this.socket.ping('', false, (error?: Error | null) => {
      if (!error) setTimeout(() => this.#catchUp(), this.limits.resyncPause).unref()
    })
  }

  #catchUp(): void {
    this.#isBehind = false
    if (this.isOpen) this.onCaughtUp()
  }

  /** Sends a ping, and closes the socket of a peer that has not answered the last two. */
  ping(): void {
    if (!this.isOpen) return
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) this.socket.terminate()
    else {
      this.#unansweredPings += 1
      this.socket.ping()
    }
  }

  /** Closes the socket, after a second at the latest. */
  close(code: number): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.socket.close(code)
    setTimeout(() => this.socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }
}
