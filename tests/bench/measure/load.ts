import net from 'node:net'
import { percentile } from './process-figures.ts'

interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: unknown
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
}

/** One kept-alive connection that sends one request at a time; plain sockets, so that the client takes little of the processor. */
class Connection {
  readonly #socket: net.Socket
  #received = Buffer.alloc(0)
  #settle: { resolve(): void; reject(error: Error): void } | null = null

  constructor(readonly url: URL) {
    this.#socket = net.connect(Number(url.port), url.hostname).setNoDelay(true)
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#settle?.reject(error))
  }

  /** Resolves when the whole answer is there; rejects unless it is a 200. */
  send({ method, path, token, body }: LoadRequest): Promise<void> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${this.url.host}`,
      `x-access-token: ${token}`,
      ...(text === ''
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
    ]
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.subarray(0, end).toString('latin1')
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
    if (this.#received.length < end + 4 + length) return
    const body = this.#received.subarray(end + 4)
    this.#received = Buffer.alloc(0)
    if (head.startsWith('HTTP/1.1 200')) this.#settle?.resolve()
    else this.#settle?.reject(new Error(`${head.split('\r\n')[0]} ${body.toString().slice(0, 300)}`))
  }
}

/** Runs `connections` clients side by side for so many seconds; each sends its next request when the last is answered. */
export async function measureLoad(
  url: string,
  request: (count: number) => LoadRequest,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const taken: number[] = []
  let count = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(new URL(url))
      try {
        while (performance.now() < end) {
          const sent = performance.now()
          await connection.send(request(count++))
          taken.push(performance.now() - sent)
        }
      } finally {
        connection.close()
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  return { perSecond: taken.length / elapsed, p50: percentile(taken, 0.5), p95: percentile(taken, 0.95) }
}
