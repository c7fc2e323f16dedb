// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RoleColumns } from '#views/role/RoleColumns.tsx'
import { RoleDataRules } from '#views/role/RoleDataRules.tsx'
import { RoleGrants } from '#views/role/RoleGrants.tsx'
import { rulesOfRole } from '#views/role/rule-source.ts'
import { expectGuarded, expectUnguarded } from '../screens/guarded.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'

beforeEach(() => fakeWindow())
afterEach(cleanup)

const menu = { key: 'base/goods', title: '货品', ruleFlag: 1 }
const node = {
  ...{ key: 'base/goods', title: '货品', parentId: '', menuType: 1, ruleFlag: 0 },
}
const rule = {
  ...{ id: 'r1', permissionId: menu.key, ruleName: '本人新增', ruleColumn: 'createBy', ruleConditions: '=' },
  ...{ ruleValue: '#{sys_user_code}', status: '1' },
}
const column = { path: 'fname', title: '名称', right: 'edit', isEditable: true, together: [], inferredBy: [] }

/** Requests to send wait until `answer` is called. */
function build() {
  const http = fakeHttp({})
  http.get.mockImplementation(async (url: string) => {
    if (url.includes('/datarule')) return { datarule: [rule], drChecked: 'r1' }
    if (url.includes('/columns')) return [column]
    if (/queryTreeList/.test(url)) return { treeList: [node] }
    return /documentRules|withoutDatarule|queryRolePermission|roposal/.test(url) ? [] : [rule]
  })
  let answer = (_answer: unknown) => {}
  http.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  return { http, answer: (result: unknown) => answer({ result, message: '好了' }), onClose: vi.fn() }
}
const saveTwice = async (drawer: HTMLElement) => {
  const save = within(drawer).getByRole('button', { name: /^(保存|保存并关闭)$/ })
  await userEvent.click(save)
  await userEvent.click(save)
}

it('the drawer of data rules asks before changed ticks are lost, and saves once', async () => {
  const { http, answer, onClose } = build()
  draw(
    <RoleDataRules source={rulesOfRole('role1')} menu={menu} onClose={onClose} onChange={vi.fn()} />,
    buildRuntime(http),
  )
  const drawer = await page.findByRole('dialog', { name: '数据规则：货品' })
  const tick = await within(drawer).findByRole('checkbox', { name: /本人新增/ })
  expectUnguarded(drawer, onClose)
  await userEvent.click(tick)
  await expectGuarded(drawer, onClose)
  await saveTwice(drawer)
  expect(http.send).toHaveBeenCalledTimes(1)
  answer(null)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
})

it('the drawer of columns counts its changes as unsaved, and asks about them once before it saves', async () => {
  const { http, answer, onClose } = build()
  draw(<RoleColumns roleId="role1" menu={menu} onClose={onClose} onChange={vi.fn()} />, buildRuntime(http))
  const drawer = await page.findByRole('dialog', { name: '列：货品' })
  await userEvent.click(await within(drawer).findByRole('radio', { name: '隐藏' }))
  await expectGuarded(drawer, onClose)
  await saveTwice(drawer)
  expect(http.send).toHaveBeenCalledTimes(1)
  answer([{ ...column, right: 'none', before: 'edit', people: 2 }])
  expect(await page.findByRole('button', { name: '返回修改' })).toBeTruthy()
})

it('the drawer of permissions counts its changes as unsaved, and asks about them once before it saves', async () => {
  const { http, answer, onClose } = build()
  draw(<RoleGrants row={{ id: 'role1', roleName: '库管' } as never} onClose={onClose} />, buildRuntime(http))
  const drawer = await page.findByRole('dialog', { name: '授权：库管' })
  await within(drawer).findByText('货品')
  await userEvent.click(drawer.querySelector('.ant-tree-checkbox') as HTMLElement)
  await expectGuarded(drawer, onClose)
  await saveTwice(drawer)
  expect(http.send).toHaveBeenCalledTimes(1)
  answer({ gained: [], lost: [] })
  expect(await page.findByRole('button', { name: '返回修改' })).toBeTruthy()
})
