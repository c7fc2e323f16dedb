import { describe, expect, it } from 'vitest'
import { branchCondition } from '#runtime/data/branch.ts'
import { branchCount } from '#runtime/data/branch-count.ts'

const items = [
  { value: '1', text: '总馆' },
  { value: '11', text: '采编部', parent: '1' },
  { value: '111', text: '采访组', parent: '11' },
  { value: '2', text: '分馆' },
]

describe('the condition of a node of a side tree', () => {
  it('contains the descendants of the node in a tree of parents', () => {
    const tree = { dictCode: 'tree:depart', field: 'fdepart' }
    expect(branchCondition(tree, '1', items)).toEqual({ fdepart_MultiString: '1,11,111' })
    expect(branchCondition(tree, '2', items)).toEqual({ fdepart_MultiString: '2' })
  })

  it('is the beginning of the code in a category tree', () => {
    expect(branchCondition({ dictCode: 'category:B01', field: 'fclass' }, 'B01A01', [])).toEqual({
      fclass: 'B01A01*',
    })
  })
})

describe('the number of records of a node of a side tree', () => {
  const groups = [
    { value: '11', total: 3, totals: {} },
    { value: '111', total: 4, totals: {} },
    { value: '2', total: 5, totals: {} },
    { value: null, total: 6, totals: {} },
  ]

  it('contains the records of its descendants, whose ids need not contain its own', () => {
    const tree = { dictCode: 'tree:depart', field: 'fdepart' }
    const ids = [
      { value: 'a7', text: '总馆' },
      { value: 'k2', text: '采编部', parent: 'a7' },
      { value: 'a', text: '分馆' },
    ]
    const byId = [
      { value: 'a7', total: 1, totals: {} },
      { value: 'k2', total: 2, totals: {} },
    ]
    expect(['1', '11', '2'].map((node) => branchCount(tree, node, items, groups))).toEqual([7, 7, 5])
    expect(['a7', 'k2', 'a'].map((node) => branchCount(tree, node, ids, byId))).toEqual([3, 2, 0])
  })

  it('contains the records of all codes that begin with its code in a category tree', () => {
    const tree = { dictCode: 'category:B01', field: 'fclass' }
    expect(['1', '11', '2'].map((node) => branchCount(tree, node, [], groups))).toEqual([7, 7, 5])
  })
})
