import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BaseServices } from '#server/app/services.ts'
import { failureRoutes } from '#server/modules/failure/routes.ts'
import { readConfig } from '#server/platform/config.ts'
import { createApp } from '#server/platform/http/app.ts'
import { ok } from '#server/platform/http/envelope.ts'
import type { Plugin } from '#server/platform/http/route.ts'
import { recordStatements } from '../statements.ts'
import { createBaseServer, type TestServer } from './test-server.ts'

const guarded: Plugin<BaseServices> = (app) => {
  app.get('/things', { config: { access: 'shop:thing:list', listLoad: true } }, async () => ok([]))
  app.post('/things', { config: { access: () => 'shop:thing:add' } }, async () => ok(null))
  app.get('/boom', { config: { access: 'self' } }, async () => {
    throw new Error('select * from secret_table')
  })
}

let server: TestServer
beforeAll(async () => {
  server = await createBaseServer({}, [guarded])
  await server.services.permissions.register({
    owner: 'shop/thing',
    listCode: 'shop:thing:list',
    codes: [
      { code: 'shop:thing:list', title: '东西列表' },
      { code: 'shop:thing:add', title: '新增东西' },
    ],
  })
})
afterAll(() => server?.close())

describe('the guard', () => {
  it('stops the boot when a route does not declare its access', async () => {
    const open: Plugin<BaseServices> = (app) => void app.get('/open', async () => ok(null))
    await expect(createApp(server.services, { plugins: [open] }).ready()).rejects.toThrow(
      'declares no access',
    )
  })

  it('stops the boot when a public route is not on the list', async () => {
    const open: Plugin<BaseServices> = (app) =>
      void app.get('/open', { config: { access: 'public' } }, async () => ok(null))
    await expect(createApp(server.services, { plugins: [open] }).ready()).rejects.toThrow(
      'not on the public list',
    )
  })

  it('answers 401 when the token is missing or wrong', async () => {
    for (const token of [undefined, 'x', 'A'.repeat(43)]) {
      const { status, body } = await server.call(
        'GET',
        '/jeecg-boot/things',
        token === undefined ? {} : { token },
      )
      expect(status).toBe(401)
      expect(body).toMatchObject({ success: false, code: 401, message: 'Token失效，请重新登录' })
    }
  })

  it('answers a list load without the right with code 510, and an action with 403 and the administrator to contact', async () => {
    const token = await server.enter('clerk')
    const list = await server.call('GET', '/things', { token })
    expect([list.status, list.body.code, list.body.message]).toEqual([200, 510, '没有权限，请联系管理员授权'])
    const add = await server.call('POST', '/things', { token })
    expect([add.status, add.body.message]).toEqual([403, '拒绝访问'])
    expect(add.body.result).toEqual({ action: '新增东西', code: 'shop:thing:add', ask: '系统管理员' })
  })

  it('admits the administrator without a grant, and other users as soon as they have the grant', async () => {
    expect((await server.call('POST', '/things', { token: await server.enter('admin') })).status).toBe(200)
    const token = await server.enter('clerk')
    await server.services.db.app
      .insertInto('sys_role_permission')
      .values({ role_id: 'clerk', permission_id: 'shop:thing:add' })
      .execute()
    await server.services.permissions.changed()
    await expect.poll(async () => (await server.call('POST', '/things', { token })).status).toBe(200)
  })

  it('wraps every failure in the envelope and hides its internal text', async () => {
    const token = await server.enter('clerk')
    const json = { 'content-type': 'application/json' }
    const post = (payload: string) => server.call('POST', '/jeecg-boot/sys/login', { payload, headers: json })
    const unknown = await server.call('GET', '/jeecg-boot/no/such/path', { headers: { accept: 'text/html' } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 404])
    for (const payload of ['{"username":', '{"username":"a","password":"b","__proto__":{"x":1}}']) {
      const { status, body } = await post(payload)
      expect([status, body.success, body.code]).toEqual([400, false, 400])
    }
    const typed = await post('{"username":3,"password":"b"}')
    expect([typed.status, typed.body.message]).toEqual([400, '参数无效：username'])
    const broken = await server.call('GET', '/boom', { token })
    expect([broken.status, broken.body.code]).toEqual([500, 500])
    expect(JSON.stringify(broken.body)).not.toContain('secret_table')
    expect(broken.headers['cache-control']).toBe('no-store')
  })

  it('gives every answer a request number, and wraps malformed addresses in the envelope', async () => {
    const id = expect.stringMatching(/^[0-9a-f]{12}$/)
    expect((await server.call('GET', '/healthz')).headers['x-request-id']).toEqual(id)
    for (const [url, status] of [
      ['/things/%zz', 400],
      [`/sys/randomImage/${'x'.repeat(600)}`, 414],
    ] as const) {
      const answer = await server.call('GET', url)
      expect([answer.status, answer.body.success, answer.body.code]).toEqual([status, false, status])
      expect(answer.headers['x-request-id']).toEqual(id)
      expect(answer.body).toMatchObject({ requestId: answer.headers['x-request-id'] })
    }
    const refused = await server.call('GET', '/sys/no/such/path')
    expect(refused.body).toMatchObject({ requestId: refused.headers['x-request-id'] })
  })

  it('logs a failure in a page under the number in its answer', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const app = createApp({ ...server.services, log }, { plugins: [failureRoutes] })
    const send = (payload: object, token?: string) =>
      app.inject({
        method: 'POST',
        url: '/sys/failure',
        payload,
        headers: token ? { 'x-access-token': token } : {},
      })
    const failure = { text: 'TypeError: x\n{"level":60}', place: '/stock/goods' }
    expect((await send(failure)).statusCode).toBe(401)
    const token = await server.enter('clerk')
    expect((await send({ ...failure, text: 'x'.repeat(501) }, token)).statusCode).toBe(400)
    const answer = await send(failure, token)
    expect(answer.json().result).toBe(answer.headers['x-request-id'])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reqId: answer.json().result, username: 'clerk', ...failure },
    ])
    await app.close()
  })

  it('sends pages a policy that allows only the product’s scripts and frames of listed addresses', async () => {
    const { services } = server
    const config = { ...services.config, frameOrigins: ['https://map.example'] }
    const app = createApp({ ...services, config }, { plugins: [] })
    const policy = String((await app.inject('/healthz')).headers['content-security-policy'])
    const words = new Map(
      policy.split(';').map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
    )
    expect([words.get('script-src'), words.get('script-src-attr'), words.get('connect-src')]).toEqual([
      "'self'",
      "'none'",
      "'self'",
    ])
    expect([words.get('frame-src'), words.get('frame-ancestors')]).toEqual([
      "'self' https://map.example",
      "'none'",
    ])
    expect(policy).not.toContain('eval')
    for (const word of ['*', 'https://x.example/path', "https://x.example 'unsafe-eval'", 'data:'])
      expect(() => readConfig({ FRAME_ORIGINS: word })).toThrow('FRAME_ORIGINS')
    await app.close()
  })

  it('limits requests of an address without a session, and answers in the envelope', async () => {
    const { services } = server
    const app = createApp(
      { ...services, config: { ...services.config, rateLimit: 12 } },
      {
        plugins: [
          (scope) =>
            void scope.get('/sys/randomImage/:key', { config: { access: 'public' } }, async () => ok(1)),
        ],
      },
    )
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await app.inject('/sys/randomImage/a')).statusCode)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect((await app.inject('/sys/randomImage/a')).json()).toMatchObject({ success: false, code: 429 })
    await app.close()
  })

  it('requires the change of a generated password when the server is in production', async () => {
    const { services } = server
    const app = createApp(
      { ...services, config: { ...services.config, production: true } },
      { plugins: [guarded] },
    )
    const { db } = services
    const setChange = (must_change: boolean) =>
      db.app.updateTable('sys_user').set({ must_change }).where('username', '=', 'admin').execute()
    const ask = async () => {
      const token = await server.enter('admin')
      const answer = await app.inject({
        url: '/things',
        headers: { 'x-access-token': token },
      })
      return [answer.statusCode, answer.json().message, answer.headers['x-error-code']]
    }
    await setChange(true)
    expect(await ask()).toEqual([403, '请先修改初始密码', 'PASSWORD_CHANGE_REQUIRED'])
    await setChange(false)
    expect(await ask()).toEqual([200, '操作成功', undefined])
    await app.close()
  })

  it('counts refused tokens against their address before a database query, and exempts known sessions', async () => {
    const { services } = server
    const config = { ...services.config, rateLimit: 24 }
    const app = createApp({ ...services, config }, { plugins: [guarded] })
    const ask = (token: string, remoteAddress = '10.7.0.1') =>
      app.inject({ url: '/things', remoteAddress, headers: { 'x-access-token': token } })
    const known = await server.enter('clerk')
    const made = (n: number) => `${n}`.padStart(43, 'A')
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await ask(made(n))).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401])
    const later: Awaited<ReturnType<typeof ask>>[] = []
    const statements = await recordStatements(async () => {
      later.push(...(await Promise.all(Array.from({ length: 50 }, (_, n) => ask(made(100 + n))))))
    })
    expect(later.every(({ statusCode }) => statusCode === 429)).toBe(true)
    expect(Number(later[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(later[0]?.json()).toMatchObject({ success: false, code: 429 })
    expect(statements.filter(({ text }) => text.includes('sys_session'))).toEqual([])
    // Signed-in users behind the same address are served; another address has its own budget.
    expect((await ask(known)).statusCode).toBe(200)
    expect((await ask(made(200), '10.7.0.2')).statusCode).toBe(401)
    await app.close()
  })

  it('queries the database only a few times when refused tokens arrive all at once', async () => {
    const { services } = server
    const config = { ...services.config, rateLimit: 24 }
    const app = createApp({ ...services, config }, { plugins: [guarded] })
    const statements = await recordStatements(() =>
      Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          app.inject({
            url: '/things',
            remoteAddress: '10.7.0.3',
            headers: { 'x-access-token': `${n}`.padStart(43, 'B') },
          }),
        ),
      ),
    )
    // The budget of four, and the requests that were running at the fourth.
    expect(statements.filter(({ text }) => text.includes('sys_session')).length).toBeLessThanOrEqual(8)
    await app.close()
  })

  it('queries the database once for an invalid token', async () => {
    const statements = await recordStatements(async () => {
      for (let n = 0; n < 5; n++)
        expect((await server.call('GET', '/things', { token: 'C'.repeat(43) })).status).toBe(401)
    })
    expect(statements.filter(({ text }) => text.includes('sys_session'))).toHaveLength(1)
  })
})
