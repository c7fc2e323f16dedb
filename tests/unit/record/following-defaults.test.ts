import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { newRecord, newRow } from '#runtime/record/formulas/defaults.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import { type DetailField, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { env, lookup } from './bill.ts'

/** A loan: the day of return follows the day of lending, each line follows the head and its own row. */
const loan: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'test/loan',
  title: '借阅',
  fields: [
    { key: 'fcharge', title: '押金', type: 'inputNumber', defaultValue: '=ftotal * 2' },
    { key: 'fdue', title: '归还日期', type: 'date', defaultValue: '=fdate' },
    { key: 'fdate', title: '借出日期', type: 'date', defaultValue: '=today()' },
    { key: 'ftotal', title: '合计', type: 'inputNumber', compute: 'sum(items.fprice)' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        { key: 'fname', title: '书名', type: 'input' },
        { key: 'fprice', title: '估价', type: 'inputNumber' },
        { key: 'fpaid', title: '赔偿价', type: 'inputNumber', defaultValue: '=fprice' },
        { key: 'fday', title: '归还', type: 'date', defaultValue: '=form.fdue' },
      ],
    },
  ],
}
const detail = loan.fields.find(isDetail) as DetailField

function open(mode: RecordEnv['mode'] = 'add', record = newRecord(loan, env('add'))) {
  const model = new RecordModel(loan, record, { types: fieldValues, lookup, env: env(mode) })
  const store = model.rows('items')
  if (!store) throw new Error('no store')
  return { model, store, row: (id: string): Values => store.row(id) ?? {} }
}

describe('a default that reads other fields of the head', () => {
  it('follows them, in any order of the fields, until a value is typed', () => {
    const { model } = open()
    expect(model.head).toMatchObject({ fdate: '2025-09-25', fdue: '2025-09-25' })
    model.setHead('fdate', '2025-10-01')
    expect(model.head.fdue).toBe('2025-10-01')
    model.setHead('fdue', '2025-11-01')
    model.setHead('fdate', '2025-10-02')
    expect(model.head.fdue).toBe('2025-11-01')
  })

  it('stays empty when the value was emptied', () => {
    const { model } = open()
    model.setHead('fdue', null)
    model.setHead('fdate', '2025-10-02')
    expect(model.head.fdue).toBeNull()
  })

  it('follows a computed value', () => {
    const { model, store } = open()
    store.insert(0, [{ fname: '府志', fprice: 30 }])
    expect(model.head.fcharge).toBe(60)
    model.setHead('fcharge', 100)
    store.insert(1, [{ fname: '县志', fprice: 20 }])
    expect(model.head.fcharge).toBe(100)
  })

  it('is no change of the person, and never changes a stored record', () => {
    expect(open().model.isChanged).toBe(false)
    const { model } = open('edit', { id: '9', rev: 1, fdate: '2025-01-01', fdue: null, items: [] })
    model.setHead('fdate', '2025-10-02')
    expect(model.head.fdue).toBeNull()
  })
})

describe('a default that reads other fields in a detail row', () => {
  it('follows its row and the head until a value is typed', () => {
    const { model, store, row } = open()
    const [id = '', other = ''] = store.insert(0, [{ fname: '府志', fprice: 30 }, { fname: '县志' }])
    expect(row(id)).toMatchObject({ fpaid: 30, fday: '2025-09-25' })
    store.setCell(id, 'fprice', 40)
    store.setCell(other, 'fday', '2026-01-01')
    model.setHead('fdue', '2025-10-09')
    expect(row(id)).toMatchObject({ fpaid: 40, fday: '2025-10-09' })
    expect(row(other)).toMatchObject({ fday: '2026-01-01' })
    store.setCell(id, 'fpaid', 99)
    store.setCell(id, 'fprice', 50)
    expect(row(id).fpaid).toBe(99)
    store.undo()
    store.undo()
    expect(row(id)).toMatchObject({ fprice: 40, fpaid: 40 })
    store.setCell(id, 'fprice', 70)
    expect(row(id).fpaid).toBe(70)
  })

  it('keeps a blank row blank', () => {
    const { model, store } = open()
    store.insert(0)
    model.setHead('fdate', '2025-10-09')
    expect(store.rows).toMatchObject([{ fday: '2025-10-09' }])
    expect(store.filledRows).toEqual([])
  })

  it('leaves stored rows as they are', () => {
    const items = [{ id: 'a', rev: 1, fprice: 30, fpaid: null, fday: null }]
    const { store, row } = open('edit', { id: '9', rev: 1, fdue: '2025-01-01', items })
    store.setCell('a', 'fprice', 40)
    expect(row('a')).toMatchObject({ fpaid: null, fday: null })
    const [id = ''] = store.insert(1, [{ fprice: 5 }])
    expect(row(id)).toMatchObject({ fpaid: 5, fday: '2025-01-01' })
  })

  it('is part of a new row only when the head that it reads is complete', () => {
    expect(newRow(loan, detail, env('add'), { head: { fdue: '2025-03-01' }, types: fieldValues })).toEqual({
      fday: '2025-03-01',
    })
    expect(newRow(loan, detail, env('add'))).toEqual({})
  })
})
