import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedMenu } from '#server/modules/permission/interface.ts'
import { lockRoles } from '#server/modules/role/interface.ts'
import { dynamicTables } from '#server/platform/store/database.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { roleScreen } from './role-screen.ts'

/** A screen that proposes its list and its export to the clerk. */
const proposing = (codes: readonly string[]) => ({
  version: 2,
  kind: 'screen',
  id: 'demo/plan',
  title: '计划',
  perm: 'demo:plan',
  roles: { clerk: codes },
  menu: { parent: 'base' },
  table: { name: 'demo_plan' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
})
const planList = { 'demo/plan.json': proposing(['demo:plan:list', 'demo:plan:export']) }

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'system/role.json': roleScreen, ...planList },
    {
      reader: [
        'role:list',
        'role:add',
        'role:edit',
        'role:delete',
        'role:grant',
        'role:users',
        'role:detail',
      ],
    },
  )
  await seedMenu(server.test.db.app)
  await server.services.permissions.changed()
})
afterAll(() => server?.close())

const call = async (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, given = {}) => {
  const { body, status, headers } = await server.call(who, method, url, given)
  return { ...body, status, reason: headers['x-error-code'] }
}
const save = (who: Person, roleId: string, now: readonly string[], before: readonly string[] = []) =>
  call(who, 'POST', '/sys/permission/saveRolePermission', {
    body: { roleId, permissionIds: now.join(','), lastpermissionIds: before.join(',') },
  })
const grants = async (roleId: string): Promise<string[]> =>
  (await call('admin', 'GET', '/sys/permission/queryRolePermission', { query: { roleId } })).result
const lastLog = async () =>
  (
    await server.test.db.app
      .selectFrom('sys_log')
      .select(['log_content', 'username'])
      .orderBy('create_time', 'desc')
      .orderBy('id')
      .execute()
  ).map(({ log_content, username }) => `${username} ${log_content}`)

describe('the records of roles', () => {
  it('are added, changed and deleted under the addresses of the contract', async () => {
    const added = await call('admin', 'POST', '/sys/role/add', {
      body: { roleCode: 'keeper', roleName: '保管员' },
    })
    expect(added).toMatchObject({ code: 200, message: '添加成功！' })
    const { id } = added.result
    const edited = await call('admin', 'PUT', '/sys/role/edit', { body: { id, roleName: '库房保管员' } })
    expect(edited).toMatchObject({ code: 200, result: { roleCode: 'keeper', roleName: '库房保管员' } })
    expect(await call('admin', 'GET', '/sys/role/queryById', { query: { id } })).toMatchObject({
      result: { roleName: '库房保管员' },
    })
    const deleted = await call('admin', 'DELETE', '/sys/role/delete', { query: { id } })
    expect(deleted).toMatchObject({ code: 200, message: '删除角色成功' })
  })

  it('keep their code once saved, and no two have the same', async () => {
    const rename = { body: { id: 'reader', roleCode: 'admin2' } }
    expect(await call('admin', 'PUT', '/sys/role/edit', rename)).toMatchObject({ reason: 'ROLE_CODE_FIXED' })
    const query = { roleCode: 'clerk' }
    expect(await call('admin', 'GET', '/sys/role/checkRoleCode', { query })).toMatchObject({
      success: false,
      message: '角色编码已存在',
    })
    const own = { query: { ...query, id: 'clerk' } }
    expect(await call('admin', 'GET', '/sys/role/checkRoleCode', own)).toMatchObject({ success: true })
  })

  it('are not deleted while users have them, and the administrator role never is', async () => {
    expect(await call('admin', 'DELETE', '/sys/role/delete', { query: { id: 'clerk' } })).toMatchObject({
      success: false,
      message: '角色「clerk」还有 1 位用户，请先取消他们的角色再删除',
    })
    expect(
      await call('admin', 'DELETE', '/sys/role/deleteBatch', { query: { ids: 'admin,' } }),
    ).toMatchObject({ reason: 'ROLE_ADMIN' })
  })

  it('are asked for when a deletion names no role', async () => {
    expect(await call('admin', 'DELETE', '/sys/role/deleteBatch')).toMatchObject({
      success: false,
      message: '未选中角色！',
    })
  })

  it.each(['add', 'edit'] as const)('refuse %s to users without the right', async (verb) => {
    const body = { id: 'clerk', roleCode: 'x', roleName: '甲乙' }
    const method = verb === 'add' ? 'POST' : 'PUT'
    expect(await call('clerk', method, `/sys/role/${verb}`, { body })).toMatchObject({ status: 403 })
  })
})

describe('the permissions of a role', () => {
  it('are offered as a tree of menu entries, buttons, and codes without an entry', async () => {
    const { result } = await call('admin', 'GET', '/sys/role/queryTreeList')
    const base = result.treeList.find(({ key }: { key: string }) => key === 'base')
    const plan = base.children.find(({ key }: { key: string }) => key === 'demo/plan')
    expect(plan).toMatchObject({ title: '计划', ruleFlag: 0, isLeaf: false, parentId: 'base' })
    expect(plan.children.map(({ key }: { key: string }) => key)).toContain('demo:plan:export')
    expect(result.ids).toContain('demo:plan:export')
    expect(result.ids).not.toContain('home')
    expect(result.ids.filter((id: string) => id.startsWith('owner:'))).toEqual([])
    expect(result.ids).toContain('demo:order:list')
  })

  it('change by the difference, so that the change of another administrator stays', async () => {
    const before = await grants('nobody')
    expect(await save('admin', 'nobody', ['demo:plan:list'], before)).toMatchObject({ message: '保存成功！' })
    expect(await save('admin', 'nobody', ['demo:plan:export'], [])).toMatchObject({ code: 200 })
    expect(await grants('nobody')).toEqual(['demo:plan:export', 'demo:plan:list'])
    expect(await save('admin', 'nobody', [], ['demo:plan:list'])).toMatchObject({ code: 200 })
    expect(await grants('nobody')).toEqual(['demo:plan:export'])
    expect(await lastLog()).toContain('admin 角色授权「nobody」；减少：查询')
  })

  it('reach a user’s next request', async () => {
    const list = async () => (await call('nobody', 'GET', '/resource/demo/plan/list')).code
    expect(await list()).toBe(510)
    await save('admin', 'nobody', ['demo:plan:list'])
    await expect.poll(list).toBe(200)
    await save('admin', 'nobody', [], ['demo:plan:list'])
    await expect.poll(list).toBe(510)
  })

  it('are not granted by a user who does not hold them', async () => {
    const reply = await save('reader', 'nobody', ['demo:order:audit', 'demo:order:list'])
    expect(reply).toMatchObject({ reason: 'ROLE_BEYOND', success: false })
    expect(await grants('nobody')).toEqual(['demo:plan:export'])
    expect(await save('reader', 'nobody', ['demo:order:list', 'base'])).toMatchObject({ code: 200 })
    expect(await grants('nobody')).toEqual(['base', 'demo:order:list', 'demo:plan:export'])
  })

  it('of the administrator role are fixed', async () => {
    expect(await save('admin', 'admin', [], ['demo:order:list'])).toMatchObject({ reason: 'ROLE_ADMIN' })
  })

  it('are counted in people before a change is saved', async () => {
    const body = { roleId: 'clerk', permissionIds: 'demo:plan:list', lastpermissionIds: 'demo:order:note' }
    const preview = () => call('admin', 'POST', '/sys/permission/previewRolePermission', { body })
    const one = [{ id: 'demo:plan:list', people: 1 }]
    expect((await preview()).result).toEqual({ gained: one, lost: [{ id: 'demo:order:note', people: 1 }] })
    const { app } = server.test.db
    await app.insertInto('sys_user_role').values({ user_id: 'clerk', role_id: 'other' }).execute()
    await save('admin', 'other', ['demo:plan:list'])
    expect((await preview()).result.gained).toEqual([{ id: 'demo:plan:list', people: 0 }])
    await app
      .deleteFrom('sys_user_role')
      .where('user_id', '=', 'clerk')
      .where('role_id', '=', 'other')
      .execute()
    await save('admin', 'other', [], ['demo:plan:list'])
  })
})

describe('the users of a role', () => {
  const users = async (roleId: string) =>
    (
      await server.test.db.app
        .selectFrom('sys_user_role as ur')
        .innerJoin('sys_user as u', 'u.id', 'ur.user_id')
        .select('u.username')
        .where('ur.role_id', '=', roleId)
        .orderBy('u.username')
        .execute()
    ).map(({ username }) => username)
  const add = (who: Person, roleId: string, ...userIdList: string[]) =>
    call(who, 'POST', '/sys/user/addSysUserRole', { body: { roleId, userIdList } })
  const remove = (who: Person, roleId: string, userId: string) =>
    call(who, 'DELETE', '/sys/user/deleteUserRole', { query: { roleId, userId } })

  it('are added and removed', async () => {
    expect(await add('admin', 'nobody', 'clerk', 'other', 'missing')).toMatchObject({ message: '添加成功!' })
    expect(await users('nobody')).toEqual(['clerk', 'nobody', 'other'])
    expect(await remove('admin', 'nobody', 'clerk')).toMatchObject({ message: '删除成功!' })
    const query = { roleId: 'nobody', userIds: 'other,' }
    expect(await call('admin', 'DELETE', '/sys/user/deleteUserRoleBatch', { query })).toMatchObject({
      message: '删除成功!',
    })
    expect(await remove('admin', 'nobody', 'clerk')).toMatchObject({ success: false, message: '删除失败！' })
    expect(await users('nobody')).toEqual(['nobody'])
  })

  it('get no role beyond the rights of the user who adds them', async () => {
    expect(await add('reader', 'clerk', 'reader')).toMatchObject({ reason: 'ROLE_BEYOND' })
    expect(await add('reader', 'admin', 'reader')).toMatchObject({ reason: 'ROLE_ADMIN_USERS' })
    expect(await remove('reader', 'admin', 'admin')).toMatchObject({ reason: 'ROLE_ADMIN_USERS' })
  })

  it('do not become or stop being administrators by a role', async () => {
    expect(await add('admin', 'admin', 'reader')).toMatchObject({ reason: 'ROLE_ADMIN_USERS' })
    expect(await remove('admin', 'admin', 'admin')).toMatchObject({ reason: 'ROLE_ADMIN_USERS' })
    expect(await users('admin')).toEqual(['admin'])
  })
})

describe('the grants that a document proposes', () => {
  const open = async (roleId?: string) =>
    (await call('admin', 'GET', '/sys/role/proposals', { query: roleId ? { roleId } : {} })).result.map(
      ({ permissionId }: { permissionId: string }) => permissionId,
    )
  const decide = (who: Person, state: string, permissionIds?: string) =>
    call(who, 'POST', '/sys/role/decideProposals', { body: { roleId: 'clerk', state, permissionIds } })
  const register = (roles: Record<string, string[]>) => {
    const codes = ['list', 'export', 'add'].map((word) => ({ code: `demo:plan:${word}`, title: word }))
    return server.services.permissions.register({
      owner: 'demo/plan',
      codes,
      listCode: 'demo:plan:list',
      roles,
    })
  }

  it('give nothing until a holder of the permissions confirms them', async () => {
    expect((await open('clerk')).sort()).toEqual(['demo/plan', 'demo:plan:export', 'demo:plan:list'])
    expect((await call('admin', 'GET', '/sys/role/proposals')).result[0]).toMatchObject({
      roleName: 'clerk',
      ownerTitle: '计划',
    })
    expect((await call('clerk', 'GET', '/resource/demo/plan/list')).code).toBe(510)
    expect(await decide('reader', 'granted')).toMatchObject({ reason: 'ROLE_BEYOND' })
    expect(await decide('admin', 'granted', 'demo:plan:list,demo/plan')).toMatchObject({
      result: { count: 2 },
    })
    await expect.poll(async () => (await call('clerk', 'GET', '/resource/demo/plan/list')).code).toBe(200)
    expect(await open('clerk')).toEqual(['demo:plan:export'])
  })

  it('stay decided when the document is registered again', async () => {
    expect(await decide('reader', 'dismissed')).toMatchObject({ result: { count: 1 } })
    await register({ clerk: ['demo:plan:list', 'demo:plan:export'] })
    expect(await open('clerk')).toEqual([])
    expect(await decide('admin', 'granted')).toMatchObject({ reason: 'PROPOSAL_NONE' })
  })

  it('are dropped while open when the document proposes them no longer', async () => {
    await register({ clerk: ['demo:plan:add'] })
    expect(await open('clerk')).toEqual(['demo:plan:add'])
    await register({ clerk: ['demo:plan:list'] })
    expect(await open('clerk')).toEqual([])
  })

  it('are settled by a grant in the drawer, so that a withdrawal is final', async () => {
    await register({ clerk: ['demo:plan:add'] })
    await save('admin', 'clerk', ['demo:plan:add'])
    await save('admin', 'clerk', [], ['demo:plan:add'])
    await register({ clerk: ['demo:plan:add'] })
    expect(await open('clerk')).toEqual([])
  })
})

describe('the explanation of permission codes', () => {
  const query = { codes: 'demo:plan:export,demo:plan:list,no:such:code' }

  it('names the roles that hold them, for users with the right', async () => {
    await save('admin', 'nobody', ['demo:plan:export'])
    const { result } = await call('admin', 'GET', '/sys/permission/explain', { query })
    expect(result.map(({ code }: { code: string }) => code)).toEqual(['demo:plan:export', 'demo:plan:list'])
    expect(result[0].roles).toContainEqual({ id: 'nobody', name: 'nobody' })
  })

  it('lists the pages of the whole menu with their groups and roles', async () => {
    const { result } = await call('admin', 'GET', '/sys/permission/explainMenu')
    const roles = result.find(({ id }: { id: string }) => id === 'system/role')
    expect(roles).toMatchObject({ title: '角色管理', path: '/isystem/roleUserList', groups: ['系统管理'] })
    expect(result.map(({ id }: { id: string }) => id)).not.toContain('system')
    const group = {
      id: 'inner',
      parent_id: 'system',
      name: '内层',
      component: 'layouts/RouteView',
      menu_type: 1,
    }
    const page = { id: 'deep', parent_id: 'inner', name: '深处', url: '/deep', menu_type: 1 }
    await dynamicTables(server.test.db.app)
      .insertInto('sys_permission')
      .values([group, page].map((row) => ({ component: null, url: null, ...row })))
      .execute()
    const again = (await call('admin', 'GET', '/sys/permission/explainMenu')).result
    expect(again.find(({ id }: { id: string }) => id === 'deep').groups).toEqual(['系统管理', '内层'])
    await dynamicTables(server.test.db.app)
      .deleteFrom('sys_permission')
      .where('id', 'in', ['inner', 'deep'])
      .execute()
  })

  it('is refused without the right', async () => {
    expect(await call('clerk', 'GET', '/sys/permission/explain', { query })).toMatchObject({ status: 403 })
    expect(await call('clerk', 'GET', '/sys/permission/explainMenu')).toMatchObject({ status: 403 })
  })
})

describe('two administrators', () => {
  it('lock several roles in one order, so that neither waits for the other without end', async () => {
    const ids = ['clerk', 'reader', 'other', 'nobody']
    // Without the repetition of a lost deadlock in `db.write`.
    const lock = (order: readonly string[]) =>
      server.test.db.app.transaction().execute(async (trx) => {
        const roles = await lockRoles(trx, order)
        await setImmediate()
        return roles.size
      })
    const attempts = Array.from({ length: 20 }, (_, at) => lock(at % 2 === 0 ? ids : ids.toReversed()))
    expect(await Promise.all(attempts)).toEqual(Array.from({ length: 20 }, () => ids.length))
  })

  it('save one role at the same time: both changes apply, and a stale edit of its record is refused', async () => {
    const before = await grants('other')
    await Promise.all([
      save('admin', 'other', [...before, 'demo:plan:list'], before),
      save('admin', 'other', [...before, 'demo:plan:export'], before),
    ])
    expect(await grants('other')).toEqual(expect.arrayContaining(['demo:plan:list', 'demo:plan:export']))
    const { rev } = (await call('admin', 'GET', '/sys/role/queryById', { query: { id: 'other' } })).result
    const edit = (roleName: string) =>
      call('admin', 'PUT', '/sys/role/edit', { body: { id: 'other', rev, roleName } })
    const replies = [await edit('甲角色'), await edit('乙角色')]
    expect(replies.map(({ code }) => code)).toEqual([200, 409])
    expect(replies[0]?.message).toBe('修改成功!')
  })
})
