// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { MenuRules } from '#views/permission/MenuRules.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'

const goods = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '货品',
  fields: [{ key: 'fkeeper', title: '保管人', type: 'input' }],
} as unknown as ScreenDocument
const rule = {
  id: 'r1',
  permissionId: 'base/goods',
  ruleName: '本人新增',
  ruleColumn: 'createBy',
  ruleConditions: '=',
  ruleValue: '#{sys_user_code}',
  status: '1',
}
const clerk = { id: 'role1', name: '采编员', depart: null, people: 3, rules: ['r1'] }
const reader = { id: 'role2', name: '读者', depart: null, people: 0, rules: [] }
const builtIn = [
  { name: '本部门单据', text: '所属部门 = 当前用户的部门', exemption: '不受「本部门单据」限制' },
]

beforeEach(() => fakeWindow())
afterEach(cleanup)

function open(answers: Record<string, unknown>, can: (code: string) => boolean = () => true) {
  const http = fakeHttp({
    '/sys/permission/queryPermissionRule': [],
    '/sys/permission/documentRules': [],
    '/sys/role/withoutDatarule': [],
    ...answers,
  })
  const row = { id: 'base/goods', name: '货品' }
  const view = <MenuRules row={row} onClose={() => undefined} onChange={() => undefined} />
  draw(view, buildRuntime(http, { can, loadScreen: async () => goods }))
  return http
}

it('names the roles that a rule leaves without records, and ticks it for them in one step', async () => {
  const answers: Record<string, unknown> = {
    '/sys/permission/queryPermissionRule': [rule],
    '/sys/role/withoutDatarule': [clerk, reader],
  }
  const http = open(answers)
  const notice = await page.findByText(/角色「采编员」（3 人）、「读者」没有勾选这里的任何一条有效规则/)
  expect(notice.parentElement?.textContent).toContain('「读者」没有这个菜单的授权')
  fireEvent.click(page.getByRole('button', { name: '为其余角色勾选「本人新增」' }))
  await waitFor(() =>
    expect(http.send).toHaveBeenCalledWith('POST', '/sys/role/tickDatarule', {
      ruleId: 'r1',
      roleIds: ['role1'],
      departRoleIds: [],
    }),
  )
})

it('ticks it for roles of departments in the same step, where the user may grant to them', async () => {
  const editor = { id: 'drole1', name: '编目员', depart: '典藏部', people: 2, rules: ['r1'] }
  const answers = {
    '/sys/permission/queryPermissionRule': [rule],
    '/sys/role/withoutDatarule': [clerk, editor],
  }
  const http = open(answers)
  expect(
    await page.findByText(/「采编员」（3 人）、「编目员」（典藏部的部门角色，2 人）没有勾选/),
  ).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: '为这些角色勾选「本人新增」' }))
  const body = { ruleId: 'r1', roleIds: ['role1'], departRoleIds: ['drole1'] }
  await waitFor(() => expect(http.send).toHaveBeenCalledWith('POST', '/sys/role/tickDatarule', body))
  cleanup()
  const without = open(answers, (code) => code !== 'depart:role:grant')
  fireEvent.click(await page.findByRole('button', { name: '为其余角色勾选「本人新增」' }))
  const less = { ...body, departRoleIds: [] }
  await waitFor(() => expect(without.send).toHaveBeenCalledWith('POST', '/sys/role/tickDatarule', less))
})

it('offers no ticks to those who may not grant, and is silent when every role has a rule', async () => {
  open({ '/sys/permission/queryPermissionRule': [rule], '/sys/role/withoutDatarule': [clerk] }, () => false)
  expect(await page.findByText(/「采编员」（3 人）没有勾选/)).toBeTruthy()
  expect(page.queryByRole('button', { name: /勾选「本人新增」/ })).toBeNull()
  cleanup()
  open({ '/sys/permission/queryPermissionRule': [rule] })
  expect(await page.findByText('本人新增')).toBeTruthy()
  expect(page.queryByText(/没有勾选这里/)).toBeNull()
})

it('the rules of the document stand above, without tools', async () => {
  open({ '/sys/permission/documentRules': builtIn })
  const section = await page.findByRole('region', { name: '内置规则' })
  expect(section.textContent).toContain(
    '只看得到符合「所属部门 = 当前用户的部门」的记录，有权限「不受「本部门单据」限制」的人除外',
  )
  expect(within(section).queryByRole('button')).toBeNull()
  expect(page.getByText(/看得到符合内置规则的记录/)).toBeTruthy()
})

it('finds rules by their name and by their value', async () => {
  const http = open({ '/sys/permission/queryPermissionRule': [rule] })
  const search = async (label: string, word: string) => {
    const input = await page.findByRole('searchbox', { name: label })
    fireEvent.change(input, { target: { value: word } })
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 })
  }
  await search('按规则名称查找', '本人')
  await search('按规则值查找', 'user_code')
  const sought = { permissionId: 'base/goods', ruleName: '本人', ruleValue: 'user_code' }
  await waitFor(() =>
    expect(
      http.get.mock.calls.filter(([url]) => url === '/sys/permission/queryPermissionRule').at(-1)?.[1],
    ).toEqual(sought),
  )
})
