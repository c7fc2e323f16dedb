import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldValues } from '../../../runtime/fields/values.ts'
import { compileFormulas } from '../../../runtime/record/formulas.ts'
import { RecordModel } from '../../../runtime/record/model.ts'
import { decideForMe, draftOf, rebase, replay } from '../../../runtime/record/rebase.ts'
import type { Values } from '../../../runtime/record/scope.ts'
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
/** As a server saved it: every formula computed. */
const computed = () => compileFormulas(bill).formulas.computeAll(saved(), env('edit')) as Values
const open = (record: Values) =>
  new RecordModel(bill, record, { types: fieldValues, lookup, env: env('edit') })
const rowsOf = (model: RecordModel) => {
  const store = model.rows('items')
  if (!store) throw new Error('no detail')
  return store
}
const itemsOf = (record: Values) => record.items as Record<string, unknown>[]

describe('a record that somebody else saved meanwhile', () => {
  it('holds their values and my changes, and the next save tells only mine', () => {
    const model = open(saved())
    rowsOf(model).setCell('a', 'fnum', 5)
    rowsOf(model).insert(1, [{ fname: '新' }])
    const theirs = saved({
      rev: 4,
      frate: 2,
      items: itemsOf(saved()).map((row) =>
        row.id === 'b' ? { ...row, rev: 2, fprice: 7, famount: 21 } : row,
      ),
    })
    expect(rebase(model, theirs)).toEqual([])
    expect(rowsOf(model).rows.map((row) => [row.fname, row.fnum, row.fprice])).toEqual([
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

  it('shows theirs where both changed a cell, until I decide for mine', () => {
    const model = open(saved())
    rowsOf(model).setCell('a', 'fnum', 5)
    const theirs = saved({
      rev: 4,
      items: itemsOf(saved()).map((row) => (row.id === 'a' ? { ...row, fnum: 6, famount: 60 } : row)),
    })
    const [clash] = rebase(model, theirs)
    expect(clash).toMatchObject({ detail: 'items', id: 'a', key: 'fnum', base: 2, mine: 5, theirs: 6 })
    expect(rowsOf(model).row('a')).toMatchObject({ fnum: 6, famount: 60 })
    if (clash) decideForMe(model, clash)
    expect(rowsOf(model).row('a')).toMatchObject({ fnum: 5, famount: 50 })
  })

  it('brings a row back that they removed and I had changed, if I say so', () => {
    const model = open(saved())
    rowsOf(model).setCell('a', 'fnum', 5)
    const theirs = saved({ rev: 4, items: itemsOf(saved()).filter((row) => row.id !== 'a') })
    const [clash] = rebase(model, theirs)
    expect(rowsOf(model).rows).toHaveLength(1)
    if (clash) decideForMe(model, clash)
    expect(rowsOf(model).rows.at(-1)).toMatchObject({ fname: '宣纸', fnum: 5 })
    expect((model.body('edit') as { items?: { added: unknown[] } }).items?.added).toHaveLength(1)
  })
})

type Act = {
  kind: 'set' | 'insert' | 'remove' | 'move' | 'sort' | 'head' | 'undo' | 'redo'
  at: number
  value: number
}
const act = fc.record({
  kind: fc.constantFrom<Act['kind']>(
    'set',
    'set',
    'insert',
    'remove',
    'move',
    'sort',
    'head',
    'undo',
    'redo',
  ),
  at: fc.nat(6),
  value: fc.integer({ min: 1, max: 50 }),
})

function perform(model: RecordModel, { kind, at, value }: Act): void {
  const store = rowsOf(model)
  const row = store.rows[at % Math.max(1, store.rows.length)]
  if (kind === 'head') model.setHead('frate', value)
  else if (kind === 'insert') store.insert(at % (store.rows.length + 1), [{ fname: `新${value}` }])
  else if (kind === 'undo') store.undo()
  else if (kind === 'redo') store.redo()
  else if (kind === 'sort') store.sort((a, b) => Number(a.fnum) - Number(b.fnum))
  else if (!row) return
  else if (kind === 'set') store.setCell(row.id, 'fnum', value)
  else if (kind === 'remove') store.remove([row.id])
  else store.move(row.id, value % store.rows.length)
}

describe('a draft', () => {
  it('that went through storage gives back everything done, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        const model = open(computed())
        for (const one of acts) perform(model, one)
        const draft = JSON.parse(JSON.stringify(draftOf(model, new Date(0)))) as ReturnType<typeof draftOf>
        const again = open(draft.record)
        replay(again, draft)
        expect(JSON.parse(JSON.stringify(again.record))).toEqual(JSON.parse(JSON.stringify(model.record)))
      }),
    )
  })

  it('undone to its beginning is the record it began from', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        const model = open(computed())
        const start = JSON.stringify(rowsOf(model).rows)
        for (const one of acts) if (one.kind !== 'head') perform(model, one)
        while (rowsOf(model).canUndo) rowsOf(model).undo()
        expect(JSON.stringify(rowsOf(model).rows)).toBe(start)
      }),
    )
  })
})
