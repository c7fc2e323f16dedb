import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { bindCellValue } from '#runtime/record/rows/value-binding.ts'
import { bill, env, lookup } from './bill.ts'

/** A bill with one saved row of quantity 2 and one new row of defaults: quantity 1, rate 13. */
function open() {
  const items = [{ id: 'a', rev: 1, orderNum: 1, fname: '宣纸', fnum: 2, fprice: 10, ftaxrate: 13 }]
  const model = new RecordModel(
    bill,
    { id: '9', rev: 3, items },
    { types: fieldValues, lookup, env: env('edit') },
  )
  const store = model.rows('items')
  if (!store) throw new Error('no store')
  const [blank = ''] = store.insert(1)
  return { model, store, blank }
}

describe('a new row that holds only its defaults', () => {
  it('is not counted by totals and head formulas until a cell is filled', () => {
    const { model, store, blank } = open()
    expect(store.row(blank)).toMatchObject({ fnum: 1 })
    expect(store.total('fnum')?.sum.toNumber()).toBe(2)
    expect(model.head).toMatchObject({ flines: 1 })
    store.setCell(blank, 'fname', '浆糊')
    expect(store.total('fnum')?.sum.toNumber()).toBe(3)
    expect(model.head).toMatchObject({ fsumnum: 3, flines: 2 })
    store.undo()
    expect(store.total('fnum')?.sum.toNumber()).toBe(2)
    expect(model.head).toMatchObject({ fsumnum: 2, flines: 1 })
    store.remove([blank])
    expect(store.total('fnum')?.sum.toNumber()).toBe(2)
  })

  it('announces changed totals when it is filled and when it is blank again', () => {
    const { store, blank } = open()
    const versions = [store.totalsVersion]
    store.setCell(blank, 'fname', '浆糊')
    versions.push(store.totalsVersion)
    store.undo()
    versions.push(store.totalsVersion)
    expect(new Set(versions).size).toBe(3)
  })

  it('is dropped before a save, and undo restores it', () => {
    const { store, blank } = open()
    store.removeBlank()
    expect(store.rows.map(({ id }) => id)).toEqual(['a'])
    expect(store.validateAll()).toEqual([])
    store.undo()
    expect(store.rows.map(({ id }) => id)).toEqual(['a', blank])
    store.removeBlank()
    expect(store.rows).toHaveLength(1)
  })

  it('stays while a typed text of it is no value', () => {
    const { store, blank } = open()
    const binding = bindCellValue(store, blank, 'fname')
    binding.setPending({ text: '', isFailed: true, endsWithChange: true, shortText: '宣', binding })
    store.removeBlank()
    expect(store.row(blank)).toBeDefined()
    binding.setPending(null)
    store.removeBlank()
    expect(store.row(blank)).toBeUndefined()
  })

  it('stays when any value is typed', () => {
    const { store, blank } = open()
    store.setCell(blank, 'fprice', 5)
    store.removeBlank()
    expect(store.rows.map(({ id }) => id)).toEqual(['a', blank])
  })

  it('does not fill the least number of rows', () => {
    const { store } = open()
    store.remove(['a'])
    store.removeBlank()
    expect(store.validateAll().map(({ code }) => code)).toEqual(['minRows'])
  })
})
