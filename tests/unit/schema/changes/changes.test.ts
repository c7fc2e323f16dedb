import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { applyChanges, mergeDocuments } from '#runtime/schema/changes/apply.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'

const field = (key: string, more: JsonObject = {}): JsonObject => ({ key, type: 'input', ...more })
const bill = (...fields: JsonObject[]): JsonObject => ({ id: 'stock/bill', title: '入库单', fields })

/** Objects and named lists, as documents consist of them. */
const { part } = fc.letrec<{ part: unknown; object: JsonObject; list: unknown[] }>((tie) => ({
  part: fc.oneof({ maxDepth: 4 }, fc.integer({ max: 3, min: 0 }), fc.boolean(), tie('object'), tie('list')),
  object: fc.dictionary(
    fc.constantFrom('title', 'width', 'list', 'fields', 'rules', 'valueOf'),
    tie('part'),
    {
      maxKeys: 4,
      noNullPrototype: true,
    },
  ),
  list: fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 })
    .chain((keys) => fc.tuple(...keys.map((key) => tie('part').map((inner) => ({ key, inner }) as unknown)))),
}))
const document = fc.dictionary(fc.constantFrom('fields', 'list', 'title'), part, { noNullPrototype: true })

describe('the changes between two documents', () => {
  it('make the second out of the first, for any two documents', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const merged = applyChanges(
          before as JsonObject,
          diffDocuments(before as JsonObject, after as JsonObject),
        )
        expect(merged).toEqual({ document: after, conflicts: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('make each shipped document out of each other of its kind', () => {
    const folder = join(import.meta.dirname, '../../../../schemas/stock')
    const documents = readdirSync(folder).map(
      (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject,
    )
    for (const before of documents)
      for (const after of documents)
        expect(applyChanges(before, diffDocuments(before, after))).toEqual({ document: after, conflicts: [] })
  })

  it('name fields by key, and move as few of them as possible', () => {
    const before = bill(field('a'), field('b', { width: 100 }), field('c'), field('d'))
    const after = bill(field('d'), field('a'), field('b', { width: 120 }), field('e'))
    expect(diffDocuments(before, after)).toEqual([
      { type: 'set', path: ['fields', 'c'], before: field('c') },
      { type: 'move', path: ['fields', 'd'], follows: null },
      { type: 'set', path: ['fields', 'b', 'width'], before: 100, after: 120 },
      { type: 'set', path: ['fields', 'e'], after: field('e'), follows: 'b' },
    ])
  })

  it('contain a list whose members have no names as a whole', () => {
    const before = { indexes: [['a', 'b']], rules: [{ required: true }] }
    const after = { indexes: [['a']], rules: [{ required: true }, { unique: true }] }
    expect(diffDocuments(before, after).map(({ path }) => path)).toEqual([['indexes'], ['rules']])
  })
})

describe('a merge of two changed documents', () => {
  const base = bill(field('a', { width: 100 }), field('b'), field('c'))

  it('has the changes of both where they changed different parts', () => {
    const ours = bill(field('n'), field('a', { width: 120 }), field('b'), field('c'))
    const theirs = bill(field('c'), field('a', { width: 100, title: '甲' }))
    expect(mergeDocuments(base, ours, theirs)).toEqual({
      document: bill(field('n'), field('c'), field('a', { width: 120, title: '甲' })),
      conflicts: [],
    })
  })

  it('keeps their part where both changed it differently, and returns our change', () => {
    const ours = bill(field('a', { width: 120 }), field('b', { title: '乙' }), field('c'))
    const theirs = bill(field('a', { width: 90 }), field('c'))
    const { document: merged, conflicts } = mergeDocuments(base, ours, theirs)
    expect(merged).toEqual(theirs)
    expect(conflicts).toEqual([
      { change: { type: 'set', path: ['fields', 'a', 'width'], before: 100, after: 120 }, current: 90 },
      { change: { type: 'set', path: ['fields', 'b', 'title'], after: '乙' } },
    ])
  })

  it('has no conflict where both made the same change, or removed a part that the other removed around it', () => {
    const ours = bill(field('a', { width: 120 }), field('c'))
    expect(mergeDocuments(base, ours, ours)).toEqual({ document: ours, conflicts: [] })
    const without = bill(field('a'), field('b'), field('c'))
    expect(mergeDocuments(base, without, bill(field('b'), field('c')))).toEqual({
      document: bill(field('b'), field('c')),
      conflicts: [],
    })
  })

  it('puts an added member at the end when the member before it is gone', () => {
    const ours = bill(field('a', { width: 100 }), field('n'), field('b'), field('c'))
    const theirs = bill(field('b'), field('c'))
    expect(mergeDocuments(base, ours, theirs).document).toEqual(bill(field('b'), field('c'), field('n')))
  })

  describe('of lists that are read together by place', () => {
    const picker = (orgFields: string[], destFields: string[], more: JsonObject = {}) =>
      bill(field('goods', { orgFields, destFields, ...more }))
    const base = picker(['id', 'fname'], ['fid', 'fname'])
    const merge = (ours: JsonObject, theirs: JsonObject) => {
      const { document: merged, conflicts } = mergeDocuments(base, ours, theirs)
      return { merged, paths: conflicts.map(({ change }) => change.path.at(-1)) }
    }

    it('keeps their pairs where ours changed a pair and theirs added one', () => {
      const ours = picker(['id', 'ftitle'], ['fid', 'fname'])
      const theirs = picker(['id', 'fcode', 'fname'], ['fid', 'fcode', 'fname'])
      expect(merge(ours, theirs)).toEqual({ merged: theirs, paths: ['orgFields'] })
      expect(merge(theirs, ours)).toEqual({ merged: ours, paths: ['orgFields', 'destFields'] })
    })

    it('keeps their pairs where each changed another list', () => {
      const ours = picker(['fname', 'id'], ['fid', 'fname'])
      const theirs = picker(['id', 'fname'], ['fid', 'ftext'])
      expect(merge(ours, theirs)).toEqual({ merged: theirs, paths: ['orgFields'] })
    })

    it('has the pairs of ours, also written in another way, where theirs changed other settings', () => {
      const theirs = picker(['id', 'fname'], ['fid', 'fname'], { width: 90 })
      const added = picker(['id', 'fcode', 'fname'], ['fid', 'fcode', 'fname'])
      expect(merge(added, theirs)).toEqual({
        merged: picker(['id', 'fcode', 'fname'], ['fid', 'fcode', 'fname'], { width: 90 }),
        paths: [],
      })
      const take = { fid: 'id', fname: 'fname' }
      expect(merge(bill(field('goods', { take })), theirs)).toEqual({
        merged: bill(field('goods', { take, width: 90 })),
        paths: [],
      })
      expect(merge(added, added)).toEqual({ merged: added, paths: [] })
    })

    it('keeps their two values of a check box where ours exchanged these', () => {
      const box = (...customValue: string[]) => bill(field('paid', { customValue }))
      const { document: merged, conflicts } = mergeDocuments(box('1', '0'), box('0', '1'), box('Y', '0'))
      expect([merged, conflicts.length]).toEqual([box('Y', '0'), 1])
    })
  })

  it('leaves the two documents and the changes as they are', () => {
    const theirs = structuredClone(base)
    const ours = bill(field('a', { width: 120 }), field('b'), field('c'), field('n', { tag: { x: 'red' } }))
    const { document: merged } = mergeDocuments(base, ours, theirs)
    for (const member of merged.fields as JsonObject[]) delete member.tag
    expect(theirs).toEqual(base)
    expect((ours.fields as JsonObject[]).at(-1)).toEqual(field('n', { tag: { x: 'red' } }))
  })
})
