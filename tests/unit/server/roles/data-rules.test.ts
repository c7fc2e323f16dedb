import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'
import { roleScreen } from './role-screen.ts'

/** A list with a menu entry, whose records belong to departments. */
const plan = {
  version: 2,
  kind: 'screen',
  id: 'demo/plan',
  title: '计划',
  perm: 'demo:plan',
  menu: { parent: 'base' },
  table: { name: 'demo_plan' },
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fnum', title: '数量', type: 'inputNumber', store: 'int' },
  ],
}
/** It has the `perm` of its base. */
const planOverlay = {
  version: 2,
  kind: 'screen',
  id: 'demo/plan-short',
  extends: 'demo/plan',
  perm: 'demo:plan',
  fields: [{ key: 'fnum', list: false }],
}
/** Its rules: one compares records with the user, the other says what the list is. */
const ownRecords = {
  version: 2,
  kind: 'screen',
  id: 'demo/own',
  title: '部门计划',
  perm: 'demo:own',
  table: { name: 'demo_own' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
  rowRules: [
    { name: '本部门', where: 'sysOrgCode == user.orgCode', unless: 'demo:own:all' },
    { name: '有名称的', where: "fname != ''" },
  ],
}
const planNames = {
  version: 2,
  kind: 'dict',
  id: 'dict/plan',
  title: '计划',
  code: 'demo_plan,fname,id',
  source: { screen: 'demo/plan', text: 'fname', value: 'id' },
}
const words = ['list', 'detail', 'add', 'edit', 'delete', 'export']
const codes = ['demo/plan', ...words.map((word) => `demo:plan:${word}`)]
const menu = 'demo/plan'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/plan.json': plan,
      'demo/plan-short.json': planOverlay,
      'dict/plan.json': planNames,
      'demo/own.json': ownRecords,
      'system/role.json': roleScreen,
    },
    {
      clerk: [...codes, 'demo:own:list'],
      reader: [...codes, 'role:grant', 'demo:own:list', 'demo:own:all'],
      nobody: ['demo:plan:list'],
    },
  )
  for (const [fname, fnum] of [
    ['甲', 1],
    ['乙', 2],
    ['100%', 30],
  ])
    await call('admin', 'POST', '/resource/demo/plan/add', { body: { fname, fnum } })
})
afterAll(() => server?.close())

const call = async (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, given = {}) => {
  const { body, status, headers } = await server.call(who, method, url, given)
  return { ...body, status, reason: headers['x-error-code'] }
}
const names = async (who: Person): Promise<string[]> =>
  (await call(who, 'GET', '/resource/demo/plan/list')).result.records
    .map(({ fname }: { fname: string }) => fname)
    .sort()
const rules = async (): Promise<{ id: string; ruleName: string }[]> =>
  (await call('admin', 'GET', '/sys/permission/getPermRuleListByPermId', { query: { permissionId: menu } }))
    .result
const addRule = (ruleColumn: string, ruleConditions: string, ruleValue: string, more = {}) =>
  call('admin', 'POST', '/sys/permission/addPermissionRule', {
    body: {
      permissionId: menu,
      ruleName: `${ruleColumn} ${ruleConditions}`,
      ruleColumn,
      ruleConditions,
      ruleValue,
      ...more,
    },
  })
const assign = (who: Person, roleId: string, ...ids: string[]) =>
  call(who, 'POST', '/sys/role/datarule', {
    body: { permissionId: menu, roleId, dataRuleIds: ids.join(',') },
  })
/** Makes this the only rule of the entry, and gives it to the clerk. */
const bind = async (...rule: Parameters<typeof addRule>) => {
  for (const { id } of await rules())
    await call('admin', 'DELETE', '/sys/permission/deletePermissionRule', { query: { id } })
  expect(await addRule(...rule)).toMatchObject({ code: 200, message: '添加成功！' })
  const [{ id } = { id: '' }] = await rules()
  expect(await assign('admin', 'clerk', id)).toMatchObject({ message: '保存成功!' })
  return id
}
const all = ['100%', '乙', '甲']

describe('a data rule', () => {
  it('binds the records that its role lists, opens, changes, deletes and counts', async () => {
    expect(await names('clerk')).toEqual(all)
    await bind('fname', '=', '甲')
    await expect.poll(() => names('clerk')).toEqual(['甲'])
    expect((await call('clerk', 'GET', '/resource/demo/plan-short/list')).result.total).toBe(1)
    const { records } = (await call('admin', 'GET', '/resource/demo/plan/list')).result
    const other = records.find(({ fname }: { fname: string }) => fname === '乙')
    const missing = await call('clerk', 'GET', '/resource/demo/plan/queryById', {
      query: { id: 'no-such-id' },
    })
    for (const [method, verb, given] of [
      ['GET', 'queryById', { query: { id: other.id } }],
      ['PUT', 'edit', { body: { id: other.id, fname: '丙' } }],
      ['DELETE', 'delete', { query: { id: other.id } }],
    ] as const) {
      const reply = await call('clerk', method, `/resource/demo/plan/${verb}`, given)
      expect([verb, reply.status, reply.message]).toEqual([verb, missing.status, missing.message])
    }
    const sum = await call('clerk', 'GET', '/resource/demo/plan/summary', { query: { field: 'fnum' } })
    expect(JSON.stringify(sum.result)).toContain('1')
    expect(JSON.stringify(sum.result)).not.toContain('33')
    const added = await call('clerk', 'POST', '/resource/demo/plan/add', { body: { fname: '丁' } })
    expect(added.success).toBe(false)
    expect(await names('admin')).toEqual(all)
  })

  it('binds the items of a dictionary over the screen', async () => {
    await bind('fname', '=', '甲')
    await expect.poll(() => names('clerk')).toEqual(['甲'])
    const code = encodeURIComponent(planNames.code)
    const texts = async (who: Person, verb: string, query = {}) => {
      const { result } = await call(who, 'GET', `/sys/dict/${verb}`, { query })
      return (result.records ?? result).map(({ text }: { text: string }) => text).sort()
    }
    const table = { table: 'demo_plan', text: 'fname', code: 'id' }
    for (const [verb, query] of [
      [`getDictItems/${code}`, {}],
      [`loadDict/${code}`, {}],
      [`loadDictOrderByValue/${code}`, {}],
      ['queryTableData', table],
    ] as const) {
      expect([verb, await texts('clerk', verb, query)]).toEqual([verb, ['甲']])
      expect([verb, await texts('admin', verb, query)]).toEqual([verb, all])
    }
    for (const keyword of ['乙', '乙,甲'])
      expect(await texts('clerk', `loadDict/${code}`, { keyword })).not.toContain('乙')
    expect(await texts('clerk', 'queryTableData', { ...table, keyword: '乙' })).toEqual([])
    // A guessed value has no text.
    const { records } = (await call('admin', 'GET', '/resource/demo/plan/list')).result
    const [shown, hidden] = ['甲', '乙'].map(
      (name) => records.find(({ fname }: { fname: string }) => fname === name).id,
    )
    const loaded = async (who: Person, query = {}) =>
      (
        await call(who, 'GET', `/sys/dict/loadDictItem/${code}`, {
          query: { key: `${shown},${hidden}`, ...query },
        })
      ).result
    expect([await loaded('clerk'), await loaded('admin')]).toEqual([['甲'], ['甲', '乙']])
    expect(await loaded('clerk', { delNotExist: 'false' })).toEqual(['甲', hidden])
    const text = async (who: Person) =>
      (await call(who, 'GET', `/sys/dict/getDictText/${code}/${hidden}`)).result
    expect([await text('clerk'), await text('admin')]).toEqual([null, '乙'])
  })

  it.each([
    ['fnum', '>=', '2', ['100%', '乙']],
    ['fnum', '!=', '2', ['100%', '甲']],
    ['fname', 'IN', '甲,乙', ['乙', '甲']],
    ['fname', 'LIKE', '%', ['100%']],
    ['fname', 'LEFT_LIKE', '0%', ['100%']],
    ['fname', 'RIGHT_LIKE', '10', ['100%']],
    ['createBy', '=', '#{sys_user_code}', []],
    ['create_by', '!=', '#{sys_user_code}', all],
    ['sysOrgCode', 'IN', '#{sys_multi_org_code}', all],
    ['createTime', '>=', '#{sys_date}', all],
  ])('compares with %s %s %s', async (column, condition, value, expected) => {
    await bind(column, condition, value)
    await expect.poll(() => names('clerk')).toEqual(expected)
  })

  it('binds the department of its user as a value, also one with a quote', async () => {
    await bind('sysOrgCode', '=', '#{sys_org_code}')
    const { app } = server.test.db
    const move = (code: string) =>
      sql`update sys_user set org_code = ${code} where username = 'clerk'`.execute(app)
    const { rows } = await sql<{ code: string }>`select org_code as code from sys_user
      where username in ('clerk', 'admin') order by username`.execute(app)
    const [ofAdmin = '', ofClerk = ''] = rows.map(({ code }) => code)
    await move(ofAdmin)
    await expect.poll(() => names('clerk')).toEqual(all)
    await move("' or '1'='1")
    await expect.poll(() => names('clerk')).toEqual([])
    await move(ofClerk)
  })

  it('hides every record from holders of the entry while none of its valid rules is granted', async () => {
    const id = await bind('fname', '=', '甲')
    await expect.poll(() => names('reader')).toEqual([])
    expect(await names('nobody')).toEqual([])
    expect(await names('admin')).toEqual(all)
    const body = {
      id,
      ruleName: '甲',
      ruleColumn: 'fname',
      ruleConditions: '=',
      ruleValue: '甲',
      status: '0',
    }
    expect(await call('admin', 'PUT', '/sys/permission/editPermissionRule', { body })).toMatchObject({
      message: '更新成功！',
    })
    await expect.poll(() => names('reader')).toEqual(all)
    await expect.poll(() => names('clerk')).toEqual(all)
  })

  it('is named by a list that it leaves empty, without a word on the records that it hides', async () => {
    await bind('fname', '=', '没有这样的名称')
    const list = async (who: Person, query = {}) =>
      (await call(who, 'GET', '/resource/demo/plan/list', { query })).result
    const limits = async (who: Person) => (await list(who)).limits
    await expect.poll(() => limits('clerk')).toEqual({ names: ['fname ='], hidesAll: false })
    await expect.poll(() => limits('reader')).toEqual({ names: ['fname ='], hidesAll: true })
    expect(await limits('admin')).toBeUndefined()
    expect(await list('clerk', { fname: '甲' })).toMatchObject({ total: 0, records: [] })
    expect((await list('clerk', { fname: '甲' })).limits).toBeUndefined()
  })

  it('of the document is named by the empty list of those whom it binds', async () => {
    const limits = async (who: Person) => (await call(who, 'GET', '/resource/demo/own/list')).result.limits
    expect(await limits('clerk')).toEqual({ names: ['本部门'], hidesAll: false })
    expect(await limits('reader')).toBeUndefined()
  })

  it.each([
    ['fname', 'USE_SQL_RULES', '1=1', 'DATA_RULE_SQL'],
    ['', 'USE_SQL_RULES', "fname = '甲'", 'DATA_RULE_SQL'],
    ['fname', 'USE_SQL_RULES', 'exists(select 1 from sys_user)', 'DATA_RULE_SQL'],
    ['fname', 'or 1=1 --', 'x', 'DATA_RULE_CONDITION'],
    ['password', '=', 'x', 'DATA_RULE_FAULT'],
    ['fnum', '=', 'x', 'DATA_RULE_FAULT'],
    ['fnum', 'LIKE', '1', 'DATA_RULE_FAULT'],
    ['fname', '=', '#{secret}', 'DATA_RULE_FAULT'],
  ])('is refused as %s %s %s', async (column, condition, value, reason) => {
    expect(await addRule(column, condition, value)).toMatchObject({ success: false, reason })
  })

  it('belongs to a screen, and marks its menu entry', async () => {
    expect(await addRule('fname', '=', 'x', { permissionId: 'base' })).toMatchObject({
      reason: 'DATA_RULE_PAGE',
    })
    await bind('fname', '=', "'; drop table demo_plan; --")
    await expect.poll(() => names('clerk')).toEqual([])
    const flag = async () =>
      (await server.services.permissions.rows()).find(({ id }) => id === menu)?.ruleFlag
    await expect.poll(flag).toBe(1)
    for (const { id } of await rules())
      await call('admin', 'DELETE', '/sys/permission/deletePermissionRule', { query: { id } })
    await expect.poll(flag).toBe(0)
    await expect.poll(() => names('clerk')).toEqual(all)
  })
})

describe('the data rules of a role', () => {
  const place = (roleId: string) => `/sys/role/datarule/${encodeURIComponent(menu)}/${roleId}`

  it('are answered with those that the role has', async () => {
    const id = await bind('fname', '=', '甲')
    expect((await call('admin', 'GET', place('clerk'))).result).toMatchObject({
      datarule: [{ id, permissionId: menu, ruleColumn: 'fname', ruleValue: '甲', status: '1' }],
      drChecked: id,
    })
    expect((await call('admin', 'GET', place('reader'))).result).toMatchObject({ drChecked: '' })
    expect(await call('admin', 'GET', '/sys/role/datarule/base/clerk')).toMatchObject({
      message: '未找到权限配置信息',
    })
  })

  it('require that the role holds the menu entry, and end with it', async () => {
    const [{ id } = { id: '' }] = await rules()
    expect(await assign('admin', 'nobody', id)).toMatchObject({ message: '请先保存角色菜单权限!' })
    const { app } = server.test.db
    const row = { role_id: 'clerk', permission_id: menu }
    await app
      .deleteFrom('sys_role_permission')
      .where('role_id', '=', 'clerk')
      .where('permission_id', '=', menu)
      .execute()
    await app.insertInto('sys_role_permission').values(row).execute()
    expect((await call('admin', 'GET', place('clerk'))).result).toMatchObject({ drChecked: '' })
  })

  it('are not widened by a user whom they bind', async () => {
    const [{ id } = { id: '' }] = await rules()
    expect(await assign('reader', 'clerk', id)).toMatchObject({ reason: 'ROLE_RULES_BEYOND' })
    await assign('admin', 'reader', id)
    await expect.poll(async () => (await assign('reader', 'clerk', id)).code).toBe(200)
    expect(await assign('reader', 'clerk')).toMatchObject({ reason: 'ROLE_RULES_BEYOND' })
  })

  it('are refused to users without the right', async () => {
    expect(await call('clerk', 'GET', place('clerk'))).toMatchObject({ status: 403 })
    const query = { permissionId: menu }
    expect(await call('reader', 'GET', '/sys/permission/queryPermissionRule', { query })).toMatchObject({
      status: 403,
    })
  })

  it('tell after a rule is saved which roles see no record, and one step ticks it for them', async () => {
    for (const { id } of await rules())
      await call('admin', 'DELETE', '/sys/permission/deletePermissionRule', { query: { id } })
    const without = async (who: Person) =>
      (await call(who, 'GET', '/sys/role/withoutDatarule', { query: { permissionId: menu } })).result
    expect(await without('admin')).toEqual([])
    await addRule('fname', '=', '甲')
    const [{ id: ruleId } = { id: '' }] = await rules()
    const role = (id: string, ...may: string[]) => ({ id, name: id, depart: null, people: 1, rules: may })
    const roles = [role('clerk', ruleId), role('nobody'), role('reader', ruleId)]
    expect(await without('admin')).toEqual(roles)
    expect(await without('reader')).toEqual(roles)
    expect(
      (await call('clerk', 'GET', '/sys/role/withoutDatarule', { query: { permissionId: menu } })).status,
    ).toBe(403)
    const tick = (who: Person, ...roleIds: string[]) =>
      call(who, 'POST', '/sys/role/tickDatarule', { body: { ruleId, roleIds } })
    expect((await tick('clerk', 'clerk')).status).toBe(403)
    await expect.poll(() => names('reader')).toEqual([])
    expect(await tick('reader', 'clerk')).toMatchObject({ reason: 'ROLE_RULES_BEYOND' })
    expect(await tick('admin', 'clerk', 'nobody')).toMatchObject({ message: '请先保存角色菜单权限!' })
    expect(await without('admin')).toEqual(roles)
    expect(await tick('admin', 'clerk', 'reader')).toMatchObject({ code: 200 })
    expect(await without('admin')).toEqual(roles.filter(({ id }) => id === 'nobody'))
    await expect.poll(() => names('reader')).toEqual(['甲'])
  })

  it('that they have stay when another one is ticked for them', async () => {
    const [{ id: first } = { id: '' }] = await rules()
    await addRule('fnum', '>', '0')
    const second = (await rules()).find(({ id }) => id !== first)?.id ?? ''
    await call('admin', 'POST', '/sys/role/tickDatarule', { body: { ruleId: second, roleIds: ['clerk'] } })
    const ticked: string = (await call('admin', 'GET', place('clerk'))).result.drChecked
    expect(ticked.split(',').sort()).toEqual([first, second].sort())
  })
})
