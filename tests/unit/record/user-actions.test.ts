import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRowsDelta } from '#runtime/record/changes/delta.ts'
import type { MergeConflict } from '#runtime/record/changes/merge.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import { buildDraft, keepMine, rebase, replay, settle } from '#runtime/record/rows/rebase.ts'
import type { Values } from '#runtime/record/scope.ts'
import {
  buildSavedRecord,
  getItems,
  initialRecord,
  openModel,
  performAction,
  readContent,
  type UserAction,
  userActions,
} from './user-actions.ts'

const modelAfter = (isTree: boolean, actions: readonly UserAction[], name?: string): RecordModel => {
  const model = openModel(isTree)
  for (const action of actions) performAction(model, action, name)
  return model
}
const unordered = (record: Values) => {
  const { items, ...head } = readContent(record)
  return { ...head, items: [...items].sort() }
}
/** The ids of the rows of the initial record, in their present order. */
const initialIds = (record: Values) =>
  (record.items as Values[]).map(({ id }) => String(id)).filter((id) => /^[abcd]$/.test(id))
const listIds = (model: RecordModel) => getItems(model).rows.map(({ id }) => id)

describe.each([
  ['flat', false],
  ['in a tree', true],
])('any sequence of user actions on rows that are %s', (_name, isTree) => {
  it('undo of all steps yields the initial record, redo and replaying the draft yield the final record', () => {
    fc.assert(
      fc.property(userActions(25), (actions) => {
        const model = modelAfter(isTree, actions)
        const store = getItems(model)
        const draft = JSON.parse(JSON.stringify(buildDraft(model, new Date(0)))) as ReturnType<
          typeof buildDraft
        >
        const again = openModel(isTree, draft.record)
        replay(again, draft)
        expect(readContent(again.record)).toEqual(readContent(model.record))
        expect(listIds(again)).toEqual(listIds(model))
        const end = JSON.stringify(store.rows)
        let undone = 0
        for (; store.canUndo; undone += 1) store.undo()
        expect(store.rows).toEqual(initialRecord(isTree).items)
        for (; undone > 0; undone -= 1) store.redo()
        expect(JSON.stringify(store.rows)).toBe(end)
      }),
      { numRuns: 200 },
    )
  })

  it('the delta converts the old rows into the new ones', () => {
    fc.assert(
      fc.property(userActions(25), (actions) => {
        const model = modelAfter(isTree, actions)
        const rows = applyRowsDelta(
          initialRecord(isTree).items as Values[],
          getItems(model).delta(),
          'orderNum',
        )
        const plain = (all: readonly Values[]) =>
          all.map(({ id, fname, fnum, pid }) => [String(id).length > 1 ? '' : id, fname, fnum, pid ?? null])
        expect(plain(rows)).toEqual(plain(getItems(model).rows))
      }),
      { numRuns: 200 },
    )
  })

  it('changes of two users merge to the same record in either save order when nothing conflicts', () => {
    let joined = 0
    fc.assert(
      fc.property(userActions(4), userActions(4), (mine, theirs) => {
        const one = () => modelAfter(isTree, mine, '我')
        const other = () => modelAfter(isTree, theirs, '他')
        const [late, early] = [one(), other()]
        const conflicts = rebase(late, buildSavedRecord(other()))
        const back = rebase(early, buildSavedRecord(one()))
        expect(back.length).toBe(conflicts.length)
        if (conflicts.length > 0) return
        joined += 1
        expect(unordered(late.record)).toEqual(unordered(early.record))
        expect(initialIds(late.record)).toEqual(initialIds(early.record))
      }),
      { numRuns: 400 },
    )
    expect(joined).toBeGreaterThan(50)
  })

  it('undo of all local steps yields the values received meanwhile, which are no local changes', () => {
    const mine = userActions(1).map(([action]) => ({ action, received: undefined }))
    const theirs = fc
      .record({
        at: fc.nat(3),
        key: fc.constantFrom('fnum', 'fname'),
        value: fc.integer({ min: 50, max: 60 }),
      })
      .map((received) => ({ action: undefined, received }))
    fc.assert(
      fc.property(fc.array(fc.oneof(mine, theirs), { maxLength: 15 }), (all) => {
        const model = openModel(isTree)
        const store = getItems(model)
        for (const { action, received } of all) {
          if (action) performAction(model, action)
          if (received) model.receive('items', 'abcd'[received.at] ?? '', { [received.key]: received.value })
        }
        const rows = store.rows.map((row) => ({ ...row, famount: Number(row.fnum) * 2 }))
        expect(store.rows).toEqual(rows)
        expect(model.head.fsum).toBe(rows.reduce((sum, { famount }) => sum + famount, 0))
        const draft = JSON.parse(JSON.stringify(buildDraft(model, new Date(0)))) as ReturnType<
          typeof buildDraft
        >
        const again = openModel(isTree, draft.record)
        replay(again, draft)
        expect(getItems(again).rows).toEqual(JSON.parse(JSON.stringify(rows)))
        while (store.canUndo) store.undo()
        expect(model.body('edit')).toEqual({
          id: '9',
          rev: 1,
          ...(model.head.fmark ? { fmark: model.head.fmark } : {}),
        })
        expect(store.rows).toEqual(model.initial.items)
      }),
      { numRuns: 200 },
    )
  })

  it('changes made during a save apply to the saved record without duplicate rows', () => {
    fc.assert(
      fc.property(userActions(8), userActions(6), (before, after) => {
        const model = modelAfter(isTree, before)
        const record = { ...model.record, items: [...getItems(model).rows] }
        const sent = { record, body: model.body('edit') }
        const saved = buildSavedRecord(model)
        for (const action of after) performAction(model, action, '后')
        const now = readContent(model.record)
        settle(model, sent, saved)
        expect(unordered(model.record)).toEqual({ ...now, items: [...now.items].sort() })
        expect(model.body('edit')).toMatchObject({ id: '9', rev: 2 })
      }),
      { numRuns: 300 },
    )
  })
})

it('values received during a save are no local changes', () => {
  const model = openModel(false)
  const store = getItems(model)
  store.setCell('a', 'fnum', 5)
  store.setCell('b', 'fnum', 6)
  const sent = { record: { ...model.record, items: [...store.rows] }, body: model.body('edit') }
  const saved = buildSavedRecord(model)
  model.receive('items', 'c', { fnum: 60 })
  store.setCell('c', 'fname', '后')
  store.setCell('b', 'fnum', 2)
  settle(model, sent, saved)
  // The one that was sent and taken back since is mine.
  expect((model.body('edit').items as { changed: unknown }).changed).toMatchObject([
    { id: 'b', fnum: 2 },
    { id: 'c', fname: '后' },
  ])
  expect(store.row('c')?.fnum).toBe(3)
})

describe('a conflict of two users', () => {
  it('yields the same record when both decide for the same user', () => {
    let met = 0
    const order: UserAction['kind'][] = ['move', 'sort', 'shift', 'reparent', 'undo', 'redo', 'cancel']
    fc.assert(
      fc.property(userActions(5, order), userActions(5, order), (mine, theirs) => {
        const [late, early] = [modelAfter(false, mine, '我'), modelAfter(false, theirs, '他')]
        const conflicts = rebase(late, buildSavedRecord(modelAfter(false, theirs, '他')))
        rebase(early, buildSavedRecord(modelAfter(false, mine, '我')))
        met += conflicts.length
        for (const conflict of conflicts) keepMine(late, conflict)
        expect(unordered(late.record)).toEqual(unordered(early.record))
      }),
      { numRuns: 400 },
    )
    expect(met).toBeGreaterThan(50)
  })

  const arranged = (...ids: string[]) => {
    const model = openModel(false)
    getItems(model).arrange(ids)
    return model
  }

  it('keeps the row order of one user with the new rows of the other', () => {
    const model = arranged('d', 'c', 'b', 'a')
    const theirs = openModel(false)
    getItems(theirs).insert(2, [{ fname: '新' }])
    expect(rebase(model, buildSavedRecord(theirs))).toEqual([])
    expect(getItems(model).rows.map(({ fname }) => fname)).toEqual(['d', 'c', 'b', '新', 'a'])
  })

  it('asks when both reordered the rows, and restores the local order when it is chosen', () => {
    const model = arranged('b', 'a', 'c', 'd')
    const conflicts: MergeConflict[] = rebase(model, buildSavedRecord(arranged('a', 'b', 'd', 'c')))
    expect(conflicts).toMatchObject([{ detail: 'items', theirs: ['a', 'b', 'd', 'c'] }])
    expect(listIds(model)).toEqual(['a', 'b', 'd', 'c'])
    for (const conflict of conflicts) keepMine(model, conflict)
    expect(listIds(model)).toEqual(['b', 'a', 'c', 'd'])
  })
})
