import { describe, expect, it } from 'vitest'
import { boundValues, exactConditions } from '#runtime/compile/panes.ts'

describe('what binds another screen to the chosen record', () => {
  it('takes values of the record and fixed ones', () => {
    expect(boundValues({ billId: '=master.id', kind: '采购' }, { id: '7' })).toEqual({
      billId: '7',
      kind: '采购',
    })
  })

  it('is nothing at all where a value is missing: no condition would show everything', () => {
    expect(boundValues({ code: '=master.code', billId: '=master.id' }, { id: '7', code: null })).toBeNull()
    expect(boundValues({ code: '=master.constructor' }, { id: '7' })).toBeNull()
  })

  it('asks for a value and not for what its signs mean in the query language', () => {
    expect(exactConditions({ a: '19-x_1', b: '*', c: '!1', d: '甲,乙' })).toEqual({
      a: '19-x_1',
      b: '= *',
      c: '= !1',
      d: '= 甲,乙',
    })
  })
})
