// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { DepartPermissions } from '#views/depart/DepartPermissions.tsx'
import { DepartRoleGrants } from '#views/depart/DepartRoleGrants.tsx'
import { RoleDataRules } from '#views/role/RoleDataRules.tsx'
import { rulesOfRole } from '#views/role/rule-source.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'

const goods = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '货品',
  perm: 'base:goods',
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

beforeEach(() => fakeWindow())
afterEach(cleanup)

it('the data rules of a role are sentences with the titles of the fields', async () => {
  const http = fakeHttp({})
  http.get.mockImplementation(async (url: string) => {
    if (/documentRules|withoutDatarule/.test(url)) return []
    return url.startsWith('/sys/role/datarule') ? { datarule: [rule], drChecked: 'r1' } : [rule]
  })
  const view = (
    <RoleDataRules
      source={rulesOfRole('role1')}
      menu={{ key: 'base/goods', title: '货品', ruleFlag: 1 }}
      onClose={() => undefined}
      onChange={() => undefined}
    />
  )
  draw(view, buildRuntime(http, { loadScreen: async () => goods }))
  const drawer = await page.findByRole('dialog', { name: '数据规则：货品' })
  expect(await within(drawer).findByText('只看得到「创建人」等于当前用户的账号的记录')).toBeTruthy()
  expect(within(drawer).getByRole('checkbox', { name: /本人新增/ })).toHaveProperty('checked', true)
})

it('the rules of the document are read where no data rule exists, also by those who only grant', async () => {
  const builtIn = [{ name: '本部门', text: '所属部门 = 当前用户的部门', exemption: null }]
  const http = fakeHttp({ '/sys/permission/documentRules': builtIn })
  const view = (
    <RoleDataRules
      source={rulesOfRole('role1')}
      menu={{ key: 'base/goods', title: '货品', ruleFlag: 0 }}
      onClose={() => undefined}
      onChange={() => undefined}
    />
  )
  const can = (code: string) => code === 'role:grant'
  draw(view, buildRuntime(http, { can, loadScreen: async () => goods }))
  expect(await page.findByText('只看得到符合「所属部门 = 当前用户的部门」的记录')).toBeTruthy()
  expect(http.get.mock.calls.map(([url]) => url)).toEqual(['/sys/permission/documentRules'])
})

const node = {
  key: 'base/goods',
  title: '货品',
  slotTitle: '货品',
  menuType: 1,
  ruleFlag: 1,
  isLeaf: true,
  children: [],
}

const actions = { onClose: () => undefined, onChange: () => undefined }

/** The drawers are lazy parts, which a busy machine loads slowly. */
const slowly = { timeout: 15_000 }

it.each([
  ['a department', '部门权限：典藏部', '/sys/sysDepartPermission/datarule', 'd1', { departId: 'd1' }],
  ['a role of a department', '授权：编目', '/sys/sysDepartRole/datarule', 'd1/r9', { roleId: 'r9' }],
])(
  'the data rules of %s are ticked in the drawer of its permissions',
  async (_, title, url, path, owner) => {
    const http = fakeHttp({})
    http.get.mockImplementation(async (asked: string) => {
      if (/documentRules|withoutDatarule/.test(asked)) return []
      if (asked.startsWith(url)) return { datarule: [rule], drChecked: '' }
      if (asked.includes('queryTreeList')) return { treeList: [node] }
      return asked.includes('RuleList') ? [rule] : ['base/goods']
    })
    http.send.mockImplementation(async () => ({ message: '保存成功!', result: null }))
    const view =
      'roleId' in owner ? (
        <DepartRoleGrants row={{ id: 'r9', departId: 'd1', roleName: '编目' }} {...actions} />
      ) : (
        <DepartPermissions row={{ id: 'd1', departName: '典藏部' }} {...actions} />
      )
    draw(view, buildRuntime(http, { loadScreen: async () => goods }))
    const grants = await page.findByRole('dialog', { name: title }, slowly)
    fireEvent.click(await within(grants).findByText('数据规则', undefined, slowly))
    // Two drawers of antd have one id for their names here.
    const heading = await page.findByText('数据规则：货品', undefined, slowly)
    const drawer = heading.closest<HTMLElement>('[role=dialog]')
    if (!drawer) throw new Error('no drawer')
    fireEvent.click(await within(drawer).findByRole('checkbox', { name: /本人新增/ }, slowly))
    fireEvent.click(within(drawer).getByRole('button', { name: /保\s?存/ }))
    await waitFor(() => expect(http.send).toHaveBeenCalled())
    expect(http.get.mock.calls.map(([asked]) => asked)).toContain(`${url}/base%2Fgoods/${path}`)
    expect(http.send).toHaveBeenCalledWith('POST', url, {
      permissionId: 'base/goods',
      ...owner,
      dataRuleIds: 'r1',
    })
  },
  60_000,
)
