import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { keepMine, rebase } from '#runtime/record/rows/rebase.ts'
import type { Values } from '#runtime/record/scope.ts'
import { bill, env, lookup } from './bill.ts'

const saved = (over: Record<string, unknown> = {}): Values => ({
  id: '9',
  rev: 3,
  frate: 1,
  items: [
    { id: 'a', rev: 1, fname: '宣纸', fnum: 2, fprice: 10, ftaxrate: 13, famount: 20 },
    { id: 'b', rev: 1, fname: '浆糊', fnum: 3, fprice: 1, ftaxrate: 13, famount: 3 },
  ],
  ...over,
})
const open = (record: Values) =>
  new RecordModel(bill, record, { types: fieldValues, lookup, env: env('edit') })
const getRows = (model: RecordModel) => {
  const store = model.rows('items')
  if (!store) throw new Error('no detail')
  return store
}
const getItems = (record: Values) => record.items as Record<string, unknown>[]

describe('a record saved by another user meanwhile', () => {
  it('contains both changes, and the next save sends only the local ones', () => {
    const model = open(saved())
    getRows(model).setCell('a', 'fnum', 5)
    getRows(model).insert(1, [{ fname: '新' }])
    const theirs = saved({
      rev: 4,
      frate: 2,
      items: getItems(saved()).map((row) =>
        row.id === 'b' ? { ...row, rev: 2, fprice: 7, famount: 21 } : row,
      ),
    })
    expect(rebase(model, theirs)).toEqual([])
    expect(getRows(model).rows.map((row) => [row.fname, row.fnum, row.fprice])).toEqual([
      ['宣纸', 5, 10],
      ['新', 1, undefined],
      ['浆糊', 3, 7],
    ])
    const body = model.body('edit') as Record<string, unknown> & { items: Record<string, unknown[]> }
    expect(body).toMatchObject({ id: '9', rev: 4 })
    expect(body).not.toHaveProperty('frate')
    expect(body.items.changed).toContainEqual(expect.objectContaining({ id: 'a', fnum: 5 }))
    expect(body.items.changed?.some((row) => (row as { fprice?: unknown }).fprice === 7)).toBe(false)
    expect(body.items.added).toHaveLength(1)
  })

  it('shows the value of the other user when both changed a cell, until the local value is chosen', () => {
    const model = open(saved())
    getRows(model).setCell('a', 'fnum', 5)
    const theirs = saved({
      rev: 4,
      items: getItems(saved()).map((row) => (row.id === 'a' ? { ...row, fnum: 6, famount: 60 } : row)),
    })
    const [conflict] = rebase(model, theirs)
    expect(conflict).toMatchObject({ detail: 'items', id: 'a', key: 'fnum', base: 2, mine: 5, theirs: 6 })
    expect(getRows(model).row('a')).toMatchObject({ fnum: 6, famount: 60 })
    if (conflict) keepMine(model, conflict)
    expect(getRows(model).row('a')).toMatchObject({ fnum: 5, famount: 50 })
  })

  it('restores a locally changed row that the other user removed when the local row is chosen', () => {
    const model = open(saved())
    getRows(model).setCell('a', 'fnum', 5)
    const theirs = saved({ rev: 4, items: getItems(saved()).filter((row) => row.id !== 'a') })
    const [conflict] = rebase(model, theirs)
    expect(getRows(model).rows).toHaveLength(1)
    if (conflict) keepMine(model, conflict)
    expect(getRows(model).rows.at(-1)).toMatchObject({ fname: '宣纸', fnum: 5 })
    expect((model.body('edit') as { items?: { added: unknown[] } }).items?.added).toHaveLength(1)
  })
})
