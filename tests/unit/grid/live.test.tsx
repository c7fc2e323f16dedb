// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SyncedRow, SyncListener } from '#runtime/data/table-sync.ts'
import { billOf, cellAt, openTable } from './open-table.tsx'

const bill = billOf(
  [
    { key: 'fname', title: '品名', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
    { key: 'famount', title: '金额', type: 'inputNumber', compute: 'fnum * 2' },
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
  const hear = (row: SyncedRow) =>
    act(() => {
      for (const listener of listeners) listener.onRow(row)
    })
  return { ...table, tableSync, listeners, said, hear }
}
const delta = (model: ReturnType<typeof open>['model']) => model.body('edit').items

it('a live table subscribes to its record, and shows received values without counting them as local changes', async () => {
  const { model, store, tableSync, hear } = open()
  expect(tableSync.join.mock.calls[0]?.[0]).toBe('live-items:9')
  hear({ id: 'a', fnum: 9 })
  expect(store.row('a')).toMatchObject({ fnum: 9, famount: 18 })
  hear({ id: 'gone', fnum: 9 })
  store.remove(['b'])
  hear({ id: 'b', fnum: 9 })
  expect(delta(model)).toMatchObject({ changed: [], removed: ['b'] })
  expect(store.row('b')).toBeUndefined()
})

it('a received value does not change an open cell, and appears when the cell is left unchanged', async () => {
  const { model, store, hands, hear } = open()
  await hands.click(cellAt('a', 'fname'))
  hear({ id: 'a', fname: '皮纸', fnum: 5 })
  expect(store.row('a')).toMatchObject({ fname: '宣纸', fnum: 5 })
  await hands.keyboard('{Escape}')
  expect(store.row('a')?.fname).toBe('皮纸')
  expect(delta(model)).toBeUndefined()
  // The same is true when the input was undone.
  await hands.click(cellAt('a', 'fname'))
  await hands.keyboard('粥')
  hear({ id: 'a', fname: '竹纸' })
  await hands.keyboard('{Escape}')
  expect(store.row('a')?.fname).toBe('竹纸')
  hear({ id: 'a', fname: '皮纸' })
  // Input over the received value is a local change, and still differs from the loaded record.
  await hands.click(cellAt('b', 'fname'))
  await hands.keyboard('粥')
  hear({ id: 'b', fname: '胶' })
  await hands.keyboard('{Enter}')
  expect(store.row('b')?.fname).toContain('粥')
  expect(model.initial.items).toMatchObject([{ fname: '皮纸' }, { fname: '浆糊' }])
})

it('unsaved changes are sent again when another page joins, and reverted when the form is closed', async () => {
  const { model, store, said, listeners } = open()
  store.setCell('a', 'fnum', 7)
  store.insert(2, [{ fname: '新' }])
  store.move('b', 0)
  for (const { onJoined } of listeners) onJoined()
  expect(said).toEqual([{ id: 'a', fnum: 7 }])
  cleanup()
  expect(said.at(-1)).toMatchObject({ id: 'a', fnum: 2 })
  expect(model.initial.items).toMatchObject([{ fnum: 2 }, { fnum: 3 }])
})

it('the selection statistics follow changes that another user makes in the selected cells', async () => {
  const { hands, hear } = open()
  await hands.click(cellAt('a', 'fnum'))
  await hands.keyboard('{Escape}{Shift>}{ArrowDown}{/Shift}')
  expect(await screen.findByText(/求和 5 /)).toBeTruthy()
  hear({ id: 'b', fnum: 7 })
  expect(await screen.findByText(/求和 9 /)).toBeTruthy()
})
