import { generateKeyPairSync, sign } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { callbackUrl, client, type OidcProvider, openOidcProvider } from './servers/oidc-server.ts'
import { forgetCounts } from './steps.ts'

const nonce = 'browser-of-the-clerk-1'
let server: TestServer
let provider: OidcProvider
beforeAll(async () => {
  provider = await openOidcProvider()
  const { signOnServers } = readConfig({
    THIRD_LOGIN_SSO_TITLE: '统一认证',
    THIRD_LOGIN_SSO_ISSUER: provider.issuer,
    THIRD_LOGIN_SSO_CLIENT_ID: client.id,
    THIRD_LOGIN_SSO_CLIENT_SECRET: client.secret,
    THIRD_LOGIN_SSO_CALLBACK_URL: callbackUrl,
  })
  server = await createBaseServer({ signOnServers })
})
afterAll(async () => {
  await server?.close()
  await provider?.close()
})
beforeEach(async () => {
  await forgetCounts(server)
  const { db } = server.services
  await db.app.deleteFrom('sys_third_account').execute()
  await db.app.deleteFrom('sys_one_time').execute()
})

const go = async (url: string): Promise<URL> => {
  const reply = await server.app.inject({ method: 'GET', url })
  expect(reply.statusCode).toBe(302)
  return new URL(String(reply.headers.location), 'https://office.example')
}
const begin = () => go(`/sys/thirdLogin/render/sso?nonce=${nonce}`)
/** The parameters of the page to which the callback leads. */
const finish = async (callback: URL) => {
  const page = await go(callback.pathname + callback.search)
  return Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
}
const getUser = (token = '') => server.call('GET', `/sys/thirdLogin/getLoginUser/${token}/sso?nonce=${nonce}`)

it('sign-in by OpenID Connect links an account by its password and opens it from then on', async () => {
  const address = await begin()
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid profile',
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { token, third } = await finish(await provider.signIn(address, 'li'))
  expect(third).toBe('sso')
  const stranger = await getUser(token)
  expect(stranger.body.message).toBe('用户未找到')
  const { thirdUserUuid: uuid } = stranger.body.result as { thirdUserUuid: string }
  const payload = { uuid, username: 'clerk', password: passwords.demo }
  const bound = await server.call('POST', '/sys/thirdLogin/user/checkPassword', { payload })
  expect(bound.body.success).toBe(true)
  const rows = await server.services.db.app
    .selectFrom('sys_third_account')
    .select(['type', 'third_id'])
    .execute()
  expect(rows).toEqual([{ type: 'sso', third_id: 'li' }])
  const again = await finish(await provider.signIn(await begin(), 'li'))
  expect((await getUser(again.token)).body).toMatchObject({
    success: true,
    result: { userInfo: { username: 'clerk' } },
  })
})

it.each([
  ['nonce', 'oidcNonce'],
  ['PKCE verifier', 'verifier'],
])('return is refused when the %s of the sign-in is another one', async (_name, key) => {
  const callback = await provider.signIn(await begin(), 'li')
  await sql`update sys_one_time set data = data || jsonb_build_object(${key}::text, repeat('x', 43))
    where kind = 'third-state'`.execute(server.services.db.app)
  expect(await finish(callback)).toEqual({ third: 'sso', error: '1' })
})

const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  [
    'changed',
    (body: string, signature: string) => [
      body,
      `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    ],
  ],
  [
    'kept over another subject',
    (body: string, signature: string) => [encoded({ ...decoded(body), sub: 'boss' }), signature],
  ],
  ['left out', (body: string) => [body, '']],
])('return is refused when the signature of the id token is %s', async (_name, forge) => {
  provider.changeIdToken((idToken) => {
    const [head, body = '', signature = ''] = idToken.split('.')
    return [head, ...forge(body, signature)].join('.')
  })
  try {
    expect(await finish(await provider.signIn(await begin(), 'li'))).toEqual({ third: 'sso', error: '1' })
  } finally {
    provider.changeIdToken(null)
  }
})

it('return is refused when the id token is signed by a key that the provider does not publish', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  provider.changeIdToken((idToken) => {
    const [head, body] = idToken.split('.')
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url')
    return `${head}.${body}.${signature}`
  })
  try {
    expect(await finish(await provider.signIn(await begin(), 'li'))).toEqual({ third: 'sso', error: '1' })
  } finally {
    provider.changeIdToken(null)
  }
})

it('return is refused a second time, with the state of another sign-in, and from another issuer', async () => {
  const callback = await provider.signIn(await begin(), 'li')
  const foreign = new URL(callback)
  foreign.searchParams.set('iss', 'https://other.example')
  expect(await finish(foreign)).toEqual({ third: 'sso', error: '1' })
  expect(await finish(callback)).toEqual({ third: 'sso', error: '1' })
  const other = await provider.signIn(await begin(), 'li')
  other.searchParams.set('state', String((await begin()).searchParams.get('state')))
  expect(await finish(other)).toEqual({ third: 'sso', error: '1' })
})

it('page shows a failure when the provider cannot be reached', async () => {
  const [sso] = server.services.config.signOnServers
  const lost = { ...sso, type: 'lost', issuer: 'http://127.0.0.1:9' }
  server.services.config.signOnServers.push(lost as NonNullable<typeof sso>)
  const page = await go(`/sys/thirdLogin/render/lost?nonce=${nonce}`)
  expect(page.pathname + page.hash).toBe('/user/login#third=lost&error=1')
})
