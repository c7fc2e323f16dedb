import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

describe('forged tokens', () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = encoded({ username: 'admin', exp: 4_102_444_800 })
  it.each([
    `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    `${encoded({ alg: 'None' })}.${claims}.x`,
    `${encoded({ alg: 'HS256' })}.${claims}.${'A'.repeat(43)}`,
    'A'.repeat(43),
    'admin',
    '',
    'null',
    "' or '1'='1",
  ])('open nothing, in the header or in the address: %s', async (token) => {
    const headers = { 'x-access-token': token }
    for (const url of ['/sys/user/list', `/sys/user/getUserInfo?token=${encodeURIComponent(token)}`])
      expect((await server.send('no-one', 'GET', url, undefined, headers)).status).toBe(401)
  })

  it('end no session', async () => {
    const headers = { 'x-access-token': 'A'.repeat(43) }
    await server.send('no-one', 'POST', '/sys/logout', undefined, headers)
    expect((await server.send('admin', 'GET', '/sys/user/getUserInfo')).status).toBe(200)
  })

  it('are refused after the sign-out of the user', async () => {
    await server.open('reader')
    expect((await server.send('reader', 'GET', '/sys/user/getUserInfo')).status).toBe(200)
    await server.send('reader', 'POST', '/sys/logout')
    expect((await server.send('reader', 'GET', '/sys/user/getUserInfo')).status).toBe(401)
  })
})

describe('the answers to an administrator', () => {
  it.each([
    '/sys/user/list?pageSize=100',
    '/sys/user/listAll',
    '/sys/user/getMultiUser',
    '/sys/user/recycleBin',
    '/sys/user/queryUserByDepId?id=A01',
    '/sys/user/userRoleList?roleId=admin',
    '/sys/user/departUserList?depId=A01A01',
    '/sys/online/list',
    '/sys/log/list',
    '/sys/dataLog/list',
    '/sys/user/getUserInfo',
    '/sys/permission/list',
  ])('contain no password, hash or token: %s', async (url) => {
    const { rows } = await sql<{ token: string }>`select token from sys_session`.execute(
      server.services.db.app,
    )
    const text = JSON.stringify((await server.send('admin', 'GET', url)).body)
    expect(text).not.toMatch(/argon2|"(password|salt|token)":"/)
    for (const { token } of rows) expect(text).not.toContain(token)
  })
})
