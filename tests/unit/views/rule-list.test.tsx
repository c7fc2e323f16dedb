// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { RoleDataRules } from '#views/role/RoleDataRules.tsx'
import { draw, fakeHttp, fakeWindow, runtimeOf } from '../screens/support.tsx'

const goods = {
  version: 1,
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
  http.get.mockImplementation(async (url: string) =>
    url.startsWith('/sys/role/datarule') ? { datarule: [rule], drChecked: 'r1' } : [rule],
  )
  const view = (
    <RoleDataRules
      roleId="role1"
      menu={{ key: 'base/goods', title: '货品' }}
      onClose={() => undefined}
      onChange={() => undefined}
    />
  )
  draw(view, runtimeOf(http, { loadScreen: async () => goods }))
  const drawer = await page.findByRole('dialog', { name: '数据规则：货品' })
  expect(await within(drawer).findByText('只看得到「创建人」等于当前用户的账号的记录')).toBeTruthy()
  expect(within(drawer).getByRole('checkbox', { name: /本人新增/ })).toHaveProperty('checked', true)
})
