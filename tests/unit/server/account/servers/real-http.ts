import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../../base/test-server.ts'

/** The source of a request: a local address of this machine, and the name of the browser. */
export interface From {
  address: string
  agent?: string
}

export type Ask = (
  method: 'GET' | 'POST',
  url: string,
  from: From,
  more?: { payload?: object; token?: string },
) => Promise<Answer>

/** Starts an app on a port and sends requests over separate connections, each from its own address (127.0.0.0/8). */
export async function listening(app: FastifyInstance): Promise<Ask> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return (method, path, { address, agent = 'Firefox/141.0' }, { payload, token } = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        'user-agent': agent,
        ...(payload && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'x-access-token': token }),
      }
      const asked = request(
        { host: '127.0.0.1', port, path, method, headers, localAddress: address, agent: false },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const body = JSON.parse(Buffer.concat(chunks).toString()) as Answer['body']
            resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers })
          })
        },
      )
      asked.on('error', reject)
      asked.end(payload && JSON.stringify(payload))
    })
}
