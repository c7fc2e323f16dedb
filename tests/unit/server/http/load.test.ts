import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from '#server/platform/http/envelope.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'

/** Far more than the delay of the event loop on a loaded machine. */
const limit = 400

let server: TestServer
beforeAll(async () => {
  server = await createBaseServer({ maxLoopDelay: limit }, [
    (app) => void app.get('/test/self', { config: { access: 'self' } }, async () => ok(null)),
  ])
})
afterAll(() => server?.close())

function block(): void {
  const end = performance.now() + 2 * limit
  while (performance.now() < end);
}

const health = async () => (await server.call('GET', '/healthz')).body as unknown

it('server refuses new requests early while the event loop is late, and accepts them again afterwards', async () => {
  const token = await server.enter('clerk')
  expect(await health()).toEqual({ status: 'ok' })
  block()
  // A single long task has ended when its delay is measured.
  expect((await server.call('GET', '/test/self', { token })).status).toBe(200)

  await expect
    .poll(async () => {
      block()
      return await health()
    })
    .toEqual({ status: 'busy' })
  const { status, body, headers } = await server.call('GET', '/test/self', { token })
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect(body).toMatchObject({ success: false, code: 503, message: '系统繁忙，请稍后再试' })
  expect((await server.call('POST', '/sys/login', { payload: {} })).status).toBe(503)
  // A path without a route is a file of the app.
  expect((await server.call('GET', '/sys/nothing')).status).toBe(404)

  await expect.poll(health).toEqual({ status: 'ok' })
  expect((await server.call('GET', '/test/self', { token })).status).toBe(200)
})
