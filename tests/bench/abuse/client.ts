import http from 'node:http'

export interface Reply {
  /** 0: the connection failed or nothing came in time. */
  status: number
  milliseconds: number
  body: string
}

export interface Sent {
  method?: string
  token?: string
  body?: string | Buffer
  headers?: Record<string, string>
  timeoutMs?: number
}

export type Send = (path: string, sent?: Sent) => Promise<Reply>

/** A client with connections of its own. Failures are replies too: a bench counts them. */
export function createClient(base: string, maxSockets = 64): Send {
  const agent = new http.Agent({ keepAlive: true, maxSockets })
  return (path, { method = 'GET', token, body, headers = {}, timeoutMs = 60_000 } = {}) =>
    new Promise((resolve) => {
      const start = performance.now()
      let text = ''
      const finish = (status: number) =>
        resolve({ status, milliseconds: performance.now() - start, body: text })
      const request = http.request(
        base + path,
        {
          method,
          agent,
          timeout: timeoutMs,
          headers: {
            ...(token !== undefined && { 'x-access-token': token }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            }),
            ...headers,
          },
        },
        (answer) => {
          answer.on('data', (chunk) => {
            // Enough to read an envelope; exports are counted, not kept.
            if (text.length < 100_000) text += chunk
          })
          answer.on('end', () => finish(answer.statusCode ?? 0))
          answer.on('error', () => finish(0))
        },
      )
      request.on('timeout', () => request.destroy())
      request.on('error', () => finish(0))
      request.end(body)
    })
}

/** Signs in; throws with the answer when that fails. */
export async function signIn(send: Send, username: string, password: string): Promise<string> {
  const reply = await send('/sys/login', { method: 'POST', body: JSON.stringify({ username, password }) })
  const { success, result } = JSON.parse(reply.body || '{}')
  if (!success) throw new Error(`sign-in of ${username}: ${reply.status} ${reply.body.slice(0, 200)}`)
  return String(result.token)
}
