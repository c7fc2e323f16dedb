import { expect, it } from 'vitest'
import { permissionTree } from '#server/modules/role/permission-tree.ts'

const row = (id: string, parentId: string, menuType: number) => ({
  id,
  parentId,
  name: id,
  component: null,
  menuType,
  icon: null,
  ruleFlag: 0,
})

it('the tree of rights lists the rights of a page by work when their codes have another order', () => {
  const words = ['add', 'audit', 'delete', 'detail', 'edit', 'export', 'import', 'list', 'price']
  const rows = [
    row('stock/late', '', 1),
    row('stock/early', '', 1),
    ...words.map((word) => row(`stock:in:${word}`, 'stock/late', 2)),
  ]
  const { treeList } = permissionTree(rows, (owner) => owner)
  expect(treeList.map(({ key }) => key)).toEqual(['stock/late', 'stock/early'])
  expect(treeList[0]?.children?.map(({ key }) => key.split(':').at(-1))).toEqual([
    'list',
    'detail',
    'add',
    'edit',
    'delete',
    'import',
    'export',
    'audit',
    'price',
  ])
})
