// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SyncedRow, SyncListener } from '#runtime/data/table-sync.ts'
import { buildBill, cellAt, openTable } from './open-table.tsx'

const bill = buildBill(
  [
    { key: 'fname', title: '品名', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
    {
      key: 'famount',
      title: '金额',
      type: 'inputNumber',
      compute: 'fnum * 2',
      scale: 2,
      statistics: ['sum'],
    },
  ],
  { socketKey: 'live-items' },
)

beforeEach(() => void vi.stubGlobal('CSS', { escape: (text: string) => text }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const listeners = new Set<SyncListener>()
  const said: SyncedRow[] = []
  const tableSync = {
    join: vi.fn((_room: string, listener: SyncListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }),
    send: (_room: string, row: SyncedRow) => void said.push(row),
  }
  const items = [
    { id: 'a', rev: 1, fname: '宣纸', fnum: 2, famount: 4, orderNum: 1 },
    { id: 'b', rev: 1, fname: '浆糊', fnum: 3, famount: 6, orderNum: 2 },
  ]
  const table = openTable(bill, items, () => {}, { runtime: { tableSync } })
  const notify = (call: (listener: SyncListener) => void) => act(() => listeners.forEach(call))
  const receive = (row: SyncedRow, page = 'p1', name = '系统管理员') =>
    notify(({ onRow }) => onRow?.(row, { page, name }))
  return { ...table, tableSync, notify, said, receive, items }
}
const delta = (model: ReturnType<typeof open>['model']) => model.body('edit').items
const total = () => document.querySelector('[data-total="famount"]')?.textContent
const isMarked = (id: string, key: string) => cellAt(id, key).classList.contains('is-foreign')

it('an unsaved cell of another page is shown with its name, and neither counted nor a local change', () => {
  const { model, store, tableSync, receive } = open()
  expect(tableSync.join.mock.calls[0]?.[0]).toBe('live-items:9')
  receive({ id: 'a', fnum: 9 })
  expect(cellAt('a', 'fnum').textContent).toBe('9系统管理员')
  expect(cellAt('a', 'famount').textContent).toBe('18.00')
  expect(isMarked('a', 'famount')).toBe(true)
  expect(isMarked('b', 'fnum')).toBe(false)
  expect(store.row('a')).toMatchObject({ fnum: 2, famount: 4 })
  expect(total()).toBe('合计 10.00')
  expect(screen.getByTitle('他人未保存的修改 +14.00，未计入')).toBeTruthy()
  expect(screen.getByText('系统管理员还有 1 格未保存，未计入')).toBeTruthy()
  expect(delta(model)).toBeUndefined()
})

it.each<[string, (table: ReturnType<typeof open>) => void]>([
  ['its page takes it back', ({ receive }) => receive({ id: 'a', fnum: 2 })],
  ['its page is closed', ({ notify }) => notify(({ onLeft }) => onLeft?.('p1'))],
  ['this page joins again', ({ notify }) => notify(({ onAdmitted }) => onAdmitted?.())],
  [
    'it is saved',
    ({ model, items }) =>
      act(() => model.load({ id: '9', rev: 4, items: [{ ...items[0], fnum: 9, famount: 18 }, items[1]] })),
  ],
])('the mark of a foreign cell ends when %s', (_when, end) => {
  const table = open()
  table.receive({ id: 'a', fnum: 9 })
  table.receive({ id: 'b', fname: '胶' }, 'p2', '张三')
  end(table)
  expect(isMarked('a', 'fnum')).toBe(false)
  table.notify(({ onLeft }) => onLeft?.('p2'))
  expect(isMarked('b', 'fname')).toBe(false)
  expect(screen.queryByText(/未保存，未计入/)).toBeNull()
})

it('a cell that was changed here keeps its value beside the name of the other user', () => {
  const { model, store, receive } = open()
  act(() => store.setCell('a', 'fnum', 5))
  receive({ id: 'a', fnum: 9 })
  expect(cellAt('a', 'fnum').textContent).toBe('5系统管理员')
  expect(cellAt('a', 'fnum').querySelector('[title]')?.getAttribute('title')).toBe('系统管理员改为 9，未保存')
  expect(total()).toBe('合计 16.00')
  expect(delta(model)).toMatchObject({ changed: [{ id: 'a', fnum: 5 }] })
})

it('an open cell keeps its text when a value of another page arrives', async () => {
  const { model, store, hands, receive } = open()
  await hands.click(cellAt('a', 'fname'))
  await hands.keyboard('粥')
  receive({ id: 'a', fname: '皮纸' })
  await hands.keyboard('饭{Enter}')
  expect(store.row('a')?.fname).toContain('粥饭')
  expect(model.initial.items).toMatchObject([{ fname: '宣纸' }, { fname: '浆糊' }])
})

it('unsaved changes are sent again when another page joins, and reverted when the form is closed', () => {
  const { model, store, said, notify } = open()
  store.setCell('a', 'fnum', 7)
  store.insert(2, [{ fname: '新' }])
  store.move('b', 0)
  notify(({ onJoined }) => onJoined?.())
  expect(said).toEqual([{ id: 'a', fnum: 7 }])
  cleanup()
  expect(said.at(-1)).toMatchObject({ id: 'a', fnum: 2 })
  expect(model.initial.items).toMatchObject([{ fnum: 2 }, { fnum: 3 }])
})

it('sent cells are sent again as stored when a save changed them', () => {
  const { model, store, said, notify, items } = open()
  store.setCell('a', 'fnum', 7.001)
  notify(({ onJoined }) => onJoined?.())
  act(() => model.load({ id: '9', rev: 4, items: [{ ...items[0], fnum: 7 }, items[1]] }))
  expect(said.at(-1)).toEqual({ id: 'a', fnum: 7 })
})
