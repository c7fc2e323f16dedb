import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bindAsUser, escapeFilterValue } from '#server/modules/session/external/ldap.ts'
import { createBaseServer, passwords, type TestServer } from '../base/test-server.ts'
import { base, type LdapServer, openLdapServer, searcher } from './servers/ldap-server.ts'
import { forgetCounts, readId } from './steps.ts'

let server: TestServer
let directory: LdapServer
let admin: string
beforeAll(async () => {
  server = await createBaseServer()
  directory = await openLdapServer()
  admin = await server.enter('admin')
})
afterAll(async () => {
  await server?.close()
  await directory?.close()
})
beforeEach(async () => {
  await forgetCounts(server)
  const { db } = server.services
  await db.app.deleteFrom('sys_third_account').execute()
  await db.app.deleteFrom('sys_user').where('create_by', '=', 'ldap').execute()
  directory.filters.length = 0
  directory.users.splice(
    0,
    Number.POSITIVE_INFINITY,
    { uid: 'clerk', password: 'directory-of-clerk' },
    { uid: 'wang', password: 'directory-of-wang' },
    { uid: 'admin', password: 'directory-of-admin' },
    { uid: 'twin', password: 'directory-of-twin' },
    { uid: 'twin', password: 'directory-of-twin' },
  )
  expect((await set()).body.success).toBe(true)
})

const set = (more: object = {}) =>
  server.call('PUT', '/sys/setting', {
    token: admin,
    payload: {
      ldapUrl: directory.url,
      ldapSecurity: 'none',
      ldapUser: searcher.dn,
      ldapPassword: searcher.password,
      ldapBase: base,
      ldapFilter: '(uid={username})',
      ldapAccounts: 'existing',
      ...more,
    },
  })
const signIn = async (username: string, password: string) => {
  const { body } = await server.call('POST', '/sys/login', { payload: { username, password } })
  return body.success ? (body.result as { userInfo: Record<string, unknown> }).userInfo : body.message
}
const refused = '用户名或密码错误'

it('password of the directory opens the account of the same name and links it to the entry', async () => {
  expect(await signIn('clerk', 'directory-of-clerk')).toMatchObject({ username: 'clerk' })
  const rows = await server.services.db.app
    .selectFrom('sys_third_account')
    .select(['type', 'third_id', 'user_id'])
    .execute()
  expect(rows).toEqual([
    { type: 'ldap', third_id: `uid=clerk,ou=unit0,${base}`, user_id: await readId(server, 'clerk') },
  ])
  expect(await signIn('CLERK', 'directory-of-clerk')).toMatchObject({ username: 'clerk' })
  expect(await signIn('clerk', passwords.demo)).toMatchObject({ username: 'clerk' })
  expect(await signIn('clerk', 'wrong')).toBe(refused)
})

it('entry without an account is refused, or gets one without roles when the settings say so', async () => {
  expect(await signIn('wang', 'directory-of-wang')).toBe(refused)
  await set({ ldapAccounts: 'create' })
  expect(await signIn('wang', 'wrong')).toBe(refused)
  expect(await signIn('wang', 'directory-of-wang')).toMatchObject({
    username: 'wang',
    realname: '姓名 wang',
    email: 'wang@example.org',
    roles: [],
  })
  expect(await signIn('wang', 'directory-of-wang')).toMatchObject({ username: 'wang' })
  expect(await signIn('wang', '-')).toBe(refused)
})

it('administrators are not opened by the directory, nor an account that another entry has', async () => {
  expect(await signIn('admin', 'directory-of-admin')).toBe(refused)
  expect(await signIn('admin', passwords.admin)).toMatchObject({ username: 'admin' })
  expect(await signIn('clerk', 'directory-of-clerk')).toMatchObject({ username: 'clerk' })
  directory.users.unshift({ uid: 'other', password: 'x' })
  expect(await signIn('clerk', 'directory-of-clerk')).toBe(refused)
})

it('a deleted account and one that became an administrator are refused like a wrong password', async () => {
  const { db } = server.services
  const id = await readId(server, 'clerk')
  const change = (del_flag: number) =>
    db.app.updateTable('sys_user').set({ del_flag }).where('id', '=', id).execute()
  await set({ ldapAccounts: 'create' })
  await change(1)
  expect(await signIn('clerk', 'directory-of-clerk')).toBe(refused)
  expect(await db.app.selectFrom('sys_third_account').selectAll().execute()).toEqual([])
  await change(0)
  expect(await signIn('clerk', 'directory-of-clerk')).toMatchObject({ username: 'clerk' })
  await change(1)
  expect(await signIn('clerk', 'directory-of-clerk')).toBe(refused)
  await change(0)
  await sql`insert into sys_administrator (user_id, create_by) values (${id}, 'test')`.execute(db.app)
  expect(await signIn('clerk', 'directory-of-clerk')).toBe(refused)
  await sql`delete from sys_administrator where user_id = ${id}`.execute(db.app)
})

it('spellings of one name that the directory accepts are counted together', async () => {
  expect(await signIn('clerk', 'directory-of-clerk')).toMatchObject({ username: 'clerk' })
  for (const name of ['CLERK', 'Clerk', ' clerk', 'cLerk ', '\uff43lerk']) await signIn(name, 'wrong')
  const { body } = await server.call('POST', '/sys/login', {
    payload: { username: 'CLErk', password: 'directory-of-clerk' },
  })
  expect(body.result).toEqual({ captcha: true, ticket: true })
})

it('name is searched as text, whatever characters it has', async () => {
  for (const name of ['*', 'cl*', 'clerk)(uid=*', 'x)(|(uid=clerk)', '\\2a'])
    expect(await signIn(name, 'directory-of-clerk')).toBe(refused)
  expect(directory.filters).toHaveLength(5)
  expect(escapeFilterValue('a*(b)\\\0')).toBe('a\\2a\\28b\\29\\5c\\00')
})

it('bind without a password, and a name with two entries, open nothing', async () => {
  const values = await server.services.settings.read()
  const bind = (username: string, password: string) =>
    bindAsUser(values, searcher.password, username, password)
  expect(await bind('clerk', 'directory-of-clerk')).toMatchObject({ name: '姓名 clerk' })
  expect(await bind('clerk', '')).toBeNull()
  expect(await bind('twin', 'directory-of-twin')).toBeNull()
})

it('directory that cannot be asked opens nothing, keeps own passwords, and counts the guess', async () => {
  await set({ ldapSecurity: 'starttls' })
  expect(await signIn('clerk', 'directory-of-clerk')).toBe(refused)
  await set({ ldapUrl: 'ldap://127.0.0.1:9' })
  expect(await signIn('clerk', passwords.demo)).toMatchObject({ username: 'clerk' })
  for (let count = 0; count < 4; count++) await signIn('wang', 'directory-of-wang')
  const { body } = await server.call('POST', '/sys/login', {
    payload: { username: 'wang', password: 'directory-of-wang' },
  })
  expect(body.result).toEqual({ captcha: true, ticket: true })
})

it('settings of the directory are refused in wrong shapes', async () => {
  for (const ldapUrl of ['http://x', 'ldap://', 'ldap:///dc=example', 'ldap://search:secret-1@x'])
    expect((await set({ ldapUrl })).body.message).toBe('目录地址应以 ldap:// 或 ldaps:// 开头，后面是主机名')
  expect((await set({ ldapFilter: 'uid=*' })).body.message).toBe('查找条件应写在括号里，并含有 {username}')
  const moved = await set({ ldapUrl: 'ldap://attacker.example', ldapPassword: null })
  expect(moved.body.message).toBe('服务器或账号已更改，请重新填写目录密码')
})

it('test of the settings says what failed, and signs nobody in', async () => {
  const check = async (username: string, more: object = {}) => {
    expect((await set(more)).body.success).toBe(true)
    const payload = { username }
    const { body } = await server.call('POST', '/sys/setting/testDirectory', { token: admin, payload })
    return [body.success, body.message]
  }
  expect(await check('wang')).toEqual([true, '连接成功，找到「姓名 wang」'])
  expect(await check('nobody')).toEqual([false, '连接成功，但没有找到「nobody」'])
  expect(await check('twin')).toEqual([false, '找到不止一个「twin」，请改正查找条件'])
  expect(await check('wang', { ldapPassword: 'wrong' })).toEqual([false, '查找账号或目录密码不对'])
  const [, search] = await check('wang', { ldapBase: 'ou=none,dc=example,dc=net' })
  expect(search).toContain('在目录里查找失败，请检查查找起点和查找条件')
  const [, closed] = await check('wang', { ldapUrl: 'ldap://127.0.0.1:9' })
  expect(closed).toContain('连接目录失败')
  expect(await check('wang', { ldapUrl: '' })).toEqual([false, '请先填写并保存目录登录的设置'])
})
