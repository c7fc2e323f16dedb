import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedGrants } from '#server/modules/demo/grants.ts'
import { createBaseServer, passwords, type TestServer } from './test-server.ts'

const permissions = '/sys/permission/getUserPermissionByToken'
const units = '/sys/dict/getDictItems/unit'
let server: TestServer
let tokens: Record<'clerk' | 'reader', string>

beforeAll(async () => {
  server = await createBaseServer()
  await server.services.permissions.register({
    menu: { id: 'stock/in-bill', title: '入库单', path: '/stock/in-bill', component: 'stock/in-bill' },
    owner: 'stock/in-bill',
    listCode: 'stock:in:list',
    codes: ['list', 'add', 'edit'].map((word) => ({ code: `stock:in:${word}`, title: word })),
    roles: { clerk: ['stock:in:list', 'stock:in:add', 'stock:in:edit'], reader: ['stock:in:list'] },
  })
  await seedGrants(server.services.db)
  server.services.dictionaries.registerItems('unit', [{ value: '册', text: '册' }])
  tokens = { clerk: await server.enter('clerk'), reader: await server.enter('reader') }
})
afterAll(() => server?.close())

const get = (as: keyof typeof tokens, url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { 'x-access-token': tokens[as], ...headers } })
const readTag = async (as: keyof typeof tokens, url: string) => String((await get(as, url)).headers.etag)

describe('an answer with an ETag', () => {
  it.each([permissions, units, '/sys/category/loadTreeRoot?async=false&pcode=0'])(
    '%s is 304 without a body when the caller sends its tag',
    async (url) => {
      const tag = await readTag('clerk', url)
      const again = await get('clerk', url, { 'if-none-match': tag })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toBe(tag)
      expect((await get('clerk', url, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
    },
  )

  it('is never 304 for the rights of another user', async () => {
    const tag = await readTag('clerk', permissions)
    expect((await get('reader', permissions, { 'if-none-match': tag })).statusCode).toBe(200)
  })

  it('is sent in full after a right was removed', async () => {
    const tag = await readTag('clerk', permissions)
    const { db } = server.services
    await db.app
      .deleteFrom('sys_role_permission')
      .where('role_id', '=', 'clerk')
      .where('permission_id', '=', 'stock:in:add')
      .execute()
    await server.services.permissions.changed()
    await expect
      .poll(async () => (await get('clerk', permissions, { 'if-none-match': tag })).statusCode)
      .toBe(200)
    const fresh = await get('clerk', permissions, { 'if-none-match': tag })
    const { auth } = fresh.json().result as { auth: { action: string }[] }
    expect(auth.map(({ action }) => action)).not.toContain('stock:in:add')
  })
})

describe('compression', () => {
  const gzip = { 'accept-encoding': 'gzip, deflate, br' }

  it('applies to JSON answers for signed-in callers that accept it', async () => {
    const plain = await get('clerk', permissions)
    const packed = await get('clerk', permissions, gzip)
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    const result = (text: string) => (JSON.parse(text) as { result: unknown }).result
    expect(result(gunzipSync(packed.rawPayload).toString())).toEqual(result(plain.body))
  })

  it.each([undefined, 'br', 'gzip;q=0', 'identity, gzip; q=0.0'])(
    'is omitted for accept-encoding %j',
    async (accepted) => {
      const { headers, rawPayload } = await get(
        'clerk',
        permissions,
        accepted ? { 'accept-encoding': accepted } : {},
      )
      expect(headers['content-encoding']).toBeUndefined()
      expect(Number(headers['content-length'])).toBe(rawPayload.length)
    },
  )

  it('is omitted for short answers and for the answer that holds a token', async () => {
    expect(
      (await get('clerk', '/sys/dict/loadDictItem/unit?key=1', gzip)).headers['content-encoding'],
    ).toBeUndefined()
    const signedIn = await server.app.inject({
      method: 'POST',
      url: '/sys/login',
      headers: gzip,
      payload: { username: 'clerk', password: passwords.demo },
    })
    expect(signedIn.json()).toMatchObject({ success: true })
    expect(signedIn.headers['content-encoding']).toBeUndefined()
  })
})
