import { describe, expect, it } from 'vitest'
import { branchCondition } from '#runtime/data/branch.ts'

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
