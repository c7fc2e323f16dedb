import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

const permissionId = 'system/position'

let server: TestServer
let departId: string
let roleId: string
beforeAll(async () => {
  server = await createPeopleServer()
  const depart = { departName: '分馆', orgCategory: '1' }
  departId = (await send('admin', '/sys/sysDepart/add', depart)).result.id
  const { app } = server.services.db
  const reader = await app
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', 'reader')
    .executeTakeFirstOrThrow()
  await app.insertInto('sys_user_depart').values({ user_id: reader.id, dep_id: departId }).execute()
  const permissionIds = `${permissionId},position:list`
  await send('admin', '/sys/permission/saveDepartPermission', { departId, permissionIds })
  const role = { roleName: '职务员', roleCode: 'position-keeper', departId }
  roleId = (await send('admin', '/sys/sysDepartRole/add', role)).result.id
  await send('admin', '/sys/sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds })
  const user = { userId: reader.id, newRoleId: roleId, oldRoleId: '' }
  await send('admin', '/sys/sysDepartRole/deptRoleUserAdd', user)
})
afterAll(() => server?.close())

const send = async (who: string, url: string, body: object) =>
  (await server.send(who, 'POST', url, body)).body
const get = async (url: string, query = {}) => (await server.get('admin', url, query)).body.result
const addRule = async (ruleName: string): Promise<string> => {
  const rule = { ruleColumn: 'code', ruleConditions: '=', ruleValue: 'p-1' }
  await send('admin', '/sys/permission/addPermissionRule', { permissionId, ruleName, ...rule })
  const rules: { id: string; ruleName: string }[] = await get('/sys/permission/queryPermissionRule', {
    permissionId,
  })
  return rules.find((other) => other.ruleName === ruleName)?.id ?? ''
}
const unticked = async () =>
  (await get('/sys/role/withoutDatarule', { permissionId })).filter(
    ({ depart }: { depart: string | null }) => depart !== null,
  )
const tick = (ruleId: string) =>
  server.send('admin', 'POST', '/sys/role/tickDatarule', { ruleId, departRoleIds: [roleId] })
const seen = async () => (await server.get('reader', '/sys/position/list')).body.result?.total

it('a first rule empties the list of a department role, which is named and gets the rule in one step', async () => {
  await send('admin', '/sys/position/add', { code: 'p-1', name: '馆员', postRank: 1 })
  await send('admin', '/sys/position/add', { code: 'p-2', name: '馆长', postRank: 1 })
  await expect.poll(seen).toBeGreaterThan(1)
  const ruleId = await addRule('馆员')
  await expect.poll(seen).toBe(0)
  const role = { id: roleId, name: '职务员', depart: '分馆', people: 1, rules: [ruleId] }
  expect(await unticked()).toEqual([role])
  expect((await tick(ruleId)).body).toMatchObject({ message: '保存成功!' })
  expect(await unticked()).toEqual([])
  await expect.poll(seen).toBe(1)
})

it('a rule that its department does not have is neither offered nor ticked for it', async () => {
  const other = await addRule('别的')
  const [rule] = await get('/sys/permission/queryPermissionRule', { permissionId, ruleName: '馆员' })
  const place = '/sys/sysDepartPermission/datarule'
  await send('admin', place, { permissionId, departId, dataRuleIds: rule.id })
  await send('admin', '/sys/sysDepartRole/datarule', { permissionId, roleId, dataRuleIds: '' })
  expect(await unticked()).toMatchObject([{ id: roleId, rules: [rule.id] }])
  expect((await tick(other)).headers['x-error-code']).toBe('DEPART_ROLE_RULES_BEYOND')
  expect((await tick(rule.id)).status).toBe(200)
})

it('nobody ticks rules for department roles without the right to grant to them', async () => {
  const { app } = server.services.db
  const role = await app
    .selectFrom('sys_role')
    .select('id')
    .where('role_code', '=', 'clerk')
    .executeTakeFirstOrThrow()
  await app
    .insertInto('sys_role_permission')
    .values({ role_id: role.id, permission_id: 'role:grant' })
    .execute()
  const [rule] = await get('/sys/permission/queryPermissionRule', { permissionId, ruleName: '馆员' })
  const body = { ruleId: rule.id, departRoleIds: [roleId] }
  await expect
    .poll(async () => (await server.send('clerk', 'POST', '/sys/role/tickDatarule', { ruleId: 'x' })).status)
    .not.toBe(403)
  expect((await server.send('clerk', 'POST', '/sys/role/tickDatarule', body)).status).toBe(403)
})
