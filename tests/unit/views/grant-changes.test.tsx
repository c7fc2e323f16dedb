// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GrantTree } from '#views/role/GrantTree.tsx'
import { indexTree, type PermissionNode } from '#views/role/grant-tree.ts'
import { roleGrants, useGrants } from '#views/role/useGrants.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'

beforeEach(() => fakeWindow())
afterEach(cleanup)

const node = (key: string, title: string, menuType: number, children?: PermissionNode[]): PermissionNode => ({
  ...{ key, title, parentId: '', menuType, ruleFlag: 0 },
  ...(children && { children }),
})
const tree = [
  node('base', '基础资料', 0, [
    node('goods', '物资', 1, [node('goods:list', '查询', 2)]),
    node('house', '仓库', 1),
  ]),
]

it('a press on a group in a searched tree changes only the entries that are shown', async () => {
  const onChange = vi.fn()
  const grantTree = (granted: readonly string[]) => (
    <GrantTree
      tree={tree}
      index={indexTree(tree)}
      granted={new Set(granted)}
      firstSearch="物资"
      listLinks={() => []}
      onChange={onChange}
    />
  )
  const changed = () => [...(onChange.mock.lastCall?.[0] ?? [])].sort()
  const { container, redraw } = draw(grantTree([]), buildRuntime(fakeHttp({})))
  await page.findByText('物资')
  const press = () => userEvent.click(container.querySelector('.ant-tree-checkbox') as HTMLElement)
  await press()
  expect(changed()).toEqual(['base', 'goods', 'goods:list'])
  redraw(grantTree(['base', 'goods', 'goods:list', 'house']))
  await press()
  expect(changed()).toEqual(['house'])
})

let grants: ReturnType<typeof useGrants> | undefined
function GrantsOfRole() {
  grants = useGrants(roleGrants('r'))
  return null
}

it('a tree that is read again leaves what another administrator granted meanwhile out of the change', async () => {
  let stored = ['base']
  const http = fakeHttp({})
  http.get.mockImplementation(async (url: string) =>
    url === roleGrants('r').grantedUrl ? stored : { treeList: structuredClone(tree) },
  )
  draw(<GrantsOfRole />, buildRuntime(http))
  await waitFor(() => expect(grants?.saved.size).toBe(1))
  act(() => grants?.setGranted(new Set(['base', 'house'])))
  stored = ['base', 'goods']
  tree[0] = { ...(tree[0] as PermissionNode), ruleFlag: 1 }
  act(() => void grants?.reloadTree())
  await waitFor(() => expect(grants?.tree[0]?.ruleFlag).toBe(1))
  await act(async () => grants?.save())
  expect(http.send.mock.lastCall?.[2]).toEqual({
    roleId: 'r',
    permissionIds: 'base,house',
    lastpermissionIds: 'base',
  })
})
