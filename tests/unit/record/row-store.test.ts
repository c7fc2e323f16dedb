import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { applyRowsDelta } from '#runtime/record/changes/delta.ts'
import { compileFormulas } from '#runtime/record/formulas/formulas.ts'
import { RecordModel } from '#runtime/record/model.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { bill, env, lookup } from './bill.ts'

const { formulas } = compileFormulas(bill, fieldValues)
const row = (id: string, fname: string, fnum: number, fprice: number, orderNum: number) => ({
  id,
  rev: 1,
  orderNum,
  fname,
  fnum,
  fprice,
  ftaxrate: 13,
})
const saved = formulas.computeAll(
  {
    id: '9',
    rev: 3,
    frate: 0.5,
    items: [row('a', '宣纸', 2, 10, 1), row('b', '浆糊', 3, 0.1, 2), row('c', '函套', 1, 65, 3)],
  },
  env('edit'),
)

function open(): { model: RecordModel; store: RowStore } {
  const model = new RecordModel(bill, saved, { types: fieldValues, lookup, env: env('edit') })
  const store = model.rows('items')
  if (!store) throw new Error('no store')
  return { model, store }
}

describe('a row store', () => {
  it('reveals the cell of a path, and nothing for a path without a cell', () => {
    const { model, store } = open()
    expect(model.reveal('/items/0/fnum')).toBe(true)
    expect(store.revealed).toEqual({ id: store.rows[0]?.id, key: 'fnum' })
    expect(model.reveal('/items')).toBe(false)
    expect(model.reveal('/fdate')).toBe(false)
  })

  it('updates row formulas and head sums when a cell changes, and notifies only that row and the head', () => {
    const { model, store } = open()
    const heard = { a: vi.fn(), b: vi.fn(), head: vi.fn(), totals: vi.fn() }
    store.subscribeRow('a', heard.a)
    store.subscribeRow('b', heard.b)
    store.subscribeTotals(heard.totals)
    model.subscribeHead(heard.head)
    store.setCell('a', 'fnum', '2.5')
    expect(store.row('a')).toMatchObject({ fnum: '2.5', famount: 25, fnet: 22.12, fdue: 12.5 })
    expect(model.head).toMatchObject({ fsumnum: 6.5, ftotal: 90.3 })
    expect(heard.a).toHaveBeenCalledOnce()
    expect(heard.b).not.toHaveBeenCalled()
    expect(heard.totals).toHaveBeenCalledOnce()
    expect(heard.head).toHaveBeenCalledOnce()
  })

  it('stores a typed change at once and notifies when typing pauses, at the latest with the next validation', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { model, store } = open()
    const heard = { a: vi.fn(), head: vi.fn() }
    store.subscribeRow('a', heard.a)
    model.subscribeHead(heard.head)
    const type = (value: number) => store.scheduler.defer(() => store.setCell('a', 'fnum', value))
    type(3)
    vi.advanceTimersByTime(100)
    type(4)
    expect(store.row('a')).toMatchObject({ fnum: 4, famount: 40 })
    vi.advanceTimersByTime(149)
    expect(heard.a).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(heard.a).toHaveBeenCalledOnce()
    expect(heard.head).toHaveBeenCalledOnce()
    type(5)
    model.flushNotifications()
    expect(heard.head).toHaveBeenCalledTimes(2)
    // Values that are not typed are notified at once, with all waiting changes of the store.
    type(6)
    store.setCell('b', 'fnum', 1)
    expect(heard.a).toHaveBeenCalledTimes(3)
  })

  it('notifies within half a second of a letter although typing does not pause', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { store } = open()
    const heard = vi.fn()
    store.subscribeRow('a', heard)
    for (let letter = 0; letter < 10; letter++) {
      store.scheduler.defer(() => store.setCell('a', 'fnum', letter))
      vi.advanceTimersByTime(60)
    }
    expect(heard).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(150)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('finds rows by id after a move when only some positions were indexed', () => {
    const { store } = open()
    expect(store.indexOf('b')).toBe(1)
    store.move('c', 0)
    expect(['a', 'b', 'c', 'gone'].map((id) => store.indexOf(id))).toEqual([1, 2, 0, -1])
    const [added = ''] = store.insert(1, [{ fname: '印泥' }])
    store.remove(['c'])
    expect([added, 'a', 'b', 'c'].map((id) => store.indexOf(id))).toEqual([0, 1, 2, -1])
    expect(store.row('b')?.fname).toBe('浆糊')
  })

  it('detects duplicates of a unique column in a long document after rows changed', () => {
    const items = Array.from({ length: 20_001 }, (_, at) => row(`r${at}`, `第 ${at} 种`, 1, 1, at + 1))
    const model = new RecordModel(bill, { ...saved, items }, { types: fieldValues, lookup, env: env('edit') })
    const long = model.rows('items')
    long?.setCell('r7', 'fname', '第 9 种')
    long?.remove(['r1'])
    const doubles = long?.validateAll().filter(({ path }) => path.endsWith('fname'))
    expect(doubles?.map(({ path }) => path)).toEqual(['/items/6/fname', '/items/8/fname'])
  })

  it('detects duplicates of a unique column when rows are added and removed', () => {
    const { store } = open()
    store.insert(3, [{ fname: '宣纸', fnum: 1, fprice: 1 }])
    store.setCell('b', 'fname', '宣纸')
    store.remove(['c'])
    const doubles = store.validateAll().filter(({ path }) => path.endsWith('fname'))
    expect(doubles.map(({ path }) => path)).toEqual(['/items/0/fname', '/items/1/fname', '/items/2/fname'])
  })

  it('updates rows when a head value that they read changes', () => {
    const { model, store } = open()
    model.setHead('frate', 2)
    expect(store.rows.map((one) => one.fdue)).toEqual([40, 0.6, 130])
    expect(model.body('edit')).toEqual({ id: '9', rev: 3, frate: 2 })
  })

  it('undoes and redoes typing in one cell as one step', () => {
    const { model, store } = open()
    const before = [...store.rows]
    for (const text of ['1', '12', '12.5']) store.setCell('b', 'fnum', text, 'edit 1')
    store.undo()
    expect(store.rows).toEqual(before)
    expect(store.canUndo).toBe(false)
    expect(model.head.ftotal).toBe(85.3)
    store.redo()
    expect(store.row('b')).toMatchObject({ fnum: '12.5', famount: 1.25 })
  })

  it.each([
    ['insert', (store: RowStore) => void store.insert(1, [{ fname: '甲' }, { fname: '乙' }])],
    ['remove', (store: RowStore) => store.remove(['a', 'c'])],
    ['move', (store: RowStore) => store.move('a', 2)],
    [
      'cells',
      (store: RowStore) =>
        store.setCells([
          { id: 'a', values: { fnum: 9 } },
          { id: 'c', values: { fname: null } },
        ]),
    ],
  ])('takes an action of the kind %s back and gives it again as one step', (_kind, act) => {
    const { model, store } = open()
    const [before, headBefore] = [[...store.rows], model.head]
    act(store)
    const [after, headAfter] = [[...store.rows], model.head]
    expect(after).not.toEqual(before)
    store.undo()
    expect(store.rows).toEqual(before)
    expect(model.head).toEqual(headBefore)
    store.redo()
    expect(store.rows).toEqual(after)
    expect(model.head).toEqual(headAfter)
  })

  it('redoes a late change of a step in a row that was inserted since', () => {
    const { store } = open()
    store.setCell('a', 'fnum', 14, 'paste 1')
    const [id = ''] = store.insert(0, [{ fname: '皮纸', fnum: 10 }])
    store.setCell(id, 'fnum', 14, 'paste 1')
    while (store.canUndo) store.undo()
    while (store.canRedo) store.redo()
    expect(store.row(id)).toMatchObject({ fname: '皮纸', fnum: 14 })
  })

  it('drops a cancelled step permanently', () => {
    const { store } = open()
    store.setCell('a', 'fname', '皮纸', 'edit 1')
    store.cancel('edit 1')
    expect(store.row('a')?.fname).toBe('宣纸')
    expect([store.canUndo, store.canRedo]).toEqual([false, false])
  })

  it('marks a duplicate, and clears the first row when the second changes', () => {
    const { store } = open()
    store.setCell('b', 'fname', '宣纸')
    expect(store.findErrors('b')).toEqual({ fname: '品名不能重复' })
    expect(store.validateAll().map((problem) => problem.path)).toEqual(['/items/0/fname', '/items/1/fname'])
    store.setCell('a', 'fname', '皮纸')
    expect(store.errorCount).toBe(0)
  })

  it('shows problems from a server in their cells and returns the rest', () => {
    const { model, store } = open()
    const rest = model.showProblems([
      { path: '/items/1/fnum', code: 'x', text: '太多' },
      { path: '/fdate', code: 'x', text: '已结账' },
    ])
    expect(store.findErrors('b')).toEqual({ fnum: '太多' })
    expect(rest.map((problem) => problem.path)).toEqual(['/fdate'])
  })

  it('reads a dictionary again in every validation of all rows', () => {
    const words: string[] = []
    const items = () => words.map((value) => ({ value, text: value }))
    const text = (_code: string, value: string) => words.find((word) => word === value)
    const screen = {
      ...bill,
      fields: [
        {
          key: 'items',
          title: '明细',
          type: 'table',
          fields: [{ key: 'funit', title: '单位', type: 'select', dictCode: 'unit' }],
        },
      ],
    }
    const record = {
      items: [
        { id: 'a', funit: '册' },
        { id: 'b', funit: '卷' },
        { id: 'c', funit: '卷' },
      ],
    }
    const options = { types: fieldValues, lookup: { ...lookup, items, text }, env: env('edit') }
    const model = new RecordModel(screen, record, options)
    expect(model.problems()).toEqual([])
    words.push('册')
    expect(model.problems().map(({ path }) => path)).toEqual(['/items/1/funit', '/items/2/funit'])
  })

  it('sends nothing for an unchanged record', () => {
    const { model } = open()
    expect(model.body('edit')).toEqual({ id: '9', rev: 3 })
    expect(model.isChanged).toBe(false)
  })
})

type Step =
  | { do: 'set'; at: number; key: 'fname' | 'fnum' | 'fprice'; value: unknown }
  | { do: 'insert' | 'remove'; at: number }
  | { do: 'move'; at: number; to: number }
  | { do: 'undo' | 'redo' }
  | { do: 'rate'; value: number }

const place = fc.nat(5)
const decimal = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((units) => units / 10_000)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    at: place,
    key: fc.constantFrom('fnum' as const, 'fprice' as const),
    value: fc.oneof(decimal, decimal.map(String), fc.constant(null), fc.constant('1234567890123.123456789')),
  }),
  fc.record({
    do: fc.constant('set' as const),
    at: place,
    key: fc.constant('fname' as const),
    value: fc.constantFrom('甲', '乙', null),
  }),
  fc.record({ do: fc.constantFrom('insert' as const, 'remove' as const), at: place }),
  fc.record({ do: fc.constant('move' as const), at: place, to: place }),
  fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }),
  fc.record({ do: fc.constant('rate' as const), value: decimal }),
)

function run(model: RecordModel, store: RowStore, step: Step): void {
  if (!('at' in step)) {
    if (step.do === 'rate') model.setHead('frate', step.value)
    else if (step.do === 'undo') store.undo()
    else store.redo()
  } else {
    const id = store.rows[step.at]?.id
    if (step.do === 'insert') store.insert(Math.min(step.at, store.rows.length))
    else if (!id) return
    else if (step.do === 'set') store.setCell(id, step.key, step.value)
    else if (step.do === 'move') store.move(id, step.to)
    else store.remove([id])
  }
}

describe('after any series of actions', () => {
  it('running sums and incremental formulas equal a computation of everything', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (actions) => {
        const { model, store } = open()
        for (const action of actions) run(model, store, action)
        // Rows that hold only their defaults are not counted.
        const record = { ...model.record, items: store.filledRows }
        expect(record).toEqual(formulas.computeAll(record, env('edit')))
      }),
      { numRuns: 200 },
    )
  })

  it('undo of all steps yields the initial rows, redo the final rows, and the delta converts one into the other', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (actions) => {
        const { model, store } = open()
        const start = [...store.rows]
        for (const action of actions) if (action.do !== 'rate') run(model, store, action)
        const end = [...store.rows]
        const plain = (rows: readonly Record<string, unknown>[]) =>
          rows.map(({ fname, fnum, fprice, ftaxrate }) => [
            fname ?? null,
            fnum ?? null,
            fprice ?? null,
            ftaxrate,
          ])
        expect(plain(applyRowsDelta(start, store.delta(), 'orderNum'))).toEqual(plain(end))
        let undone = 0
        for (; store.canUndo; undone += 1) store.undo()
        expect(store.rows).toEqual(start)
        for (; undone > 0; undone -= 1) store.redo()
        expect(store.rows).toEqual(end)
      }),
      { numRuns: 200 },
    )
  })
})
