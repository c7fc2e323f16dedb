// @vitest-environment jsdom
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { RecordEnv } from '#runtime/record/scope.ts'
import type { Field } from '#runtime/schema/types.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const bill = buildBill([
  {
    key: 'fname',
    title: '品名',
    type: 'popup',
    popupCode: 'rp_goods',
    orgFields: ['id', 'fname'],
    destFields: ['spid', 'fname'],
    onPick: { lookup: 'btgOrder.getspinfobefore', send: { spid: 'spid' }, fill: ['fprice', 'fstock'] },
  },
  { key: 'spid', type: 'hidden' },
  { key: 'fstock', title: '现存量', type: 'inputNumber', persist: false, disabled: true },
  { key: 'fprice', title: '单价', type: 'inputNumber' },
])
const stock: Record<string, number> = { g1: 42, g2: 6 }
const answer = (_method: string, _url: string, body?: unknown) => {
  const { spid } = body as { spid: string }
  return spid in stock
    ? Promise.resolve({ message: '', result: { fprice: 9, fstock: stock[spid] } })
    : Promise.reject(new Error('refused'))
}
const refuse = () => Promise.reject(new Error('no server here'))

function open(items: Record<string, unknown>[], send = vi.fn(answer), mode: RecordEnv['mode'] = 'edit') {
  const http = { get: refuse, send, upload: refuse, download: refuse }
  const runtime = { http: http as never }
  return { send, ...openTable(bill, items, () => {}, { runtime, mode }) }
}

afterEach(cleanup)

it('transient columns are loaded once per picked record, and do not count as changes', async () => {
  const { send, model, store } = open([
    { id: 'a', spid: 'g1', fname: '宣纸', fprice: 3 },
    { id: 'b', spid: 'g2', fname: '浆糊', fprice: 4 },
    { id: 'c', spid: 'g1', fname: '宣纸', fprice: 5 },
    { id: 'd', spid: 'gone', fname: '旧物', fprice: 1 },
  ])
  await waitFor(() => expect(store.rows.map((row) => row.fstock)).toEqual([42, 6, 42, undefined]))
  expect(cellAt('a', 'fstock').textContent).toBe('42')
  expect(store.rows.map((row) => row.fprice)).toEqual([3, 4, 5, 1])
  expect(send).toHaveBeenCalledTimes(3)
  expect(model.body('edit')).not.toHaveProperty('items')
  expect(store.canUndo).toBe(false)
})

it('a record in view mode shows the values of this moment without counting as changed', async () => {
  const { model, store } = open([{ id: 'a', spid: 'g1', fname: '宣纸', fprice: 3 }], vi.fn(answer), 'detail')
  await waitFor(() => expect(cellAt('a', 'fstock').textContent).toBe('42'))
  expect(store.row('a')?.fprice).toBe(3)
  expect(model.isChanged).toBe(false)
})

it('an answer is discarded when the row refers to another record by then', async () => {
  let come = () => {}
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  const { send, store } = open(
    [
      { id: 'a', spid: 'g1', fname: '宣纸' },
      { id: 'b', spid: 'g2', fname: '浆糊' },
    ],
    vi.fn((...asked: Parameters<typeof answer>) => late.then(() => answer(...asked))),
  )
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  act(() => store.setCells([{ id: 'a', values: { spid: 'gone', fname: '旧物' } }]))
  await act(async () => {
    come()
    await late
  })
  // The answers are processed in the order of the rows.
  await waitFor(() => expect(store.row('b')?.fstock).toBe(6))
  expect(store.row('a')?.fstock).toBeUndefined()
})

it('a lookup that does not say yet what it fills loads nothing', () => {
  const half: Field = {
    key: 'fname',
    title: '品名',
    type: 'popup',
    popupCode: 'rp_goods',
    onPick: { lookup: 'btgOrder.getspinfobefore' },
  }
  const { store } = openTable(buildBill([half]), [{ id: 'a', fname: '宣纸' }])
  expect(store.rows).toHaveLength(1)
})
