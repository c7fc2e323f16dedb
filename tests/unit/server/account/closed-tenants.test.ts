import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { hashPassword } from '#server/modules/session/passwords/passwords.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

const document = (path: string): unknown => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'))
const PASSWORD = 'lantern-orchid-7'
const CLOSED = '与该用户关联的租户均已被冻结，无法登录！'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({
    'system/tenant.json': document('system/tenant.json'),
    'dict/tenant-status.json': document('dict/tenant-status.json'),
  })
  const { app } = server.test.db
  for (const id of [1, 2]) await change('POST', 'add', { id, name: `租户${id}`, status: 1 })
  const password = await hashPassword(PASSWORD)
  await sql`update sys_user set password = ${password}, must_change = false`.execute(app)
  for (const [who, tenants] of Object.entries({ clerk: '1', reader: '2,1', admin: '1' })) {
    await sql`update sys_user set rel_tenant_ids = ${tenants} where id = ${who}`.execute(app)
    await vi.waitFor(async () => expect(await status(who as Person)).toBe(401))
  }
  await enter('admin')
})
afterAll(() => server?.close())

const login = async (username: string) =>
  (await server.call('admin', 'POST', '/sys/login', { body: { username, password: PASSWORD } })).body
async function enter(who: Person): Promise<void> {
  const { result } = await login(who)
  server.tokens.set(who, result.token)
}
const status = async (who: Person, tenant?: string): Promise<number> => {
  const headers: Record<string, string> = tenant === undefined ? {} : { tenant_id: tenant }
  return (await server.call(who, 'GET', '/sys/permission/getUserPermissionByToken', { headers })).status
}
const change = async (method: 'POST' | 'PUT', verb: string, body: object) => {
  const reply = await server.call('admin', method, `/sys/tenant/${verb}`, { body })
  expect(reply.body).toMatchObject({ success: true })
}
const at = (seconds: number): string => formatDateTime(new Date(Date.now() + seconds * 1000))

describe('a tenant that is closed', () => {
  it.each([
    ['frozen', { status: 0 }],
    ['expired', { endDate: at(-60) }],
    ['not begun', { beginDate: at(3600) }],
  ])('ends the sessions in it and cannot be entered when it is %s', async (_, closed) => {
    await enter('clerk')
    await enter('reader')
    expect(await status('clerk')).toBe(200)
    await change('PUT', 'edit', { id: '1', ...closed })
    await expect.poll(() => status('clerk')).toBe(401)
    expect(await login('clerk')).toMatchObject({ success: false, code: 500, message: CLOSED })
    const { result } = await login('reader')
    expect(result.tenantList).toEqual([{ id: 2, name: '租户2', status: 1 }])
    server.tokens.set('reader', result.token)
    expect([await status('reader'), await status('reader', '2'), await status('reader', '1')]).toEqual([
      200, 200, 401,
    ])
    // The administrator of the only tenant opens it again.
    expect(await status('admin')).toBe(200)
    await change('PUT', 'edit', { id: '1', status: 1, beginDate: '', endDate: '' })
    await expect.poll(async () => (await login('clerk')).success).toBe(true)
  })

  it('ends the use of a session when its period ends', async () => {
    await enter('clerk')
    await change('PUT', 'edit', { id: '1', endDate: at(2) })
    await enter('clerk')
    expect(await status('clerk')).toBe(200)
    await expect.poll(() => status('clerk'), { timeout: 6000 }).toBe(401)
  })
})
