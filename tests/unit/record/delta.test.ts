import { describe, expect, it } from 'vitest'
import { addBody, applyRowsDelta, diffRecord, unknownRowIds } from '#runtime/record/changes/delta.ts'
import { newRecord } from '#runtime/record/formulas/defaults.ts'
import { bill, env } from './bill.ts'

const saved = {
  id: '9',
  rev: 3,
  fdate: '2025-09-25',
  frate: null,
  items: [
    { id: 'a', rev: 1, orderNum: 10, fname: '宣纸', fnum: 2, famount: 4, secret: 'x' },
    { id: 'b', rev: 5, orderNum: 20, fname: '浆糊', fnum: 1, famount: 2 },
  ],
}

describe('the body of an edit', () => {
  it('is empty for an unchanged record in any number format', () => {
    const shown = { ...saved, frate: '', items: [{ ...saved.items[0], fnum: '2.00' }, saved.items[1]] }
    expect(diffRecord(bill, saved, shown)).toEqual({ id: '9', rev: 3 })
  })

  it('contains changed keys, new rows without ids, removed ids, and positions when rows moved', () => {
    const shown = {
      ...saved,
      fdate: '',
      items: [
        { id: 'tmp_1', fname: '函套', fnum: 1, famount: 99 },
        { ...saved.items[0], fnum: 3, famount: 6 },
      ],
    }
    expect(diffRecord(bill, saved, shown)).toEqual({
      id: '9',
      rev: 3,
      fdate: null,
      items: {
        added: [{ orderNum: 1, fname: '函套', fnum: 1 }],
        changed: [{ id: 'a', rev: 1, fnum: 3, orderNum: 2 }],
        removed: ['b'],
      },
    })
  })

  it('keeps unnamed rows and values when it is applied to the saved rows', () => {
    const delta = {
      added: [{ fname: '函套', orderNum: 1 }],
      changed: [{ id: 'a', fnum: 3, orderNum: 2 }],
      removed: ['b'],
    }
    expect(applyRowsDelta(saved.items, delta, 'orderNum')).toEqual([
      { fname: '函套', orderNum: 1 },
      { ...saved.items[0], fnum: 3, orderNum: 2 },
    ])
    expect(unknownRowIds(saved.items, { ...delta, removed: ['b', 'other'] })).toEqual(['other'])
  })
})

describe('a new record', () => {
  it('contains its defaults, and is sent without computed values and ids', () => {
    const record = newRecord(bill, env('add'))
    expect(record).toEqual({ fdate: '2025-09-25', items: [] })
    const body = addBody(bill, { ...record, ftotal: 5, items: [{ id: 'tmp_1', fname: '宣纸', famount: 5 }] })
    expect(body).toEqual({ fdate: '2025-09-25', items: [{ orderNum: 1, fname: '宣纸' }] })
  })
})
