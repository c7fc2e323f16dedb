import { describe, expect, it } from 'vitest'
import { mergeRecords, type RemainingChanges } from '#runtime/record/changes/merge.ts'
import type { Values } from '#runtime/record/scope.ts'
import { bill } from './bill.ts'

type Items = Record<string, unknown>[]
const base = {
  id: '9',
  rev: 1,
  frate: 1,
  fdate: '2025-01-01',
  items: [
    { id: 'a', fname: '宣纸', fnum: 1 },
    { id: 'b', fname: '浆糊', fnum: 2 },
    { id: 'c', fname: '函套', fnum: 3 },
  ],
}
const getItems = (record: Values) => record.items as Items

/** What somebody gets who does the rest on a record. */
function finish(theirs: Values, rest: RemainingChanges): Record<string, unknown> {
  const { set, add, remove } = rest.details.items ?? { set: [], add: [], remove: [] }
  const values = new Map(set.map((one) => [one.id, one.values]))
  const rows = getItems(theirs)
    .filter((row) => !remove.includes(String(row.id)))
    .map((row) => ({ ...row, ...values.get(String(row.id)) }))
  return { ...theirs, ...rest.head, items: [...rows, ...add.map(({ row }) => row)] }
}

describe('two changes of one record', () => {
  it('merge when they change different cells', () => {
    const mine = { ...base, items: getItems(base).map((row) => (row.id === 'a' ? { ...row, fnum: 7 } : row)) }
    const theirs = { ...base, rev: 2, frate: 2, items: getItems(base).filter((row) => row.id !== 'c') }
    const rest = mergeRecords(bill, base, mine, theirs)
    expect(rest.conflicts).toEqual([])
    expect(finish(theirs, rest)).toMatchObject({ frate: 2, items: [{ id: 'a', fnum: 7 }, { id: 'b' }] })
  })

  it('conflict in a cell that both changed differently, and agree when both made the same change', () => {
    const change = (fnum: number) => ({
      ...base,
      frate: 5,
      items: getItems(base).map((row) => (row.id === 'b' ? { ...row, fnum } : row)),
    })
    const rest = mergeRecords(bill, base, change(8), change(9))
    expect(rest.conflicts).toEqual([{ detail: 'items', id: 'b', key: 'fnum', base: 2, mine: 8, theirs: 9 }])
    expect(rest.head).toEqual({})
  })

  it('conflict about a row that one changed and the other removed, in both directions', () => {
    const changed = {
      ...base,
      items: getItems(base).map((row) => (row.id === 'a' ? { ...row, fnum: 9 } : row)),
    }
    const removed = { ...base, items: getItems(base).filter((row) => row.id !== 'a') }
    for (const [mine, theirs] of [
      [changed, removed],
      [removed, changed],
    ] as const) {
      const rest = mergeRecords(bill, base, mine, theirs)
      expect(rest.conflicts).toMatchObject([{ detail: 'items', id: 'a' }])
      expect(rest.details.items?.remove).toEqual([])
    }
  })

  it('keep new local rows after their predecessor', () => {
    const mine = {
      ...base,
      items: [getItems(base)[0], { id: 'tmp_1', fname: '新' }, ...getItems(base).slice(1)],
    }
    const rest = mergeRecords(bill, base, mine as Values, base)
    expect(rest.details.items?.add).toEqual([{ after: 'a', row: { id: 'tmp_1', fname: '新' } }])
  })
})
