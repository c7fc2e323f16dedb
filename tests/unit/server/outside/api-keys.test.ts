import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'

let server: TestServer
const note = noteScreen({
  fields: [
    { key: 'ftext', title: '文字', type: 'input', length: 50 },
    { key: 'fsecret', title: '底价', type: 'input', access: { read: 'demo:note:secret' } },
  ],
  rowRules: [{ name: '本人的', where: 'createBy == user.username', unless: 'demo:note:all' }],
})
const log = noteScreen({ id: 'demo/log', title: '记事', perm: 'demo:log', table: { name: 'demo_log' } })
const verbs = ['list', 'detail', 'add', 'edit', 'delete']
const own = ['add', 'edit', 'list', 'detail', 'issue', 'revoke'].map((verb) => `system:api-key:${verb}`)

beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/note.json': note,
      'demo/log.json': log,
      'system/api-key.json': JSON.parse(readFileSync('schemas/system/api-key.json', 'utf8')),
    },
    {
      clerk: [...['note', 'log'].flatMap((name) => verbs.map((verb) => `demo:${name}:${verb}`)), ...own],
      reader: [...own, 'demo:note:list', 'demo:note:secret', 'demo:note:all', 'system:api-key:all'],
    },
  )
})
afterAll(() => server?.close())

const keys = '/jeecg-boot/resource/system/api-key'
type Who = 'clerk' | 'reader' | 'admin'
const call = (who: Who, url: string, body: object) => server.call(who, 'POST', `/jeecg-boot${url}`, { body })

async function makeKey(who: Who, values: object = {}): Promise<{ id: string; secret: string }> {
  const body = {
    name: '对接',
    screens: 'demo/note',
    rights: 'read',
    expireTime: '2099-01-01 00:00:00',
    ...values,
  }
  const added = await server.call(who, 'POST', `${keys}/add`, { body })
  expect(added.body).toMatchObject({ success: true })
  const { id } = added.body.result
  const { body: issued } = await call(who, '/sys/apiKey/issue', { id })
  expect(issued).toMatchObject({ success: true })
  return { id, secret: issued.result.secret }
}
/** A request with a key and without a session. */
const by = async (secret: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await server.app.inject({
    method,
    url: `/jeecg-boot${url}`,
    headers: { 'x-api-key': secret },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, code: answer.headers['x-error-code'], body: answer.json() }
}
const list = (secret: string, screen = 'demo/note') => by(secret, 'GET', `/resource/${screen}/list`)

it('a key reads what its scope names, with the rows and fields of its owner, and its use is stored', async () => {
  const { id } = (await call('clerk', '/resource/demo/note/add', { ftext: '本人的' })).body.result
  await server.call('admin', 'PUT', '/jeecg-boot/resource/demo/note/edit', { body: { id, fsecret: '七' } })
  await call('admin', '/resource/demo/note/add', { ftext: '别人的', fsecret: '八' })
  const key = await makeKey('clerk')
  const { body } = await list(key.secret)
  expect(body.result.records.map(({ ftext }: { ftext: string }) => ftext)).toEqual(['本人的'])
  expect(JSON.stringify(body)).not.toContain('七')
  const wide = await list((await makeKey('reader')).secret)
  expect(wide.body.result.records).toHaveLength(2)
  expect(JSON.stringify(wide.body)).toContain('七')
  const stored = await server.call('clerk', 'GET', `${keys}/queryById`, { query: { id: key.id } })
  expect(stored.body.result).toMatchObject({ state: 'active', usedIp: '127.0.0.1' })
  expect(stored.body.result.usedTime).not.toBeNull()
  const { rows } = await sql`
    select to_jsonb(k) || to_jsonb(s) as row from sys_api_key k join sys_api_secret s on s.key_id = k.id`.execute(
    server.test.db.owner,
  )
  expect(JSON.stringify(rows)).not.toContain(key.secret.slice(12))
})

it('what is out of the scope is refused, also where the owner may do it', async () => {
  const { secret } = await makeKey('clerk')
  const { secret: all } = await makeKey('admin', { screens: 'demo/note', rights: 'read,add' })
  expect(await list(secret, 'demo/log')).toMatchObject({ status: 403, code: 'API_KEY_SCOPE' })
  expect(await by(secret, 'POST', '/resource/demo/note/add', { ftext: 'x' })).toMatchObject({
    status: 403,
    code: 'API_KEY_SCOPE',
  })
  // An administrator holds every code; the key does not.
  expect((await by(all, 'POST', '/resource/demo/note/add', { ftext: '程序' })).body.success).toBe(true)
  expect(await list(all, 'demo/log')).toMatchObject({ status: 403 })
  expect(await list(all, 'system/api-key')).toMatchObject({ status: 403 })
})

it.each([
  ['GET', '/sys/user/getUserInfo'],
  ['GET', '/sys/permission/getUserPermissionByToken'],
  ['POST', '/sys/apiKey/issue'],
  ['PUT', '/sys/user/notify'],
  ['GET', '/online/cgform/head/list'],
  ['GET', '/sys/online/list'],
  ['GET', '/schema/index'],
] as const)('a key of an administrator does not open %s %s', async (method, url) => {
  const { secret } = await makeKey('admin', { rights: 'read,add,edit,delete' })
  const answer = await by(secret, method, url, method === 'GET' ? undefined : {})
  expect(answer).toMatchObject({ status: 403, code: 'API_KEY_ROUTE' })
})

it('a key ends when it expires, is replaced or revoked', async () => {
  const { id, secret } = await makeKey('clerk')
  const isOpen = async (text = secret) => (await list(text)).status === 200
  expect(await isOpen()).toBe(true)
  for (const text of ['', 'gzk_', `${secret}x`, secret.replace('gzk_', ''), secret.toUpperCase()])
    expect(await list(text)).toMatchObject({ status: 401 })
  const owner = server.test.db.owner
  await sql`update sys_api_key set expire_time = localtimestamp - interval '1 second' where id = ${id}`.execute(
    owner,
  )
  expect(await isOpen()).toBe(false)
  await sql`update sys_api_key set expire_time = localtimestamp + interval '1 day' where id = ${id}`.execute(
    owner,
  )
  expect(await isOpen()).toBe(true)

  const { result } = (await call('clerk', '/sys/apiKey/issue', { id })).body
  expect(await isOpen()).toBe(false)
  expect(await isOpen(result.secret)).toBe(true)

  // Another person who sees all keys may revoke one, but neither change nor issue it.
  expect((await call('reader', '/sys/apiKey/issue', { id })).body.message).toBe('只有本人能生成自己的密钥')
  const edited = await server.call('reader', 'PUT', `${keys}/edit`, { body: { id, rights: 'read,add' } })
  expect(edited.headers['x-error-code']).toBe('API_KEY_FOREIGN')
  expect((await call('reader', '/sys/apiKey/revoke', { id })).body.message).toBe('已吊销')
  expect(await isOpen(result.secret)).toBe(false)
  expect((await call('clerk', '/sys/apiKey/issue', { id })).body.message).toMatch(/^密钥已吊销/)
  await server.call('clerk', 'PUT', `${keys}/edit`, { body: { id, state: 'active' } })
  const stored = await server.call('clerk', 'GET', `${keys}/queryById`, { query: { id } })
  expect(stored.body.result.state).toBe('revoked')
})

it('a key loses what its owner loses', async () => {
  const { secret } = await makeKey('clerk', { screens: 'demo/log', rights: 'read,add' })
  expect((await list(secret, 'demo/log')).status).toBe(200)
  const { db } = server.services
  await sql`delete from sys_role_permission where role_id = 'clerk' and permission_id = 'demo:log:list'`.execute(
    server.test.db.owner,
  )
  await server.services.sessions.userChanged('clerk')
  expect(await list(secret, 'demo/log')).toMatchObject({ code: 'API_KEY_SCOPE' })
  await sql`insert into sys_role_permission (role_id, permission_id) values ('clerk', 'demo:log:list')`.execute(
    db.app,
  )
  await server.services.sessions.userChanged('clerk')
})

it('a key that is for itself, or that has expired before its first day, is not saved', async () => {
  const add = (values: object) =>
    server.call('clerk', 'POST', `${keys}/add`, {
      body: { name: 'x', screens: 'demo/note', rights: 'read', expireTime: '2099-01-01 00:00:00', ...values },
    })
  for (const values of [
    { screens: 'demo/note,system/api-key' },
    { expireTime: '2020-01-01 00:00:00' },
    { rights: 'read,all' },
  ])
    expect((await add(values)).body.success, JSON.stringify(values)).toBe(false)
})

it('the operation log says which key wrote a record', async () => {
  const { secret } = await makeKey('clerk', { name: '馆际互借', rights: 'read,add' })
  await by(secret, 'POST', '/resource/demo/note/add', { ftext: '程序写的' })
  const { rows } = await sql<{ text: string; who: string }>`
    select log_content as text, username as who from sys_audit where log_content like '用密钥「馆际%' limit 1`.execute(
    server.test.db.owner,
  )
  expect(rows[0]).toEqual({ text: expect.stringMatching(/^用密钥「馆际互借」：/), who: 'clerk' })
})

it('a key rests while its owner is frozen', async () => {
  const { secret } = await makeKey('clerk')
  const setStatus = async (status: number) => {
    await sql`update sys_user set status = ${status} where id = 'clerk'`.execute(server.test.db.owner)
    await server.services.sessions.userChanged('clerk')
  }
  await setStatus(2)
  expect((await list(secret)).status).toBe(401)
  await setStatus(1)
  expect((await list(secret)).status).toBe(200)
})

it.each(['system/api-key', ' system/api-key', 'demo/note, system/api-key '])(
  'a key manages no keys, however its screen is typed: %j',
  async (screens) => {
    const body = { name: '管密钥', screens, rights: 'read,add,edit', expireTime: '2099-01-01 00:00:00' }
    const { body: answer } = await server.call('reader', 'POST', `${keys}/add`, { body })
    expect(answer).toMatchObject({ success: false, message: '密钥不能管密钥，请去掉「API 密钥」' })
    // One that was stored before opens nothing of them either.
    const { id, secret } = await makeKey('reader')
    await sql`update sys_api_key set screens = ${screens} where id = ${id}`.execute(server.test.db.owner)
    expect(await list(secret, 'system/api-key')).toMatchObject({ status: 403, code: 'API_KEY_SCOPE' })
  },
)
