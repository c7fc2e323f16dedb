import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { storeFactor } from '#server/modules/session/second-factor/second-factor.ts'
import { createTotpSecret } from '#server/modules/session/second-factor/totp.ts'
import { createPeopleServer, type TestServer } from './test-server.ts'
import { userTools, type Values } from './user-tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const { password, form, add, added, grant } = userTools(() => server)
const readRoles = async (userid: unknown) =>
  (await server.get('admin', '/sys/user/queryUserRole', { userid: String(userid) })).body

it('PUT /sys/selectDepart changes the current department only, whatever its body contains', async () => {
  const { db } = server.services
  const columns = [
    'id',
    'username',
    'realname',
    'status',
    'user_identity',
    'depart_ids',
    'selectedroles',
  ] as const
  const users = () => db.app.selectFrom('sys_user').select(columns).orderBy('id').execute()
  const user = await added({ selecteddeparts: 'A01A02,A01A03' })
  const before = await users()
  await server.open(String(user.username))
  const more = { id: 'admin', username: 'admin', userIdentity: 2, departIds: 'A01', selectedroles: 'admin' }
  const body = { orgCode: 'A01A03', ...more, realname: '系统', status: 2, relTenantIds: '1', delFlag: 1 }
  const chosen = await server.send(String(user.username), 'PUT', '/sys/selectDepart', body)
  expect(chosen.body.result.userInfo).toMatchObject({ username: user.username, orgCode: 'A01A03' })
  expect(await users()).toEqual(before)
  const foreign = await server.send(String(user.username), 'PUT', '/sys/selectDepart', { orgCode: 'A01A01' })
  expect(foreign.headers['x-error-code']).toBe('DEPART_FOREIGN')
})

it('tenants that join and leave a user at the same time are all kept', async () => {
  const { id, username } = await added()
  const tenants = ['31', '32', '33', '34', '35']
  for (const tenant of tenants) {
    const body = { id: tenant, name: `租户${tenant}`, status: 1 }
    expect((await server.send('admin', 'POST', '/sys/tenant/add', body)).body.success).toBe(true)
  }
  const join = (ids: string) =>
    server.send('admin', 'PUT', `/sys/tenant/invitationUserJoin?ids=${ids}&username=${username}`)
  const leave = (tenant: string) =>
    server.send('admin', 'PUT', `/sys/tenant/leaveTenant?userIds=${id}&tenantId=${tenant}`)
  await join('31')
  const answers = await Promise.all([leave('31'), ...tenants.slice(1).map(join)])
  expect(answers.map(({ body }) => body.success)).toEqual(answers.map(() => true))
  const { rows } = await sql<{ ids: string }>`
    select rel_tenant_ids as ids from sys_user where id = ${String(id)}`.execute(server.services.db.app)
  expect(rows[0]?.ids.split(',').sort()).toEqual(tenants.slice(1))
})

it('a request with one idempotency key takes every user that it names out of a tenant, also when repeated', async () => {
  const people = [await added(), await added()]
  const body = { id: '41', name: '租户41', status: 1 }
  await server.send('admin', 'POST', '/sys/tenant/add', body)
  for (const { username } of people)
    await server.send('admin', 'PUT', `/sys/tenant/invitationUserJoin?ids=41&username=${username}`)
  const ids = people.map(({ id }) => String(id))
  const url = `/sys/tenant/leaveTenant?userIds=${ids.join(',')}&tenantId=41`
  const leave = () => server.send('admin', 'PUT', url, undefined, { 'idempotency-key': 'leave-tenant-41' })
  expect((await leave()).body.success).toBe(true)
  const { rows } = await sql<{ left: string }>`
    select coalesce(rel_tenant_ids, '') as left from sys_user where id = any(${ids})`.execute(
    server.services.db.app,
  )
  expect(rows.map(({ left }) => left)).toEqual(['', ''])
  expect((await leave()).body.success).toBe(true)
})

describe('POST /sys/user/add', () => {
  it('stores the user with password, roles and departments in one step', async () => {
    const { body } = await add({ username: 'zhou.min', selecteddeparts: 'A01A02,A01A03' })
    expect(body.message).toBe('添加成功！')
    const { id } = body.result
    expect((await readRoles(id)).result).toEqual(['reader'])
    const departs = await server.get('admin', '/sys/user/userDepartList', { userId: id })
    expect(departs.body).toMatchObject({
      message: '查找成功',
      result: [
        { key: 'A01A02', value: 'A01A02', title: '典藏部' },
        { key: 'A01A03', value: 'A01A03', title: '办公室' },
      ],
    })
    const login = await server.signIn('zhou.min', password)
    expect(login.body.result.userInfo).toMatchObject({ orgCode: 'A01A02', mustChange: false })
    const listed = await server.get('admin', '/sys/user/list', { username: 'zhou.min' })
    expect(listed.body.result.records[0]).toMatchObject({
      orgCodeTxt: '典藏部,办公室',
      selectedroles_dictText: '典藏员',
    })
    expect(listed.text).not.toContain('argon2')
  })

  it('is refused with the field when a value is taken, weak or malformed', async () => {
    const user = await added({ email: 'Mixed@example.org' })
    const refused = async (more: Values): Promise<string[]> =>
      ((await add(more)).body.result?.problems ?? []).map((problem: Values) => problem.path)
    expect(await refused({ username: user.username })).toEqual(['/username'])
    expect((await add({ username: user.username })).body.message).toBe('用户账号已存在!')
    expect(await refused({ username: String(user.username).toUpperCase() })).toEqual(['/username'])
    expect(await refused({ phone: user.phone })).toEqual(['/phone'])
    expect(await refused({ workNo: user.workNo })).toEqual(['/workNo'])
    expect(await refused({ email: 'mixed@EXAMPLE.org' })).toEqual(['/email'])
    expect(await refused({ phone: '12345678901' })).toEqual(['/phone'])
    expect(await refused({ telephone: '123' })).toEqual(['/telephone'])
    expect(await refused({ password: '12345678', confirmpassword: '12345678' })).toEqual(['/password'])
    expect(await refused({ password: '', confirmpassword: '' })).toContain('/password')
    expect(await refused({ confirmpassword: 'other-lantern-2' })).toEqual(['/confirmpassword'])
    expect(await refused({ selectedroles: 'nothing' })).toEqual(['/selectedroles'])
    expect(await refused({ userIdentity: 2, departIds: 'A01A03' })).toEqual(['/departIds'])
  })

  it('is made by clients that repeat the password under another name, or not at all', async () => {
    const without = ({ confirmpassword: _, ...body }: Values) => body
    const send = async (more: Values) =>
      (await server.send('admin', 'POST', '/sys/user/add', { ...without(form()), ...more })).body
    expect(await send({ confirmPassword: password, loginTenantId: '', activitiSync: 1 })).toMatchObject({
      message: '添加成功！',
    })
    expect(await send({})).toMatchObject({ message: '添加成功！' })
    const differing = await send({ confirmPassword: 'other-lantern-2' })
    expect(differing.result.problems.map(({ path }: Values) => path)).toEqual(['/confirmpassword'])
    const { username } = await added()
    const reset = (more: Values) =>
      server.send('admin', 'PUT', '/sys/user/changePassword', {
        username,
        password: 'harbour-lilac-4',
        ...more,
      })
    expect((await reset({ confirmPassword: 'harbour-lilac-4' })).body.message).toBe('密码修改成功!')
    expect((await reset({ confirmPassword: 'harbour-lilac-5' })).body.message).toBe('两次输入密码不一致!')
    expect((await reset({})).body.message).toBe('两次输入密码不一致!')
  })

  it('writes nothing when the last step is refused', async () => {
    const { db } = server.services
    const count = async () =>
      (await sql<{ n: string }>`select count(*) n from sys_user`.execute(db.app)).rows[0]?.n
    const before = await count()
    await grant('clerk', ['user:add', 'user:list', 'user:form:phone'])
    await expect.poll(async () => (await add({ selectedroles: 'admin' }, 'clerk')).status).toBe(200)
    expect((await add({ selectedroles: 'admin' }, 'clerk')).body.success).toBe(false)
    expect(await count()).toBe(before)
  })

  it('ignores keys that are no fields, and never stores who made the record from the body', async () => {
    const user = await added({ createBy: 'nobody', delFlag: 1, salt: 'x', id: 'chosen' })
    expect(user.id).not.toBe('chosen')
    const row = await server.services.db.app
      .selectFrom('sys_user')
      .select(['create_by', 'del_flag'])
      .where('id', '=', String(user.id))
      .executeTakeFirst()
    expect(row).toEqual({ create_by: 'admin', del_flag: 0 })
  })
})

describe('PUT /sys/user/edit', () => {
  it('changes the sent fields only and keeps password and account name', async () => {
    const user = await added({ username: 'stays' })
    const edit = { id: user.id, realname: '新名', selectedroles: 'clerk', password: 'ignored-orchid-1' }
    expect((await server.send('admin', 'PUT', '/sys/user/edit', edit)).body.message).toBe('修改成功!')
    expect((await readRoles(user.id)).result).toEqual(['clerk'])
    expect((await server.signIn('stays', password)).body.success).toBe(true)
    const renamed = await server.send('admin', 'PUT', '/sys/user/edit', { id: user.id, username: 'renamed' })
    expect(renamed.body.result.problems[0].path).toBe('/username')
    const cleared = await server.send('admin', 'PUT', '/sys/user/edit', { id: user.id, selectedroles: '' })
    expect(cleared.body.success).toBe(true)
    expect(await readRoles(user.id)).toMatchObject({ success: false, message: '未找到用户相关角色信息' })
  })

  it('shows and changes sex, birthday and phone by codes of their own', async () => {
    const user = await added({ sex: 1, birthday: '1990-01-01', selecteddeparts: 'A01A01' })
    onTestFinished(async () => {
      const { db, permissions } = server.services
      await sql`delete from sys_role_permission where role_id = 'reader' and permission_id like 'user:%'`.execute(
        db.app,
      )
      await permissions.changed()
    })
    await grant('reader', ['user:edit', 'user:detail', 'user:list', 'user:add'])
    const list = () => server.get('reader', '/sys/user/list', { username: String(user.username) })
    await expect.poll(async () => (await list()).body.success).toBe(true)
    const edit = (body: Values) => server.send('reader', 'PUT', '/sys/user/edit', { id: user.id, ...body })
    const [seen] = (await list()).body.result.records
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['phone', 'birthday']))
    expect(Object.keys(seen)).not.toContain('sex')
    // A condition on a column that is not shown is not applied: the rows do not tell its values.
    const narrowed = { username: String(user.username), sex: 'none' }
    expect((await server.get('reader', '/sys/user/list', narrowed)).body.result.total).toBe(1)
    expect((await edit({ realname: '改名', phone: user.phone, birthday: '1990-01-01' })).body.success).toBe(
      true,
    )
    expect((await edit({ phone: '13900009999' })).body.success).toBe(false)
    expect((await edit({ birthday: '1991-01-01' })).body.success).toBe(false)
    expect((await edit({ sex: 2 })).body.success).toBe(false)
    // Nobody must fill in what he may not change.
    const blank = { ...form({ selectedroles: '' }), phone: undefined }
    expect((await server.send('reader', 'POST', '/sys/user/add', blank)).body.success).toBe(true)
    await grant('reader', ['user:sex', 'user:form:birthday', 'user:form:phone'])
    await expect.poll(async () => (await edit({ sex: 2, phone: '13900009999' })).body.success).toBe(true)
    expect((await list()).body.result.records[0]).toMatchObject({ sex: 2, phone: '13900009999' })
    const { allAuth } = (await server.get('reader', '/sys/permission/getUserPermissionByToken')).body.result
    expect(allAuth).toContainEqual(
      expect.objectContaining({ action: 'user:form:phone', type: '2', status: '1' }),
    )
  })

  it('is refused when it gives a role beyond the own rights, or changes an administrator', async () => {
    const user = await added({ selectedroles: '' })
    await grant('clerk', ['user:edit', 'user:detail', 'user:list', 'user:form:phone'])
    const edit = (body: Values) => server.send('clerk', 'PUT', '/sys/user/edit', body)
    await grant('reader', ['stock:in:audit'])
    await expect
      .poll(async () => (await edit({ id: user.id, selectedroles: 'reader' })).body.message)
      .toMatch(/^不能授予您自己没有的权限：/)
    const { rows } = await sql<{ id: string }>`select id from sys_user where username = 'admin'`.execute(
      server.services.db.app,
    )
    const values = { email: 'thief@example.org', workNo: 'A1', phone: '13900000001' }
    const own = await edit({ id: rows[0]?.id, ...values })
    expect(own.body.message).toBe('只有系统管理员可以操作系统管理员的账号')
    expect((await readRoles(user.id)).success).toBe(false)
  })

  it('is refused when it would make or dismiss an administrator', async () => {
    const admin = (await server.get('admin', '/sys/user/list', { username: 'admin' })).body.result.records[0]
    const values = { workNo: 'A1', phone: '13900000001' }
    const edit = (body: Values) => server.send('admin', 'PUT', '/sys/user/edit', { ...values, ...body })
    const dismissed = await edit({ id: admin.id, selectedroles: 'clerk' })
    expect(dismissed.headers['x-error-code']).toBe('ROLE_ADMIN_USERS')
    expect((await readRoles(admin.id)).result).toEqual(['admin'])
    const user = await added()
    const made = await server.send('admin', 'PUT', '/sys/user/edit', { id: user.id, selectedroles: 'admin' })
    expect(made.headers['x-error-code']).toBe('ROLE_ADMIN_USERS')
    expect((await add({ selectedroles: 'admin' })).headers['x-error-code']).toBe('ROLE_ADMIN_USERS')
  })
})

describe('PUT /sys/user/changePassword', () => {
  it('ends the sessions of the user at once and asks for another password', async () => {
    const { username } = await added()
    const name = String(username)
    await server.open(name)
    const ask = async () => (await server.send(name, 'POST', '/sys/loginGetUserDeparts')).status
    expect(await ask()).toBe(200)
    const next = 'harbour-lilac-4'
    const reset = { username, password: next, confirmpassword: next }
    expect((await server.send('clerk', 'PUT', '/sys/user/changePassword', reset)).status).toBe(403)
    expect((await server.send('admin', 'PUT', '/sys/user/changePassword', reset)).body.message).toBe(
      '密码修改成功!',
    )
    expect(await ask()).toBe(401)
    expect((await server.signIn(name, password)).body.success).toBe(false)
    expect((await server.signIn(name, next)).body.result.userInfo.mustChange).toBe(true)
    const missing = { ...reset, username: 'nobody.here' }
    expect((await server.send('admin', 'PUT', '/sys/user/changePassword', missing)).body.message).toBe(
      '用户不存在！',
    )
  })
})

describe('the recycle bin', () => {
  it('receives deleted users, whose sessions end, and restores or purges them', async () => {
    const user = await added()
    const name = String(user.username)
    await server.open(name)
    const gone = await server.send('admin', 'DELETE', `/sys/user/delete?id=${user.id}`)
    expect(gone.body.message).toBe('删除用户成功')
    await expect
      .poll(async () => (await server.send(name, 'POST', '/sys/loginGetUserDeparts')).status)
      .toBe(401)
    const bin = async () =>
      ((await server.get('admin', '/sys/user/recycleBin')).body.result as Values[]).map(({ id }) => id)
    expect(await bin()).toContain(user.id)
    const restore = () => server.send('admin', 'PUT', '/sys/user/putRecycleBin', { userIds: `${user.id},` })
    expect((await restore()).body.message).toBe('还原成功')
    expect((await restore()).body.message).toBe('未找到对应实体')
    expect(await bin()).not.toContain(user.id)
    expect((await readRoles(user.id)).result).toEqual(['reader'])
    const purge = () => server.send('admin', 'DELETE', `/sys/user/deleteRecycleBin?userIds=${user.id}`)
    expect((await purge()).body.message).toBe('未找到对应实体')
    await server.send('admin', 'DELETE', `/sys/user/deleteBatch?ids=${user.id},`)
    expect((await purge()).body.message).toBe('删除成功')
    const injected = await server.send('admin', 'DELETE', "/sys/user/deleteRecycleBin?userIds=x') or ('1'='1")
    expect(injected.status).toBe(400)
  })

  it('names the field that another user has taken when a user is restored', async () => {
    const user = await added()
    await server.send('admin', 'DELETE', `/sys/user/delete?id=${user.id}`)
    await added({ phone: user.phone })
    const restored = await server.send('admin', 'PUT', '/sys/user/putRecycleBin', { userIds: user.id })
    expect(restored.body.message).toBe('手机号已存在!')
  })

  it('refuses the first account, the own account and the last administrator', async () => {
    const { rows } = await sql<{ id: string }>`select id from sys_user where username = 'admin'`.execute(
      server.services.db.app,
    )
    const remove = (who: string, id: unknown) => server.send(who, 'DELETE', `/sys/user/delete?id=${id}`)
    expect((await remove('admin', rows[0]?.id)).body.message).toBe('管理员账号不允许此操作！')
    const second = await added({ username: 'second' })
    await sql`insert into sys_administrator (user_id, create_by) values (${String(second.id)}, 'test')`.execute(
      server.services.db.app,
    )
    await server.open('second')
    expect((await remove('second', second.id)).body.message).toBe('不能删除自己的账号')
    expect((await remove('clerk', second.id)).status).toBe(403)
  })
})

describe('the second factor of a user', () => {
  it('is removed by holders of the right, and from an administrator by administrators only', async () => {
    const { db, secrets } = server.services
    const give = (userId: string) =>
      db.write((trx) => storeFactor(trx, secrets, { userId, secret: createTotpSecret(), step: 0 }))
    const reset = (who: string, id: string) => server.send(who, 'POST', '/sys/user/resetSecondFactor', { id })
    const user = await added()
    const id = String(user.id)
    await give(id)
    expect((await reset('clerk', id)).status).toBe(403)
    expect((await server.signIn(String(user.username), password)).body.message).toBe('请输入动态验证码')
    expect((await reset('admin', id)).body.message).toBe('两步验证已重置，该用户下次登录只需密码')
    expect((await reset('admin', id)).body.message).toBe('该用户没有开启两步验证')
    expect((await server.signIn(String(user.username), password)).body.success).toBe(true)
    const { rows } = await sql<{ content: string }>`select log_content as content from sys_audit
      where request_url = '/sys/user/resetSecondFactor' and ok = 1`.execute(db.app)
    expect(rows).toHaveLength(1)

    await db.app
      .insertInto('sys_role_permission')
      .values({ role_id: 'clerk', permission_id: 'user:resetSecondFactor' })
      .execute()
    const admin = await db.app
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    await give(admin.id)
    await expect
      .poll(async () => (await reset('clerk', admin.id)).body.message)
      .toBe('只有系统管理员可以操作系统管理员的账号')
    await db.app.deleteFrom('sys_second_factor').execute()
  })
})

it('the home page of a role is answered with the user, the one of the lower number first', async () => {
  const add = (body: object) => server.send('admin', 'POST', '/sys/sysRoleIndex/add', body)
  const home = async () => (await server.get('clerk', '/sys/user/getUserInfo')).body.result.userInfo.homePath
  expect(await home()).toBeNull()
  const page = { roleCode: 'clerk', url: '/catalog/gazetteer', priority: 1, status: '1' }
  expect((await add(page)).body.message).toBe('添加成功！')
  expect(await home()).toBe('/catalog/gazetteer')
  expect((await add({ ...page, roleCode: 'reader', url: '//evil.example' })).body.success).toBe(false)
  expect((await server.send('clerk', 'POST', '/sys/sysRoleIndex/add', page)).status).toBe(403)
})

it('a user whose id contains a dot is frozen, thawed and removed from a department', async () => {
  const id = 'demo-gu.huaizhi'
  const freeze = async (status: string) =>
    (await server.send('admin', 'PUT', '/sys/user/frozenBatch', { ids: id, status })).body.success
  expect([await freeze('2'), await freeze('1')]).toEqual([true, true])
  const roles = { departId: 'A01A03', userId: id }
  expect((await server.get('admin', '/sys/sysDepartRole/getDeptRoleByUserId', roles)).body.success).toBe(true)
  const removed = await server.send(
    'admin',
    'DELETE',
    `/sys/user/deleteUserInDepartBatch?depId=A01A03&userIds=${id},`,
  )
  expect(removed.body.message).toBe('删除成功!')
})
