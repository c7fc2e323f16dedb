import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const db = () => server.services.db.app
const readId = async (username: string) =>
  (await db().selectFrom('sys_user').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id
const administrators = async (): Promise<string[]> =>
  (
    await sql<{
      username: string
    }>`select u.username from sys_administrator a join sys_user u on u.id = a.user_id
      order by 1`.execute(db())
  ).rows.map(({ username }) => username)
const isAdmin = async (username: string) =>
  (await server.services.sessions.person(await readId(username)))?.isAdmin
const password = 'lantern-orchid-7'
const appoint = async (who: string, username: string, administrator: '1' | '0', own = password) => {
  const body = { username, administrator, password: own }
  const answer = await server.send(who, 'PUT', '/sys/user/administrator', body)
  return { ...answer.body, reason: answer.headers['x-error-code'] }
}
const send = async (who: string, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  (await server.send(who, method, url, body)).headers['x-error-code']

describe('an administrator', () => {
  it('is appointed and dismissed by administrators with their own password only', async () => {
    expect((await appoint('clerk', 'reader', '1')).success).toBe(false)
    expect(await appoint('admin', 'clerk', '1', 'wrong-orchid-1')).toMatchObject({ reason: 'ADMIN_PASSWORD' })
    expect(await administrators()).toEqual(['admin'])
    expect(await appoint('admin', 'clerk', '1')).toMatchObject({ message: '已设为系统管理员' })
    expect(await administrators()).toEqual(['admin', 'clerk'])
    await expect.poll(() => isAdmin('clerk')).toBe(true)
    const { rows } =
      await sql`select 1 from sys_user_role where role_id = 'admin' and user_id = ${await readId('clerk')}`.execute(
        db(),
      )
    expect(rows).toHaveLength(1)
    expect(await appoint('admin', 'clerk', '1')).toMatchObject({ reason: 'ADMIN_UNCHANGED' })
    expect(await appoint('admin', 'clerk', '0')).toMatchObject({ message: '已取消系统管理员' })
    await expect.poll(() => isAdmin('clerk')).toBe(false)
    expect(await appoint('admin', 'admin', '0')).toMatchObject({ reason: 'LAST_ADMIN' })
    expect(await administrators()).toEqual(['admin'])
  })

  it('is nobody by a role, its code, its name or a grant', async () => {
    await sql`insert into sys_user_role (user_id, role_id) values (${await readId('reader')}, 'admin')`.execute(
      db(),
    )
    await sql`update sys_role set role_code = 'boss' where id = 'admin'`.execute(db())
    await sql`update sys_role set role_code = 'admin' where id = 'reader'`.execute(db())
    await server.services.permissions.changed()
    await expect.poll(() => isAdmin('reader')).toBe(false)
    expect(
      (await server.get('reader', '/sys/permission/queryRolePermission', { roleId: 'clerk' })).status,
    ).toBe(403)
    await sql`update sys_role set role_code = 'reader' where id = 'reader'`.execute(db())
    await sql`update sys_role set role_code = 'admin' where id = 'admin'`.execute(db())
    await sql`delete from sys_user_role where user_id = ${await readId('reader')} and role_id = 'admin'`.execute(
      db(),
    )
    const grant = { roleId: 'clerk', permissionIds: 'user:administrator', lastpermissionIds: '' }
    expect(await send('admin', 'POST', '/sys/permission/saveRolePermission', grant)).toBe('RIGHT_ADMIN_ONLY')
    const users = { roleId: 'admin', userIdList: [await readId('reader')] }
    expect(await send('admin', 'POST', '/sys/user/addSysUserRole', users)).toBe('ROLE_ADMIN_USERS')
    expect(await administrators()).toEqual(['admin'])
  })

  it('keeps a role with its name and its code', async () => {
    expect(await send('admin', 'PUT', '/sys/role/edit', { id: 'admin', roleName: '谁都行' })).toBe(
      'ROLE_ADMIN',
    )
    expect(await send('admin', 'PUT', '/sys/role/edit', { id: 'clerk', roleCode: 'admin2' })).toBe(
      'ROLE_CODE_FIXED',
    )
    expect(await send('admin', 'PUT', '/sys/role/edit', { id: 'admin', description: '说明' })).toBeUndefined()
    expect(await send('admin', 'DELETE', '/sys/role/delete?id=admin')).toBe('ROLE_ADMIN')
  })
})
