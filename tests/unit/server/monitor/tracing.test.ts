import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTracing } from '#server/modules/monitor/tracing/open-tracing.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

let server: TestServer
let collector: Server
const spans: SentSpan[] = []
const services: unknown[] = []
beforeAll(async () => {
  server = await createBaseServer()
  collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString())
        for (const { resource, scopeSpans } of resourceSpans) {
          services.push(...resource.attributes)
          spans.push(...scopeSpans.flatMap((scope: { spans: SentSpan[] }) => scope.spans))
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await server?.close()
  collector?.close()
})

const readAttributes = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

it('sends a span of a request with its route, and of its statements, without values', async () => {
  const token = await server.enter('admin')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const tracing = openTracing({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    name: 'office-test',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { 'x-access-token': token, traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const answer = await fetch(`http://127.0.0.1:${port}/jeecg-boot/sys/outbox?pageNo=1&secret=of-a-query`, {
    headers,
  })
  expect(answer.status).toBe(200)
  await answer.text()
  await tracing.stop()
  // Nothing is sent after the end.
  await (await fetch(`http://127.0.0.1:${port}/jeecg-boot/healthz`)).text()
  const request = spans.find(({ name }) => name === 'GET /sys/outbox')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(request && readAttributes(request)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/sys/outbox',
    'http.response.status_code': 200,
    'url.path': '/jeecg-boot/sys/outbox',
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map((span) => readAttributes(span)['db.query.text'])).toContainEqual(
    expect.stringContaining('from "sys_outbox"'),
  )
  expect(services).toContainEqual({ key: 'service.name', value: { stringValue: 'office-test' } })
  expect(JSON.stringify(spans)).not.toContain('of-a-query')
  expect(spans.some(({ name }) => name.includes('healthz'))).toBe(false)
})
