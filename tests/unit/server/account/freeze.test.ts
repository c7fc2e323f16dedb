import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { readId } from './steps.ts'

let server: TestServer
beforeAll(async () => {
  server = await createBaseServer()
})
afterAll(() => server?.close())

const ask = async (token: string) => (await server.call('GET', '/sys/user/getUserInfo', { token })).status
const freeze = (token: string, ids: string, status: string | number = '2') =>
  server.call('PUT', '/sys/user/frozenBatch', { token, payload: { ids, status } })

it('session ends within a second when any program freezes or deletes its user, and stays ended after the user is restored', async () => {
  const ended: unknown[] = []
  server.services.sessions.onEnd((session) => ended.push(session))
  const changes = [
    ['status = 2', { reason: 'frozen' }],
    ['del_flag = 1', {}],
  ] as const
  for (const [change, reason] of changes) {
    const token = await server.enter('reader')
    expect(await ask(token)).toBe(200)
    // Like a write of a list, a form or a database client: the session service is not notified.
    await sql`update sys_user set ${sql.raw(change)} where username = 'reader'`.execute(
      server.services.db.app,
    )
    // The session cache alone would accept it for ten more.
    await expect.poll(() => ask(token), { timeout: 5000 }).toBe(401)
    expect(ended).toContainEqual({ userId: await readId(server, 'reader'), ...reason })
    await sql`update sys_user set status = 1, del_flag = 0 where username = 'reader'`.execute(
      server.services.db.app,
    )
    expect(await ask(token)).toBe(401)
  }
})

it('freezing needs the right to edit users, and is refused for the user’s own account and for an administrator by others', async () => {
  const [admin, clerk] = [await server.enter('admin'), await server.enter('clerk')]
  const [adminId, readerId] = await Promise.all(['admin', 'reader'].map((who) => readId(server, who)))
  expect((await freeze(clerk, `${readerId}`)).status).toBe(403)
  expect((await freeze(admin, `${adminId},${readerId}`)).body.message).toBe('不能冻结自己')
  expect((await freeze(admin, `${readerId},nobody-here`)).body.message).toBe('未找到对应实体')
  expect((await freeze(admin, "x' or '1'='1")).status).toBe(400)
  const { permissions, db } = server.services
  await permissions.register({
    owner: 'system/user',
    codes: [{ code: 'user:edit', title: '编辑' }],
    listCode: 'user:list',
  })
  await db.app
    .insertInto('sys_role_permission')
    .values({ role_id: 'clerk', permission_id: 'user:edit' })
    .execute()
  await permissions.changed()
  const of = async () => (await freeze(clerk, `${readerId},`, 2)).body.message
  await expect.poll(of).toMatch(/^(操作成功!|用户「周砚秋」有您没有的权限)/)
  await db.app.deleteFrom('sys_role_permission').where('role_id', '=', 'reader').execute()
  await permissions.changed()
  await expect.poll(of).toBe('操作成功!')
  expect((await freeze(clerk, `${adminId}`)).body.message).toBe('管理员账号不允许此操作！')
  expect(await ask(admin)).toBe(200)
  const login = await server.call('POST', '/sys/login', {
    payload: { username: 'reader', password: 'harbour-willow-3' },
  })
  expect(login.body.message).toBe('该用户已冻结')
  expect((await freeze(admin, `${readerId}`, '1')).body.message).toBe('操作成功!')
  expect(await ask(await server.enter('reader'))).toBe(200)
  expect(await ask(await server.enter('clerk'))).toBe(200)
})
