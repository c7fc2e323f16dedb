import { describe, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Column } from '#runtime/grid/columns/columns.ts'
import { layoutColumns } from '#runtime/grid/columns/layout.ts'
import { DEFAULT_COLUMN_MEMORY } from '#runtime/grid/columns/memory.ts'
import { compareBy } from '#runtime/grid/columns/sort.ts'
import { findCells, nextHit, replaceIn } from '#runtime/grid/find/find.ts'
import { fillTarget } from '#runtime/grid/range/fill.ts'
import { ActiveCell } from '#runtime/grid/state/active-cell.ts'
import { CellRange, readShare } from '#runtime/grid/state/cell-range.ts'
import type { GridState } from '#runtime/grid/state/GridState.ts'
import { allRows } from '#runtime/grid/state/visible-rows.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { details } from '#runtime/schema/derive.ts'
import { bill, env, lookup } from '../../record/bill.ts'

const items = [
  { id: 'a', rev: 1, fname: 'Silk 丝线', fnum: 10, fprice: null },
  { id: 'b', rev: 1, fname: '浆糊 silk', fnum: 9, fprice: 2 },
  { id: 'c', rev: 1, fname: 'silk', fnum: 100, fprice: 1 },
]

function column(key: string, over: Partial<Column> = {}): Column {
  const field = details(bill)[0]?.fields.find((one) => one.key === key)
  const type = field && fieldTypes.get(field.type)
  if (!field || !type) throw new Error(`no column ${key}`)
  return {
    key,
    field,
    type,
    title: field.title ?? key,
    width: 120,
    align: 'left',
    className: 'detail-cell',
    isRequired: false,
    isComputed: field.compute !== undefined,
    isReadOnly: field.compute !== undefined,
    isDrawn: false,
    statistics: [],
    isSortable: true,
    ...over,
  }
}

function setUp() {
  const model = new RecordModel(
    bill,
    { id: '9', rev: 1, items },
    { types: fieldValues, lookup, env: env('edit') },
  )
  const store = model.rows('items')
  if (!store) throw new Error('no rows')
  const columns = [column('fname'), column('fnum'), column('fprice'), column('famount')]
  const active = new ActiveCell()
  const range = new CellRange(store, active, columns)
  // The parts of the table that finding and sorting read.
  const table = { store, shown: allRows(store), columns, active, range, lookup } as unknown as GridState
  return { store, columns, active, range, table }
}

describe('the selected range', () => {
  it('lies between the active cell and its corner, in either direction', () => {
    const { active, range } = setUp()
    active.set('c', 'fprice', false)
    range.extend('a', 'fnum')
    expect(range.get()).toEqual({ top: 0, bottom: 2, left: 1, right: 2 })
    range.collapse()
    expect(range.get()).toEqual({ top: 2, bottom: 2, left: 2, right: 2 })
  })

  it('follows its rows when they move, and is cleared when they are removed', () => {
    const { store, active, range } = setUp()
    active.set('a', 'fname', false)
    range.extend('b', 'fname')
    store.move('a', 2)
    expect(range.get()).toEqual({ top: 0, bottom: 2, left: 0, right: 0 })
    store.remove(['b'])
    expect(range.get()).toBeNull()
  })

  it('describes its part in each row as one text, equal while the part is equal', () => {
    const { active, range } = setUp()
    active.set('a', 'fname', false)
    range.extend('b', 'fnum')
    expect(readShare(range.inRow(0))).toEqual({
      left: 0,
      right: 1,
      isEnd: false,
      isSingle: false,
      fill: null,
    })
    expect(readShare(range.inRow(1))).toMatchObject({ isEnd: true })
    expect(range.inRow(2)).toBe('')
    range.previewFill({ top: 2, bottom: 2, left: 0, right: 1 })
    expect(readShare(range.inRow(2))).toMatchObject({ left: -1, fill: [0, 1] })
  })

  it.each([
    ['down', 6, 3, { top: 4, bottom: 6, left: 2, right: 3 }],
    ['up', 0, 3, { top: 0, bottom: 1, left: 2, right: 3 }],
    ['right', 4, 5, { top: 2, bottom: 3, left: 4, right: 5 }],
    ['left', 3, 0, { top: 2, bottom: 3, left: 0, right: 1 }],
    ['nowhere', 2, 2, null],
  ])('fills %s to the farthest drag of the handle', (_way, row, at, target) => {
    expect(fillTarget({ top: 2, bottom: 3, left: 2, right: 3 }, row, at)).toEqual(target)
  })
})

describe('find and replace', () => {
  const options = { text: 'silk', isCaseKept: false, isWhole: false }

  it('finds in any case, in the exact case, or whole cells only', () => {
    const { table } = setUp()
    const ids = (over: object) => findCells(table, { ...options, ...over }).map(({ rowId }) => rowId)
    expect(ids({})).toEqual(['a', 'b', 'c'])
    expect(ids({ isCaseKept: true })).toEqual(['b', 'c'])
    expect(ids({ isWhole: true })).toEqual(['c'])
    expect(ids({ text: '' })).toEqual([])
  })

  it('moves to the hit at the cursor or after it, forwards and backwards, cyclically', () => {
    const { active, table } = setUp()
    const hits = findCells(table, options)
    active.set('b', 'fname', false)
    expect((['from', 'on', 'back'] as const).map((way) => nextHit(table, hits, way))).toEqual([1, 2, 0])
    active.set('c', 'fnum', false)
    expect((['from', 'on', 'back'] as const).map((way) => nextHit(table, hits, way))).toEqual([0, 0, 2])
    expect(nextHit(table, [], 'on')).toBe(-1)
  })

  it('finds and replaces in a number as typed, without separators', () => {
    const { store, table } = setUp()
    store.setCell('a', 'fnum', 12345)
    const numbers = { text: '1234', isCaseKept: false, isWhole: false }
    const columns = table.columns.map(
      (one): Column => (one.key === 'fnum' ? { ...one, align: 'right' } : one),
    )
    const aligned = { store, columns, active: table.active, lookup }
    const hits = findCells(aligned, numbers)
    expect(hits).toEqual([{ rowId: 'a', key: 'fnum' }])
    expect(replaceIn(aligned, hits, numbers, '9')).toBe(1)
    expect(store.row('a')?.fnum).toBe(95)
  })

  it('replaces as one step, treats the text literally, and skips values that the column cannot parse', () => {
    const { store, table } = setUp()
    expect(replaceIn(table, findCells(table, options), options, '$&绢')).toBe(3)
    expect(store.rows.map((row) => row.fname)).toEqual(['$&绢 丝线', '浆糊 $&绢', '$&绢'])
    store.undo()
    expect(store.row('c')?.fname).toBe('silk')
    const numbers = { text: '100', isCaseKept: false, isWhole: true }
    expect(replaceIn(table, [{ rowId: 'c', key: 'fnum' }], numbers, '许多')).toBe(0)
    expect(store.row('c')?.fnum).toBe(100)
  })
})

describe('columns', () => {
  it('puts fixed columns at their edges, omits hidden ones and applies stored widths', () => {
    const [name, num, price, amount] = ['fname', 'fnum', 'fprice', 'famount']
    const columns = [
      column(name as string),
      column(num as string, { fixed: 'right' }),
      column(price as string, { fixed: 'left' }),
      column(amount as string, { fixed: 'right' }),
    ]
    const laid = layoutColumns(columns, { ...DEFAULT_COLUMN_MEMORY, widths: { famount: 80 } }, false)
    expect(laid.map(({ key, style }) => [key, style])).toEqual([
      ['fprice', { '--detail-left': '84px' }],
      ['fname', undefined],
      ['fnum', { '--detail-right': '80px' }],
      ['famount', { '--detail-right': '0px' }],
    ])
    expect(
      layoutColumns(columns, { ...DEFAULT_COLUMN_MEMORY, hidden: ['fprice'] }, true).map(({ key }) => key),
    ).not.toContain('fprice')
  })

  it('orders numbers by value, with empty cells last in both directions', () => {
    const { store, table } = setUp()
    const order = (key: string, isDescending: boolean) => {
      store.sort(compareBy(table, column(key), isDescending))
      return store.rows.map(({ id }) => id)
    }
    expect(order('fnum', false)).toEqual(['b', 'a', 'c'])
    expect(order('fprice', false)).toEqual(['c', 'b', 'a'])
    expect(order('fprice', true)).toEqual(['b', 'c', 'a'])
  })
})
