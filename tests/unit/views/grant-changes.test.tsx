// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GrantTree } from '#views/role/GrantTree.tsx'
import { indexTree, type PermissionNode } from '#views/role/grant-tree.ts'
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
