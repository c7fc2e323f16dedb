import { expect, it } from 'vitest'
import { rebase, settle } from '#runtime/record/rows/rebase.ts'
import { items, openController } from './open-controller.ts'

const theirs = { id: '9', rev: 2, items: [{ ...items[0], rev: 2, fprice: 11 }, items[1], items[2]] }

function typeNewRow() {
  const opened = openController()
  const { grid, store } = opened
  grid.connect()
  const [rowId = ''] = store.insert(3, [{ fname: '毛' }])
  grid.cursor.go(rowId, 'fname', true)
  return { ...opened, rowId }
}

it('the cursor stays in the open editor of a new row when another user saves', () => {
  const { grid, model, store, rowId } = typeNewRow()
  const before = grid.active.get()
  const seen: number[] = []
  store.subscribeStructure(() => seen.push(store.rows.length))
  rebase(model, theirs)
  expect(store.row('a')).toMatchObject({ fprice: 11 })
  expect(grid.active.get()).toEqual(before)
  expect(store.row(rowId)).toMatchObject({ fname: '毛' })
  expect(seen).toEqual([4])
})

it('the cursor stays in the open editor of a new row that a save stores under another id', () => {
  const { grid, model, store, rowId } = typeNewRow()
  const sent = { record: structuredClone(model.record), body: model.body('edit') }
  store.setCell(rowId, 'fname', '毛笔')
  const stored = { id: 'z', rev: 1, fname: '毛', fnum: 1, ftaxrate: 13 }
  settle(model, sent, { id: '9', rev: 2, items: [stored, ...items] })
  expect(grid.active.get()).toMatchObject({ rowId: 'z', key: 'fname', step: expect.any(String) })
  expect(store.row('z')).toMatchObject({ fname: '毛笔' })
})

it('the report of a paste and its marks stay when another user saves, and end with the save of this user', async () => {
  const { grid, model, store } = openController()
  grid.cursor.go('b', 'fname')
  await grid.clipboard?.paste([
    ['毛笔', '7'],
    ['砚台', 'x'],
  ])
  const mark = store.findErrors('c')?.fnum
  expect(mark).toMatch(/^「x」没有粘贴：/)
  rebase(model, theirs)
  expect(store.findErrors('c')?.fnum).toBe(mark)
  expect(grid.clipboard?.state.get().outcome).toMatchObject({ taken: 3, issues: [{ pastedText: 'x' }] })
  store.setCell('a', 'fnum', 9)
  expect(grid.clipboard?.state.get().outcome).not.toBeNull()
  model.load({ ...theirs, rev: 3 })
  expect(store.findErrors('c')?.fnum).toBeUndefined()
  expect(grid.clipboard?.state.get().outcome).toBeNull()
})

it('the mark of a text that was not pasted ends when another user saved a value in its cell', async () => {
  const { grid, model, store } = openController()
  grid.cursor.go('b', 'fnum')
  await grid.clipboard?.paste([['x']])
  expect(store.findErrors('b')?.fnum).toBeDefined()
  rebase(model, { ...theirs, items: [items[0], { ...items[1], rev: 2, fnum: 8 }, items[2]] })
  expect(store.findErrors('b')?.fnum).toBeUndefined()
})
