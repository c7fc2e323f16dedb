import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { errorText } from '#runtime/kernel/errors.ts'
import { StartError } from '../store/embedded/binaries.ts'
import { failure } from './envelope.ts'
import { type BodyTimeouts, watchBodies } from './limits/bodies.ts'
import { newRequestId } from './requests/request-id.ts'
import { stripPrefix } from './route.ts'
import { buildWaitingPage } from './waiting-page.ts'

/** The listening socket. Until `use` it answers that the server is starting. */
export interface Listener {
  server: Server
  /** Accepts connections; does nothing where it does already. Throws a `StartError` with the remedy. */
  listen(): Promise<void>
  /** From now on `listener` answers. */
  use(listener: RequestListener): void
  /** `http://HOST:PORT` with the actual port, while it accepts connections. */
  readonly address: string
  /**
   * For `delay` (ms) answers as before, but each answer ends its connection, and probes get 503; then accepts no connections.
   * After that, or at once without a delay, refuses new requests with 503. Resolves when running ones are answered, or after
   * `deadline` (ms) more.
   */
  drain(deadline: number, delay?: number): Promise<void>
  /** Stops listening and closes the remaining connections. */
  close(): Promise<void>
}

/** Times in milliseconds. */
export interface FrontBounds extends BodyTimeouts {
  /** For the head of a request, including the first one of a connection. */
  head: number
  /** For a whole request to arrive. 20 MB take 100 s on a line of 1.6 Mbit/s. */
  total: number
  /** For a connection without traffic in either direction, such as a client that does not read its answer. */
  silent: number
}

const DEFAULT_BOUNDS: FrontBounds = {
  head: 20_000,
  total: 300_000,
  silent: 120_000,
  idle: 30_000,
  minRate: 4096,
  maxBytes: 32 * 1024 * 1024,
}

const MAX_CONNECTIONS = 4096
/** Maximum bytes of a request's line and headers, which limits its address and query. */
const MAX_HEAD = 16 * 1024
/** Milliseconds that `close` waits for connections to end. */
const CLOSE_TIMEOUT_MS = 1500
/** Milliseconds in which the request of an accepted connection arrives. */
const SETTLE_MS = 100

/** Milliseconds: a turn of the event loop that is as short, and how long one is waited for. */
const QUIET_TURN_MS = 1
const MAX_QUIET_WAIT_MS = 2000

/**
 * Accepts what waits for the listener, and resolves at the end of a turn of the event loop that did little else: closing the
 * listener then resets no connection, unless one arrives within that time.
 */
async function acceptWaiting(): Promise<void> {
  const deadline = performance.now() + MAX_QUIET_WAIT_MS
  for (let start = 0, end = performance.now(); end - start > QUIET_TURN_MS && end < deadline; ) {
    start = end
    await turn()
    end = performance.now()
  }
}

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
const isProbe = (request: IncomingMessage): boolean =>
  PROBES.has(stripPrefix((request.url ?? '/').split('?', 1)[0] ?? '/'))

/** A browser opens a page: its address, not a call of a page. */
const isPageVisit = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true

/** Answers every request with 503 while the server is starting or stopping. */
const refuseAs =
  (status: 'starting' | 'stopping'): RequestListener =>
  (request, response) => {
    const isPage = isPageVisit(request) && !isProbe(request)
    const answer = isProbe(request) ? { status } : failure(503, errorText('UNAVAILABLE'))
    response.writeHead(503, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'x-request-id': newRequestId(),
      ...(status === 'stopping' && { connection: 'close' }),
    })
    response.end(isPage ? buildWaitingPage(status) : JSON.stringify(answer))
  }

const listenFaults: Record<string, string> = {
  EADDRINUSE: '端口已被占用，请用 PORT 指定别的端口 (the port is in use: set PORT)',
  EACCES: '没有权限监听该端口，请用 PORT 指定 1024 以上的端口 (not allowed to listen there: set PORT)',
  EADDRNOTAVAIL: '本机没有该地址，请检查 HOST (no such address here: check HOST)',
}

export function createListener(host: string, port: number, overrides: Partial<FrontBounds> = {}): Listener {
  const bounds = { ...DEFAULT_BOUNDS, ...overrides }
  let current = refuseAs('starting')
  const answers = new Set<ServerResponse>()
  let onAnswered: (() => void) | undefined
  const server = createServer({
    headersTimeout: bounds.head,
    requestTimeout: bounds.total,
    connectionsCheckingInterval: Math.min(5000, bounds.head),
    maxHeaderSize: MAX_HEAD,
  })
  server.maxConnections = MAX_CONNECTIONS
  // Longer than the idle time of usual proxies, so that they never write into a closing connection.
  server.keepAliveTimeout = 65_000
  server.setTimeout(bounds.silent)
  const watchBody = watchBodies(server, bounds)
  server.on('request', (request, response) => {
    answers.add(response)
    response.once('close', () => {
      answers.delete(response)
      if (answers.size === 0) onAnswered?.()
    })
    watchBody(request)
    current(request, response)
  })
  let listening: Promise<void> | undefined
  let address = ''
  const open = async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const text = listenFaults[error.code ?? '']
        reject(text ? new StartError(`${host}:${port} ${text}`) : error)
      })
      server.listen(port, host, resolve)
    })
    const { port: actual } = server.address() as AddressInfo
    address = `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
  }
  return {
    server,
    listen: () => (listening ??= open()),
    get address() {
      return address
    },
    use: (listener) => {
      current = listener
    },
    async drain(deadline, delay = 0) {
      if (delay > 0) {
        const answer = current
        const refuse = refuseAs('stopping')
        current = (request, response) => {
          if (isProbe(request)) return refuse(request, response)
          response.setHeader('connection', 'close')
          answer(request, response)
        }
        await sleep(delay)
        await acceptWaiting()
        // A proxy sends to another instance what it cannot connect with; an answer of 503 it would pass on.
        server.close()
        // Requests of the connections accepted last are on their way.
        await sleep(SETTLE_MS)
      }
      current = refuseAs('stopping')
      // Without a listener for upgrades a handshake is handled like any other request.
      server.removeAllListeners('upgrade')
      if (answers.size === 0) return
      for (const response of answers) if (!response.headersSent) response.setHeader('connection', 'close')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline)
        onAnswered = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
