import { describe, expect, it } from 'vitest'
import { boundValues, exactConditions } from '#runtime/compile/panel/panes.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { keySet } from '#runtime/record/scope.ts'

const fields = [{ key: 'fdate', type: 'date' }]
const owner = (row: object) => ({ row: { ...row }, keys: keySet(fields, fieldValues) })

describe('the conditions that bind another screen to the selected record', () => {
  it('contain values of the record and fixed values', () => {
    expect(boundValues({ billId: '=master.id', kind: '采购' }, owner({ id: '7' }))).toEqual({
      billId: '7',
      kind: '采购',
    })
  })

  it('are null when a value is missing, because a missing condition would show all records', () => {
    expect(
      boundValues({ code: '=master.code', billId: '=master.id' }, owner({ id: '7', code: null })),
    ).toBeNull()
    expect(boundValues({ code: '=master.constructor' }, owner({ id: '7' }))).toBeNull()
  })

  it('are null for a day after a blank date', () => {
    expect(boundValues({ due: '=master.fdate + 7' }, owner({ fdate: '2025-01-01' }))).toEqual({
      due: '2025-01-08',
    })
    expect(boundValues({ due: '=master.fdate + 7' }, owner({ fdate: null }))).toBeNull()
    expect(boundValues({ due: '=row.fdate + 7' }, owner({ fdate: null }))).toBeNull()
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
