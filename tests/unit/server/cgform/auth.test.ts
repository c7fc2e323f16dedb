import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { roleScreen } from '../roles/role-screen.ts'
import { loanScreen } from './loan-screen.ts'

const head = 'demo.loan'
const verbs = ['list', 'detail', 'add', 'edit', 'delete'].map((verb) => `demo:loan:${verb}`)
let server: TestServer
let roleId = ''
beforeAll(async () => {
  server = await TestServer.open(
    {
      'system/role.json': roleScreen,
      'demo/loan.json': loanScreen({
        menu: { parent: 'base', icon: 'inbox', order: 5 },
        fields: [
          { key: 'fname', title: '名称', type: 'input' },
          { key: 'loanCost', title: '费用', type: 'inputNumber', scale: 2 },
        ],
        actions: {
          toolbar: ['add', 'deleteBatch'],
          row: ['edit', 'delete', { code: 'mail', title: '寄出', open: 'demo/loan' }],
        },
      }),
    },
    { reader: verbs },
  )
  const role = await server.test.db.app
    .selectFrom('sys_role')
    .select('id')
    .where('role_code', '=', 'reader')
    .executeTakeFirstOrThrow()
  roleId = String(role.id)
})
afterAll(() => server?.close())

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  parts: JsonObject = {},
  who: Person = 'admin',
) => (await server.call(who, method, `/online/cgform/api${path}`, parts)).body
const grants = async (type: number): Promise<string[]> =>
  (
    await call('GET', '/roleAuth', {
      query: { roleId, cgformId: head, type: String(type), authMode: 'role' },
    })
  ).result.map(({ authId }: JsonObject) => authId)
const save = (kind: string, ids: readonly string[], authMode = 'role') =>
  call('POST', `/role${kind}Auth/${roleId}/${head}`, { body: { authId: JSON.stringify(ids), authMode } })
const columns = async () =>
  (await call('GET', `/getColumns/${head}`, {}, 'reader')).result.columns.map(
    ({ dataIndex }: JsonObject) => dataIndex,
  )

describe('the columns of a role', () => {
  it('are hidden and released by the entries that it has', async () => {
    expect((await call('GET', `/authColumn/${head}`)).result).toMatchObject([
      { code: 'fname', title: '名称', status: 1, listShow: true, formEditable: true },
      { code: 'loan_cost' },
    ])
    const all = (await call('GET', `/authPage/${head}/1`)).result.map(({ id }: JsonObject) => id)
    expect(all).toEqual(['fname.read', 'fname.edit', 'loanCost.read', 'loanCost.edit'])
    expect(await grants(1)).toEqual(all)
    expect((await save('Column', ['fname.read', 'fname.edit'])).success).toBe(true)
    expect(await grants(1)).toEqual(['fname.read', 'fname.edit'])
    await expect.poll(columns).toEqual(['fname'])
    await save('Column', ['fname.read', 'loanCost.read'])
    await expect.poll(columns).toEqual(['fname', 'loan_cost'])
    await save('Column', all)
    expect(await grants(1)).toEqual(all)
  })

  it('need no switch, and are not switched off', async () => {
    const put = (code: string, status: number) =>
      call('PUT', '/authColumn', { body: { cgformId: head, code, status } })
    expect((await put('loan_cost', 1)).success).toBe(true)
    expect((await put('loan_cost', 0)).message).toContain('都按角色授权')
    expect((await put('no_such', 1)).message).toBe('没有能授权的字段或按钮「no_such」')
    const shown = await call('POST', '/authColumn', {
      body: { cgformId: head, code: 'fname', switchFlag: 1 },
    })
    expect(shown.message).toContain('请改字段的设置')
    expect((await save('Column', [], 'depart')).message).toContain('只按角色授权')
    expect((await call('POST', `/roleColumnAuth/${roleId}/${head}`, { body: { authId: 'x' } })).success).toBe(
      false,
    )
  })
})

describe('the buttons of a role', () => {
  it('are permission codes', async () => {
    const { result } = await call('GET', `/authButton/${head}`)
    expect(result.buttonList).toMatchObject([{ buttonCode: 'mail', buttonName: '寄出', buttonStyle: 'link' }])
    const ids = result.authList.map(({ id }: JsonObject) => id)
    expect(ids).toEqual(['demo:loan:add', 'demo:loan:delete', 'demo:loan:edit', 'demo:loan:mail'])
    expect((await call('GET', `/authPage/${head}/2`)).result).toHaveLength(4)
    expect(await grants(2)).toEqual(['demo:loan:add', 'demo:loan:delete', 'demo:loan:edit'])
    expect((await save('Button', ['demo:loan:edit', 'demo:loan:mail', 'system:user:delete'])).success).toBe(
      true,
    )
    expect(await grants(2)).toEqual(['demo:loan:edit', 'demo:loan:mail'])
    const limited = async () => (await call('GET', `/getColumns/${head}`, {}, 'reader')).result
    await expect.poll(async () => (await limited()).hideColumns).toContain('add')
    const hidden = await limited()
    expect(hidden.hideColumns).toEqual(expect.arrayContaining(['add', 'delete', 'batch_delete']))
    expect(hidden.cgButtonList).toMatchObject([{ buttonCode: 'mail' }])
    const enabled = await call('POST', '/authButton', {
      body: { cgformId: head, code: 'mail', type: 2, status: 1 },
    })
    expect(enabled.result).toEqual({ id: 'demo:loan:mail' })
    expect((await call('PUT', '/authButton/demo:loan:mail')).success).toBe(false)
  })
})

describe('the data rules of a role', () => {
  const rule = {
    cgformId: head,
    ruleName: '便宜的',
    ruleColumn: 'loan_cost',
    ruleOperator: '<',
    ruleValue: '10',
    status: 1,
  }
  const total = async () => (await call('GET', `/getData/${head}`, {}, 'reader')).result.total

  it('restrict its records', async () => {
    for (const [fname, loan_cost] of [
      ['甲', 5],
      ['乙', 50],
    ] as const)
      await call('POST', `/form/${head}`, { body: { fname, loan_cost } })
    await expect.poll(total).toBe(2)
    const { id } = (await call('POST', '/authData', { body: rule })).result
    expect((await call('GET', `/authData/${head}`)).result).toMatchObject([{ ...rule, id }])
    expect((await call('GET', `/validAuthData/${head}`)).result).toHaveLength(1)
    expect((await save('Data', [id])).success).toBe(true)
    expect(await grants(3)).toEqual([id])
    await expect.poll(total).toBe(1)
    expect((await call('PUT', '/authData', { body: { ...rule, id, ruleValue: '100' } })).success).toBe(true)
    await expect.poll(total).toBe(2)
    expect(
      (await call('POST', '/authData', { body: { ...rule, ruleOperator: 'USE_SQL_RULES' } })).success,
    ).toBe(false)
    expect((await call('DELETE', `/authData/${id}`)).success).toBe(true)
    expect((await call('DELETE', `/authData/${id}`)).success).toBe(false)
    expect((await call('GET', `/authData/${head}`, {}, 'reader')).success).toBe(false)
  })
})
