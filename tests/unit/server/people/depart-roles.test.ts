import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
let departId: string
let otherId: string
beforeAll(async () => {
  server = await createPeopleServer()
  const { app } = server.services.db
  const depart = async (departName: string) =>
    (await send('admin', '/sys/sysDepart/add', { departName, orgCategory: '1' })).result.id
  departId = await depart('分馆')
  otherId = await depart('别馆')
  // The clerk is responsible for the department, and the reader belongs to it.
  for (const user_id of ['clerk', 'reader'].map(readId))
    await app
      .insertInto('sys_user_depart')
      .values({ user_id: await user_id, dep_id: departId })
      .execute()
  await app
    .updateTable('sys_user')
    .set({ user_identity: 2, depart_ids: departId })
    .where('username', '=', 'clerk')
    .execute()
  const codes = ['list', 'add', 'edit', 'delete', 'grant', 'users'].map((word) => `depart:role:${word}`)
  const reader = await app
    .selectFrom('sys_role')
    .select('id')
    .where('role_code', '=', 'reader')
    .executeTakeFirst()
  await app
    .insertInto('sys_role_permission')
    .values({ role_id: String(reader?.id), permission_id: 'system:my-depart:list' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const role = await app
    .selectFrom('sys_role')
    .select('id')
    .where('role_code', '=', 'clerk')
    .executeTakeFirst()
  await app
    .insertInto('sys_role_permission')
    .values(
      [...codes, 'system:tenant:list', 'system:my-depart:list'].map((permission_id) => ({
        role_id: String(role?.id),
        permission_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})
afterAll(() => server?.close())

const readId = async (username: string) =>
  (
    await server.services.db.app
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id
const send = async (who: string, url: string, body: object) =>
  (await server.send(who, 'POST', url, body)).body
const get = async (who: 'admin' | 'clerk' | 'reader', url: string, query = {}) =>
  (await server.get(who, url, query)).body

const addRole = (who: string, roleCode: string, depart = departId) =>
  send(who, '/sys/sysDepartRole/add', { roleName: '职务管理员', roleCode, departId: depart })
const grant = (who: string, roleId: string, permissionIds: string) =>
  send(who, '/sys/sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds })
const permit = (permissionIds: string, lastpermissionIds = '') =>
  send('admin', '/sys/permission/saveDepartPermission', { departId, permissionIds, lastpermissionIds })
const seesTenants = async () => (await get('reader', '/sys/tenant/list')).success

it('a department role gives its users what the department has, while both last', async () => {
  expect((await permit('system:tenant:list,system:tenant:edit')).message).toBe('保存成功！')
  const { id } = (await addRole('clerk', 'post-keeper')).result
  expect((await grant('clerk', id, 'system:tenant:list')).message).toBe('保存成功！')
  expect(await seesTenants()).toBe(false)
  const userId = await readId('reader')
  const give = (newRoleId: string, oldRoleId = '') =>
    send('clerk', '/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId, oldRoleId })
  expect((await give(id)).message).toBe('添加成功！')
  await expect.poll(seesTenants).toBe(true)
  expect(
    (await get('clerk', '/sys/sysDepartRole/getDeptRoleByUserId', { userId, departId })).result,
  ).toMatchObject([{ userId, droleId: id }])
  // The department loses the permission, and with it its roles.
  await permit('system:tenant:edit', 'system:tenant:list,system:tenant:edit')
  await expect.poll(seesTenants).toBe(false)
  await permit('system:tenant:list')
  await expect.poll(seesTenants).toBe(true)
  await give('', id)
  await expect.poll(seesTenants).toBe(false)
})

it('a department role gets nothing beyond the department or beyond its grantor', async () => {
  const { id } = (await addRole('clerk', 'beyond')).result
  expect((await grant('clerk', id, 'user:delete')).message).toBe('部门角色只能有部门已有的权限')
  await permit('system:tenant:edit')
  expect((await grant('clerk', id, 'system:tenant:edit')).message).toContain('不能授予您自己没有的权限')
})

it('a department role that users have is not deleted', async () => {
  const { id } = (await addRole('clerk', 'in-use')).result
  const userId = await readId('reader')
  await send('clerk', '/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId: id, oldRoleId: '' })
  const remove = async () => (await server.send('clerk', 'DELETE', `/sys/sysDepartRole/delete?id=${id}`)).body
  expect((await remove()).message).toBe('部门角色「职务管理员」还有 1 位用户，请先取消他们的部门角色再删除')
  await send('clerk', '/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId: '', oldRoleId: id })
  expect((await remove()).message).toBe('删除成功!')
})

it('a superior manages the roles of the own departments only', async () => {
  expect((await addRole('clerk', 'foreign', otherId)).message).toBe('只能管理您负责的部门')
  const { id } = (await addRole('admin', 'theirs', otherId)).result
  expect((await grant('clerk', id, '')).message).toBe('只能管理您负责的部门')
  expect((await server.send('reader', 'POST', '/sys/sysDepartRole/add', {})).status).toBe(403)
  expect((await get('admin', '/sys/sysDepartRole/list')).result.total).toBe(0)
  const page = (await get('admin', '/sys/sysDepartRole/list', { deptId: otherId })).result
  expect(page.records).toMatchObject([{ roleCode: 'theirs', departId_dictText: '别馆' }])
})

it('a superior reads what the roles of other departments hold as little as who has them', async () => {
  const { id } = (await addRole('admin', 'theirs-to-read', otherId)).result
  const own = (await addRole('clerk', 'ours-to-read')).result.id
  const menu = encodeURIComponent('system/tenant')
  const read = (roleId: string) =>
    Promise.all([
      get('clerk', '/sys/sysDepartRole/userIds', { roleId }),
      get('clerk', '/sys/sysDepartPermission/queryDeptRolePermission', { roleId }),
      // The department of the address is not that of the role.
      get('clerk', `/sys/sysDepartRole/datarule/${menu}/${departId}/${roleId}`),
    ])
  expect((await read(id)).map(({ message }) => message)).toEqual(Array(3).fill('只能管理您负责的部门'))
  expect((await read('missing')).map(({ message }) => message)).toEqual(Array(3).fill('未找到对应实体'))
  expect((await read(own)).map(({ message }) => message).slice(0, 2)).toEqual(Array(2).fill('操作成功'))
})

it('the tree for a department role contains the permissions of the department below their groups', async () => {
  await permit('system/position')
  const { result } = await get('clerk', '/sys/sysDepartPermission/queryTreeListForDeptRole', { departId })
  const keys = (nodes: { key: string; children?: never[] }[]): string[] =>
    nodes.flatMap(({ key, children = [] }) => [key, ...keys(children)])
  expect(result.ids).toContain('system/position')
  expect(keys(result.treeList)).toEqual(expect.arrayContaining(['system', 'system/position']))
  expect(keys(result.treeList)).not.toContain('system/user')
})

it('data rules are granted with a permission of the department and of its roles', async () => {
  const rule = {
    permissionId: 'system/position',
    ruleName: '馆员',
    ruleColumn: 'code',
    ruleConditions: '=',
    ruleValue: 'a',
  }
  await send('admin', '/sys/permission/addPermissionRule', rule)
  const place = '/sys/sysDepartPermission/datarule'
  const before = (await get('admin', `${place}/system%2Fposition/${departId}`)).result
  expect(before).toMatchObject({ drChecked: '', datarule: [{ ruleName: '馆员' }] })
  const dataRuleIds = before.datarule[0].id
  const save = (permissionId: string) => send('admin', place, { permissionId, departId, dataRuleIds })
  expect((await save('system/position')).message).toBe('保存成功!')
  expect((await get('admin', `${place}/system%2Fposition/${departId}`)).result.drChecked).toBe(dataRuleIds)
  expect((await save('system/role')).message).toBe('请先保存部门菜单权限!')
})

it('a role of a department gets no data rule beyond those of the department', async () => {
  const permissionId = 'system/position'
  await permit(permissionId)
  for (const ruleName of ['本馆', '外馆'])
    await send('admin', '/sys/permission/addPermissionRule', {
      permissionId,
      ruleName,
      ruleColumn: 'code',
      ruleConditions: '=',
      ruleValue: ruleName,
    })
  const all = (await get('admin', '/sys/permission/queryPermissionRule', { permissionId })).result
  const idOfRule = (name: string) =>
    String(all.find(({ ruleName }: { ruleName: string }) => ruleName === name)?.id)
  const [inside, outside] = [idOfRule('本馆'), idOfRule('外馆')]
  await send('admin', '/sys/sysDepartPermission/datarule', { permissionId, departId, dataRuleIds: inside })
  const roleId = (await addRole('admin', 'rule-keeper')).result.id
  expect((await grant('admin', roleId, permissionId)).message).toBe('保存成功！')
  const save = (dataRuleIds: string) =>
    server.send('admin', 'POST', '/sys/sysDepartRole/datarule', { permissionId, roleId, dataRuleIds })
  const beyond = await save(`${inside},${outside}`)
  expect(beyond.headers['x-error-code']).toBe('DEPART_ROLE_RULES_BEYOND')
  const stored = async () =>
    (await get('admin', `/sys/sysDepartRole/datarule/system%2Fposition/${departId}/${roleId}`)).result
      .drChecked
  expect(await stored()).toBe('')
  expect((await save(inside)).body.message).toBe('保存成功!')
  expect(await stored()).toBe(inside)
})

it('a superior sees the own departments, and an ordinary user none', async () => {
  const list = async (who: 'clerk' | 'reader') => (await get(who, '/sys/sysDepart/mine')).result?.records
  expect(await list('clerk')).toMatchObject([{ id: departId, departName: '分馆' }])
  expect(await list('reader')).toEqual([])
})

it('the permissions of a department are also records, which nobody moves or adds beyond the own rights', async () => {
  const place = '/sys/sysDepartPermission'
  const rows = async () =>
    (await get('admin', `${place}/list`, { departId: otherId })).result as {
      total: number
      records: { id: string; permissionId: string; dataRuleIds: string }[]
    }
  const add = (body: object) => send('admin', `${place}/add`, { departId: otherId, ...body })
  expect((await add({ permissionId: 'position:list' })).message).toBe('添加成功！')
  expect((await add({ permissionId: 'position:list' })).message).toBe('这个部门已经有这项权限')
  expect((await add({ permissionId: 'no:such:code' })).message).toBe('未找到对应实体')
  const [rule] = (
    await get('admin', '/sys/permission/queryPermissionRule', { permissionId: 'system/position' })
  ).result
  expect((await add({ permissionId: 'system/position', dataRuleIds: `${rule.id},x` })).success).toBe(true)
  const { total, records } = await rows()
  expect(total).toBe(2)
  const grant = records.find(({ permissionId }) => permissionId === 'system/position')
  expect(grant).toMatchObject({ dataRuleIds: rule.id })
  const edit = async (body: object) =>
    (await server.send('admin', 'PUT', `${place}/edit`, { ...grant, ...body })).body
  expect((await edit({ departId })).message).toBe('不能改成别的部门或权限，请删除后重新添加')
  expect((await edit({ dataRuleIds: null, departId: null })).message).toBe('修改成功!')
  expect((await edit({ dataRuleIds: '' })).message).toBe('修改成功!')
  expect((await get('admin', `${place}/queryById`, { id: grant?.id })).result.dataRuleIds).toBe('')
  expect(
    (await server.send('clerk', 'POST', `${place}/add`, { departId: otherId, permissionId: 'x' })).status,
  ).toBe(403)
  const ids = `${records.map(({ id }) => id).join(',')},`
  const remove = async () => (await server.send('admin', 'DELETE', `${place}/deleteBatch?ids=${ids}`)).body
  expect((await remove()).message).toBe('批量删除成功！')
  expect((await rows()).total).toBe(0)
  expect((await remove()).message).toBe('未找到对应实体')
})

it('a superior whom a data rule binds passes it on to departments and their roles, and the log names the rules', async () => {
  const permissionId = 'system/position'
  const { app } = server.services.db
  const { id: clerkRole } = await app
    .selectFrom('sys_role')
    .select('id')
    .where('role_code', '=', 'clerk')
    .executeTakeFirstOrThrow()
  await app
    .insertInto('sys_role_permission')
    .values([permissionId, 'depart:permission'].map((id) => ({ role_id: clerkRole, permission_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const addRule = async (ruleName: string): Promise<string> => {
    const rule = { permissionId, ruleName, ruleColumn: 'code', ruleConditions: '=', ruleValue: ruleName }
    await send('admin', '/sys/permission/addPermissionRule', rule)
    const query = { permissionId, ruleName }
    return (await get('admin', '/sys/permission/queryPermissionRule', query)).result[0].id
  }
  const binding = await addRule('约束')
  const other = await addRule('其他')
  await permit(permissionId)
  await send('admin', '/sys/sysDepartPermission/datarule', { permissionId, departId, dataRuleIds: '' })
  const roleId = (await addRole('admin', 'bound-keeper')).result.id
  await grant('admin', roleId, permissionId)
  await send('admin', '/sys/role/datarule', { permissionId, roleId: clerkRole, dataRuleIds: binding })

  const holders = [
    { url: '/sys/sysDepartPermission/datarule', holder: { departId }, title: '部门「分馆」' },
    { url: '/sys/sysDepartRole/datarule', holder: { roleId }, title: '部门角色「职务管理员」' },
  ]
  for (const { url, holder, title } of holders) {
    const save = (...ids: string[]) =>
      server.send('clerk', 'POST', url, { permissionId, ...holder, dataRuleIds: ids.join(',') })
    await expect.poll(async () => (await save(other)).headers['x-error-code']).toBe('ROLE_RULES_BEYOND')
    expect((await save(binding, other)).body.message).toBe('保存成功!')
    const lines = await app
      .selectFrom('sys_log')
      .select('log_content')
      .where('route', '=', url)
      .where('username', '=', 'clerk')
      .execute()
    expect(lines.map(({ log_content }) => log_content).join('\n')).toMatch(
      new RegExp(`${title}的数据规则（${permissionId}）：(约束、其他|其他、约束)`),
    )
  }
})

it('who holds a right by a department role passes it on by department roles, and by nothing else', async () => {
  const permissionId = 'system/dict'
  await permit(permissionId)
  const { id } = (await addRole('admin', 'passing')).result
  await grant('admin', id, permissionId)
  const give = (who: string, roleId: string, userId: string) =>
    send(who, '/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId: roleId, oldRoleId: '' })
  const clerkId = await readId('clerk')
  expect((await give('clerk', id, clerkId)).message).toContain('不能授予您自己没有的权限')
  await give('admin', id, clerkId)
  const { id: next } = (await addRole('clerk', 'passed')).result
  expect((await grant('clerk', next, permissionId)).message).toBe('保存成功！')
  const ticks = { permissionId, roleId: next, dataRuleIds: '' }
  expect((await send('clerk', '/sys/sysDepartRole/datarule', ticks)).message).toBe('保存成功!')
  expect((await give('clerk', next, await readId('reader'))).message).toBe('添加成功！')
  const body = { departId, permissionIds: permissionId, lastpermissionIds: '' }
  const { app } = server.services.db
  await app
    .insertInto('sys_role_permission')
    .values({ role_id: 'clerk', permission_id: 'depart:permission' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await expect
    .poll(async () => (await send('clerk', '/sys/permission/saveDepartPermission', body)).message)
    .toContain('不能授予您自己没有的权限')
})
