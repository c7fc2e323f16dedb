import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorText } from '../../../runtime/kernel/errors.ts'
import { StartError } from '../store/binaries.ts'
import { failure } from './envelope.ts'
import { newRequestId } from './request-id.ts'
import { barePath } from './route.ts'

/** The listening socket. It is open before the house is ready, and says so. */
export interface Front {
  server: Server
  /** Hands over: from now on `listener` answers. */
  use(listener: RequestListener): void
  /** `http://HOST:PORT` as it really listens. */
  address: string
  /** Takes no new request; resolves when the running ones are answered, or at the deadline (ms). */
  close(deadline: number): Promise<void>
}

const starting: RequestListener = (request, response) => {
  const path = barePath((request.url ?? '/').split('?', 1)[0] ?? '/')
  const body = path === '/healthz' ? { status: 'starting' } : failure(503, errorText('UNAVAILABLE'))
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
    'x-request-id': newRequestId(),
  })
  response.end(JSON.stringify(body))
}

const listenFaults: Record<string, string> = {
  EADDRINUSE: '端口已被占用，请用 PORT 指定别的端口 (the port is in use: set PORT)',
  EACCES: '没有权限监听该端口，请用 PORT 指定 1024 以上的端口 (not allowed to listen there: set PORT)',
  EADDRNOTAVAIL: '本机没有该地址，请检查 HOST (no such address here: check HOST)',
}

export async function openFront(host: string, port: number): Promise<Front> {
  let current = starting
  const server = createServer((request, response) => current(request, response))
  // Longer than the idle time of the proxies in front of us, so that they never write into a closing connection.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const text = listenFaults[error.code ?? '']
      reject(text ? new StartError(`${host}:${port} ${text}`) : error)
    })
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    server,
    use: (listener) => {
      current = listener
    },
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: (deadline) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          server.closeAllConnections()
          resolve()
        }, deadline)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
