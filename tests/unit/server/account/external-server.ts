import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Outside {
  url: string
  /** The received requests, with their bodies. */
  asked: { url: URL; body: string; headers: IncomingMessage['headers'] }[]
  answer(reply: (url: URL, response: ServerResponse) => void): void
  close(): Promise<void>
}

/** A server outside the product. */
export async function openOutside(): Promise<Outside> {
  let reply: (url: URL, response: ServerResponse) => void = (_, response) => void response.end()
  const asked: Outside['asked'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://outside')
      asked.push({ url, body, headers: request.headers })
      reply(url, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => {
      reply = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
