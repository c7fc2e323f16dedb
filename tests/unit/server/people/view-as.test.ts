import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
const ids = new Map<string, string>()
beforeAll(async () => {
  server = await createPeopleServer()
  const { rows } = await sql<{ id: string; username: string }>`select id, username from sys_user`.execute(
    server.services.db.app,
  )
  for (const { id, username } of rows) ids.set(username, id)
})
afterAll(() => server?.close())

const start = async (who: string, viewed: string, headers = {}) => {
  const {
    status,
    body,
    headers: answered,
  } = await server.send(who, 'POST', '/sys/user/viewAs', { userId: ids.get(viewed) ?? viewed }, headers)
  return { status, ...body, reason: answered['x-error-code'] }
}
const view = async (who: string, viewed: string) => ({
  'x-view-as': String((await start(who, viewed)).result.id),
})
const get = (who: string, url: string, headers = {}) => server.send(who, 'GET', url, undefined, headers)
const permissionsUrl = '/sys/permission/getUserPermissionByToken'
const readCodes = async (who: string, headers = {}): Promise<string[]> =>
  (await get(who, permissionsUrl, headers)).body.result.auth.map(({ action }: { action: string }) => action)
const grant = async (...codes: string[]) => {
  await sql`insert into sys_role_permission (role_id, permission_id)
    select 'clerk', unnest(${codes}::text[]) on conflict do nothing`.execute(server.services.db.app)
  await vi.waitFor(async () => expect(await readCodes('clerk')).toEqual(expect.arrayContaining(codes)))
}

describe('a view of another user', () => {
  it('reads as that user: permissions, lists and refusals', async () => {
    const headers = await view('admin', 'clerk')
    expect(await readCodes('admin', headers)).toEqual(await readCodes('clerk'))
    expect((await readCodes('admin')).length).toBeGreaterThan((await readCodes('clerk')).length)
    expect((await get('admin', '/sys/sysDepart/queryMyDeptTreeList', headers)).status).toBe(200)
    const refused = await get('admin', '/sys/permission/queryRolePermission?roleId=clerk', headers)
    expect(refused.status).toBe(403)
    const me = await get('admin', '/sys/user/getUserInfo', headers)
    expect(me.body.result.userInfo.username).toBe('clerk')
  })

  it('refuses a socket, whose frames are no requests', async () => {
    const socket = { upgrade: 'websocket', 'sec-websocket-protocol': await server.open('admin') }
    const reply = await get('admin', '/sys/user/getUserInfo', {
      ...(await view('admin', 'clerk')),
      ...socket,
    })
    expect([reply.status, reply.headers['x-error-code']]).toEqual([403, 'VIEW_READ_ONLY'])
  })

  it.each([
    ['POST', '/sys/role/add'],
    ['PUT', '/sys/user/edit'],
    ['DELETE', '/sys/role/delete?id=clerk'],
    ['POST', '/sys/user/viewAs'],
    ['PUT', '/sys/user/updatePassword'],
    ['GET', '/sys/dict/refleshCache'],
  ] as const)('refuses %s %s with one code', async (method, url) => {
    const headers = await view('admin', 'clerk')
    const reply = await server.send('admin', method, url, method === 'GET' ? undefined : {}, headers)
    expect([reply.status, reply.headers['x-error-code'], reply.body.message]).toEqual([
      403,
      'VIEW_READ_ONLY',
      '以他人身份查看时不能修改数据',
    ])
  })

  it('belongs to its session, and ends by request and with the session', async () => {
    const headers = await view('admin', 'clerk')
    expect((await get('clerk', permissionsUrl, headers)).headers['x-error-code']).toBe('VIEW_ENDED')
    const first = await server.open('admin')
    expect((await get('admin', permissionsUrl, headers)).headers['x-error-code']).toBe('VIEW_ENDED')
    const second = await view('admin', 'clerk')
    // A page of the view ends it.
    const end = `/sys/user/viewAs?id=${second['x-view-as']}`
    expect((await server.send('admin', 'DELETE', end, undefined, second)).status).toBe(200)
    expect((await get('admin', permissionsUrl, second)).headers['x-error-code']).toBe('VIEW_ENDED')
    await view('admin', 'clerk')
    const session = await server.services.sessions.find(first)
    await server.services.sessions.end(session?.session ?? '')
    const { rows } = await sql`select 1 from sys_session_view where session = ${session?.session}`.execute(
      server.services.db.app,
    )
    expect(rows).toEqual([])
    await server.open('admin')
  })

  it('is logged with its viewer: the beginning, the end and what is taken out of the system', async () => {
    const headers = await view('admin', 'clerk')
    await get('admin', '/resource/base/supplier/exportXls', headers)
    await server.send('admin', 'DELETE', `/sys/user/viewAs?id=${headers['x-view-as']}`)
    const { rows } = await sql<{ username: string; content: string }>`
      select username, log_content as content from sys_log
      union all select username, log_content from sys_audit`.execute(server.services.db.app)
    const texts = rows.map(({ username, content }) => `${username} ${content}`)
    const name = '李文澜'
    expect(texts).toContain(`admin 开始以「${name}」的身份查看`)
    expect(texts).toContain(`admin 结束以「${name}」的身份查看`)
    expect(texts).toContain(`admin 以「${name}」的身份：GET /resource/base/supplier/exportXls`)
  })
})

describe('the beginning of a view', () => {
  it('is refused without the right, for oneself, and for a user whom the viewer does not see', async () => {
    expect((await start('clerk', 'reader')).status).toBe(403)
    expect(await start('admin', 'admin')).toMatchObject({ reason: 'VIEW_SELF' })
    expect(await start('admin', 'no-such-user')).toMatchObject({ message: '未找到对应实体' })
  })

  it('is refused for a user with a right, a department or a tenant that the viewer does not have', async () => {
    await grant('user:viewAs', 'user:list', 'user:detail')
    expect(await start('clerk', 'admin')).toMatchObject({ reason: 'VIEW_BEYOND' })
    const { db } = server.services
    await sql`insert into sys_user (id, username, realname, password, org_code)
      values ('weak', 'weak', '新人', '-', 'A01A01'), ('far', 'far', '远人', '-', 'A01A03')`.execute(db.app)
    expect(await start('clerk', 'weak')).toMatchObject({ success: true })
    // Without a right to a list with a rule on departments, another department shows nothing more.
    expect(await start('clerk', 'far')).toMatchObject({ success: true })
    await sql`insert into sys_user_role (user_id, role_id) values ('far', 'clerk')`.execute(db.app)
    await vi.waitFor(async () => expect(await start('clerk', 'far')).toMatchObject({ reason: 'VIEW_BEYOND' }))
    await sql`update sys_user set rel_tenant_ids = '3' where id = 'weak'`.execute(db.app)
    await vi.waitFor(async () =>
      expect(await start('clerk', 'weak')).toMatchObject({ reason: 'VIEW_BEYOND' }),
    )
    expect(await start('admin', 'weak')).toMatchObject({ reason: 'VIEW_BEYOND' })
  })

  it('does not outlast the viewer’s right to it', async () => {
    const { db } = server.services
    await sql`insert into sys_user (id, username, realname, password, org_code)
      values ('calm', 'calm', '新人', '-', 'A01A01')`.execute(db.app)
    const headers = await view('clerk', 'calm')
    expect((await get('clerk', permissionsUrl, headers)).status).toBe(200)
    await sql`insert into sys_administrator (user_id, create_by) values ('calm', 'test')`.execute(db.app)
    await vi.waitFor(async () =>
      expect((await get('clerk', permissionsUrl, headers)).headers['x-error-code']).toBe('VIEW_ENDED'),
    )
  })
})
