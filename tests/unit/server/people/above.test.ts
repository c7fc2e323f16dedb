import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeFactor } from '#server/modules/session/second-factor/second-factor.ts'
import { createTotpSecret } from '#server/modules/session/second-factor/totp.ts'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
let managerId: string
const ids: Record<'above' | 'binned' | 'below', string> = { above: '', binned: '', below: '' }

const db = () => server.services.db.app
const password = 'lantern-orchid-9'

async function addUser(username: string, phone: string, roles: string): Promise<string> {
  const { body } = await server.send('admin', 'POST', '/sys/user/add', {
    ...{
      username,
      password,
      confirmpassword: password,
      realname: `职员${username}`,
      workNo: username,
      phone,
    },
    ...{ selectedroles: roles, selecteddeparts: 'A01A02' },
  })
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.result.id
}

beforeAll(async () => {
  server = await createPeopleServer()
  await sql`insert into sys_role (id, role_code, role_name) values ('boss', 'boss', '主管'), ('manager', 'manager', '用户管理员')`.execute(
    db(),
  )
  // The manager holds every right to users, the superior one right more.
  await sql`insert into sys_role_permission (role_id, permission_id)
    select role, p.id from sys_permission p, unnest(array['boss', 'manager']) role
    where p.perms ~ '^(user|role|depart|system:user-agent|stock:in)(:|$)' and p.perms not in ('stock:in:all', 'user:administrator')
      and p.menu_type = 2 on conflict do nothing`.execute(db())
  await sql`insert into sys_role_permission (role_id, permission_id) values ('boss', 'bill:purchase:list')`.execute(
    db(),
  )
  await server.services.permissions.changed()
  managerId = await addUser('manager1', '13800002001', 'manager')
  ids.above = await addUser('above1', '13800002002', 'boss,manager')
  ids.binned = await addUser('binned1', '13800002003', 'boss')
  ids.below = await addUser('below1', '13800002004', 'reader')
  await sql`delete from sys_user_role where user_id = ${ids.below}`.execute(db())
  const { secrets } = server.services
  for (const userId of [ids.above, ids.below])
    await server.services.db.write((trx) =>
      storeFactor(trx, secrets, { userId, secret: createTotpSecret(), step: 0 }),
    )
  await server.send('admin', 'DELETE', `/sys/user/delete?id=${ids.binned}`)
  await server.open('manager1')
})
afterAll(() => server?.close())

const readState = async (id: string) =>
  (
    await sql`select to_jsonb(u) - 'search' as state,
      array(select role_id from sys_user_role where user_id = u.id order by 1) as roles,
      array(select dep_id from sys_user_depart where user_id = u.id order by 1) as departs,
      (select count(*) from sys_second_factor where user_id = u.id) as factors,
      array(select agent_user_name from sys_user_agent where user_name = u.username) as agents
      from sys_user u where u.id = ${id}`.execute(db())
  ).rows[0]

const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, who = 'manager1') =>
  (await server.send(who, method, url, body)).headers['x-error-code']

type Path = [name: string, act: () => Promise<unknown>, target?: 'above' | 'binned']
const next = { password: 'harbour-lilac-4', confirmpassword: 'harbour-lilac-4' }
const place = '/sys/user'
const paths: Path[] = [
  ['the phone', () => send('PUT', `${place}/edit`, { id: ids.above, phone: '13900000009' })],
  ['the e-mail', () => send('PUT', `${place}/edit`, { id: ids.above, email: 'thief@example.org' })],
  ['the roles', () => send('PUT', `${place}/edit`, { id: ids.above, selectedroles: '' })],
  ['the departments', () => send('PUT', `${place}/edit`, { id: ids.above, selecteddeparts: 'A01A03' })],
  ['the password', () => send('PUT', `${place}/changePassword`, { username: 'above1', ...next })],
  ['the second factor', () => send('POST', `${place}/resetSecondFactor`, { id: ids.above })],
  ['the state', () => send('PUT', `${place}/frozenBatch`, { ids: ids.above, status: '2' })],
  ['the record by a removal', () => send('DELETE', `${place}/delete?id=${ids.above}`)],
  ['the record among others', () => send('DELETE', `${place}/deleteBatch?ids=${ids.below},${ids.above}`)],
  [
    'a removed record by a restore',
    () => send('PUT', `${place}/putRecycleBin`, { userIds: ids.binned }),
    'binned',
  ],
  [
    'a removed record by a purge',
    () => send('DELETE', `${place}/deleteRecycleBin?userIds=${ids.binned}`),
    'binned',
  ],
  [
    'the users of a department by an addition',
    () => send('POST', `${place}/editSysDepartWithUser`, { depId: 'A01A03', userIdList: [ids.above] }),
  ],
  [
    'the users of a department by a removal',
    () => send('DELETE', `${place}/deleteUserInDepart?depId=A01A02&userId=${ids.above}`),
  ],
  [
    'the users of a department by several removals',
    () => send('DELETE', `${place}/deleteUserInDepartBatch?depId=A01A02&userIds=${ids.above},`),
  ],
  [
    'the users of a role',
    () => send('POST', `${place}/addSysUserRole`, { roleId: 'manager', userIdList: [ids.above] }),
  ],
  [
    'the users of a role by a removal',
    () => send('DELETE', `${place}/deleteUserRole?roleId=manager&userId=${ids.above}`),
  ],
  [
    'the users of a role by several removals',
    () => send('DELETE', `${place}/deleteUserRoleBatch?roleId=manager&userIds=${ids.below},${ids.above},`),
  ],
  [
    'the agent',
    () =>
      send('POST', '/sys/sysUserAgent/set', {
        userName: 'above1',
        agentUserName: 'below1',
        startTime: '2030-01-01 00:00:00',
        endTime: '2030-02-01 00:00:00',
        status: '1',
      }),
  ],
]

/** Imports a workbook with one user as the manager. */
async function importUser(...cells: string[]) {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['用户账号', '用户姓名', '工号', '手机号码'], cells]),
    '用户',
  )
  const form = new FormData()
  form.append(
    'files[]',
    new Blob([new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))]),
    '用户.xlsx',
  )
  const request = new Request('http://test', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const type = { 'content-type': request.headers.get('content-type') ?? '' }
  return await server.send('manager1', 'POST', `${place}/importExcel`, payload, type)
}

describe('a manager of users', () => {
  it.each(paths)('is refused when he changes %s of somebody above', async (_, act, target = 'above') => {
    const before = await readState(ids[target])
    await expect.poll(act).toBe('USER_BEYOND')
    expect(await readState(ids[target])).toEqual(before)
  })

  it('is refused when he changes somebody above by an import, and when he edits several records', async () => {
    const before = await readState(ids.above)
    const imported = await importUser('above1', '改名', 'above1', '13900000008')
    expect(imported.body.code).not.toBe(200)
    expect(JSON.stringify(imported.body)).toContain('有您没有的权限')
    const edited = await server.send('manager1', 'POST', '/resource/system/user/editBatch', {
      ids: [ids.above],
      values: { realname: '改名' },
    })
    expect(edited.body.result?.done ?? []).toEqual([])
    expect(await readState(ids.above)).toEqual(before)
  })

  it('undoes an import of users only with the right to delete them', async () => {
    const { body } = await importUser('guest1', '来宾', 'guest1', '13800002009')
    expect(body.code).toBe(200)
    const undo = () => send('POST', '/resource/system/user/import/undo', { id: body.result.importId })
    const isThere = async () =>
      (await sql`select 1 from sys_user where username = 'guest1' and del_flag = 0`.execute(db())).rows.length
    const mayDelete = async () => (await send('DELETE', `${place}/delete?id=none`)) !== 'FORBIDDEN'
    const right = sql`delete from sys_role_permission where role_id = 'manager' and permission_id in
      (select id from sys_permission where perms = 'user:delete') returning role_id, permission_id`
    const { rows } = await right.execute(db())
    expect(rows).toHaveLength(1)
    await server.services.permissions.changed()
    // Before the right is gone everywhere, the undo would be done.
    await expect.poll(mayDelete).toBe(false)
    expect(await undo()).toBe('FORBIDDEN')
    expect(await isThere()).toBe(1)
    await sql`insert into sys_role_permission (role_id, permission_id)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(role_id text, permission_id text)`.execute(
      db(),
    )
    await server.services.permissions.changed()
    await expect.poll(undo).toBeUndefined()
    expect(await isThere()).toBe(0)
  })

  it('is refused when a department shows more rows to him or to another one than he sees', async () => {
    const add = (userId: string) =>
      send('POST', `${place}/editSysDepartWithUser`, { depId: 'A01A03', userIdList: [userId] })
    const before = await readState(managerId)
    expect(await add(managerId)).toBe('USER_RAISED')
    expect(await send('PUT', `${place}/edit`, { id: managerId, selecteddeparts: 'A01A02,A01A03' })).toBe(
      'USER_RAISED',
    )
    expect(await readState(managerId)).toEqual(before)
    // Who may not open the lists sees no row more.
    expect(await add(ids.below)).toBeUndefined()
  })
})

describe('a user', () => {
  it('gets a message of what somebody else did to the account', async () => {
    const titles = async () =>
      (
        await sql<{
          title: string
          text: string
        }>`select a.titile as title, a.msg_abstract as text from sys_announcement a
          join sys_announcement_send s on s.annt_id = a.id where s.user_id = ${ids.below} order by a.id`.execute(
          db(),
        )
      ).rows
    const did = [
      await send('PUT', `${place}/changePassword`, { username: 'below1', ...next }),
      await send('PUT', `${place}/edit`, { id: ids.below, phone: '13800002005' }),
      await send('PUT', `${place}/edit`, { id: ids.below, email: 'below@example.org' }),
      await send('PUT', `${place}/edit`, { id: ids.below, realname: '无关' }),
      await send('POST', `${place}/resetSecondFactor`, { id: ids.below }),
      await send('PUT', `${place}/frozenBatch`, { ids: ids.below, status: '2' }),
      await send('PUT', `${place}/frozenBatch`, {
        ids: ids.below,
        startTime: '2030-01-01 00:00:00',
        endTime: '2030-02-01 00:00:00',
        status: '1',
      }),
      await send('DELETE', `${place}/delete?id=${ids.below}`),
      await send('PUT', `${place}/putRecycleBin`, { userIds: ids.below }),
    ]
    expect(did).toEqual(did.map(() => undefined))
    const told = await titles()
    expect(told.map(({ title }) => title)).toEqual([
      '您的登录密码被重置',
      '您的手机号码被修改',
      '您的邮箱被修改',
      '您的两步验证被关闭',
      '您的账号被冻结',
      '您的账号被解冻',
      '您的账号被删除',
      '您的账号被还原',
    ])
    for (const { text } of told) expect(text).toMatch(/^职员manager1（manager1）/)
  })

  it('gets no message of what the user did to the own account', async () => {
    expect(await send('PUT', `${place}/edit`, { id: managerId, email: 'me@example.org' })).toBeUndefined()
    const { rows } = await sql`select 1 from sys_announcement_send where user_id = ${managerId}`.execute(db())
    expect(rows).toEqual([])
  })
})
