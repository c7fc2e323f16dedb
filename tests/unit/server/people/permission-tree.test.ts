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

it('the approval follows in the order of its flow, and rights that widen come last and are marked', () => {
  const words = ['all', 'audit', 'detail', 'list', 'note', 'price', 'print', 'revoke', 'submit']
  const rows = [row('stock/in', '', 1), ...words.map((word) => row(`stock:in:${word}`, 'stock/in', 2))]
  const codes = (...list: string[]) => list.map((word) => `stock:in:${word}`)
  const { treeList } = permissionTree(rows, (owner) => owner, {
    hasColumns: () => false,
    hasRules: (id) => id === 'stock/in',
    moves: codes('submit', 'audit', 'revoke'),
    widening: new Set(codes('all', 'audit', 'price', 'revoke', 'submit')),
    needs: new Map(),
  })
  expect(treeList[0]).toMatchObject({ ruleFlag: 0, documentRuleFlag: 1 })
  const buttons = treeList[0]?.children ?? []
  expect(buttons.map(({ key, widenFlag }) => `${key.split(':').at(-1)} ${widenFlag}`)).toEqual([
    'list 0',
    'detail 0',
    'print 0',
    'submit 1',
    'audit 1',
    'revoke 1',
    'note 0',
    'all 1',
    'price 1',
  ])
})
