import { describe, expect, it } from 'vitest'
import { boundValues, exactConditions } from '#runtime/compile/panel/panes.ts'

describe('the conditions that bind another screen to the selected record', () => {
  it('contain values of the record and fixed values', () => {
    expect(boundValues({ billId: '=master.id', kind: '采购' }, { id: '7' })).toEqual({
      billId: '7',
      kind: '采购',
    })
  })

  it('are null when a value is missing, because a missing condition would show all records', () => {
    expect(boundValues({ code: '=master.code', billId: '=master.id' }, { id: '7', code: null })).toBeNull()
    expect(boundValues({ code: '=master.constructor' }, { id: '7' })).toBeNull()
  })

  it('match the exact value without the operators of the query language', () => {
    expect(exactConditions({ a: '19-x_1', b: '*', c: '!1', d: '甲,乙' })).toEqual({
      a: '19-x_1',
      b: '= *',
      c: '= !1',
      d: '= 甲,乙',
    })
  })
})
