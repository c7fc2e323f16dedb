// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { popupType } from '#runtime/fields/record/views.tsx'
import type { PickerDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { standInMedia } from '../../window.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'
import { paste } from './keyboard-table.ts'

standInMedia()

const goods: ScreenDocument = {
  version: 2,
  kind: 'screen',
  id: 'base/goods',
  title: '资料',
  fields: [
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fcode', title: '编号', type: 'input', query: 'eq' },
  ],
}
const picker: PickerDocument = {
  version: 2,
  kind: 'picker',
  id: 'picker/goods',
  title: '选择品名',
  code: 'rp_goods',
  source: { screen: 'base/goods' },
  fields: ['fname'],
  query: ['fname', 'fcode'],
  select: 'many',
}
const popup = {
  key: 'fspmc',
  title: '品名',
  type: 'popup',
  multi: true,
  popupCode: 'rp_goods',
  orgFields: ['id', 'fname'],
  destFields: ['spid', 'fspmc'],
  onPick: { lookup: 'btgOrder.price', send: { spid: 'spid' }, fill: ['fprice'] },
}
const bill = buildBill([
  popup,
  { key: 'spid', type: 'hidden' },
  { key: 'fnum', title: '数量', type: 'inputNumber' },
  { key: 'fprice', title: '单价', type: 'inputNumber' },
  { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
])
const records = [
  { id: '1', fname: '皮纸', fcode: 'Z1' },
  { id: '2', fname: '宣纸', fcode: 'Z2' },
]

/** Inserts text like the command of a browser. */
function insert(_name: string, _ui: boolean, text: string): boolean {
  const box = document.activeElement as HTMLInputElement
  fireEvent.input(box, { target: { value: box.value + text } })
  return true
}

beforeEach(() => {
  document.execCommand = insert as typeof document.execCommand
})
afterEach(cleanup)

/** A promise that the test resolves, as a server that answers late. */
function held() {
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  return { delivered: () => delivered, deliver: () => act(async () => deliver()) }
}

/** A bill with one empty row; `answer` delays the lookup of the price, `search` the search of the records. */
async function open(answer: () => Promise<void> = async () => {}, search = async () => {}) {
  await popupType.preload?.({
    key: 'fspmc',
    title: '品名',
    type: 'popup',
    popupCode: 'rp_goods',
    orgFields: [],
    destFields: [],
  })
  const get = async (_url: string, params: Record<string, unknown> = {}) => {
    const items = JSON.parse(String(params.superQueryParams ?? '[]')) as { val: string }[]
    await search()
    const { fname_MultiString: names, fcode_MultiString: codes } = params
    const found = records.filter(({ fname, fcode }) =>
      names || codes
        ? names === fname || codes === fcode
        : items.length === 0 || items.some(({ val }) => fname.includes(val)),
    )
    return { records: found, total: found.length }
  }
  const send = async () => {
    await answer()
    return { result: { fprice: 10 }, message: '' }
  }
  const opened = openTable(bill, [{ id: 'a', rev: 1 }], vi.fn(), {
    runtime: {
      http: {
        get: get as unknown as Http['get'],
        send: send as unknown as Http['send'],
        upload: vi.fn(),
        download: vi.fn(),
      },
      loadPicker: async () => picker,
      loadScreen: async () => goods,
    },
  })
  act(() => screen.getByRole('grid').focus())
  return opened
}
const isActive = (key: string) => cellAt('a', key).className.includes('is-active')

it('a typed text and Enter take the only hit with its lookup and move to the next cell', async () => {
  const { store, hands } = await open()
  await hands.keyboard('宣{Enter}5{Enter}')
  await waitFor(() =>
    expect(store.row('a')).toMatchObject({ fspmc: '宣纸', spid: '2', fprice: 10, fnum: 5, famount: 50 }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('a typed text whose answer is late', () => {
  it('stays in its cell with a loading mark while the next cell is typed, then gives way to its record', async () => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard('宣{Enter}')
    expect(isActive('fnum')).toBe(true)
    expect(cellAt('a', 'fspmc').textContent).toBe('宣')
    expect(cellAt('a', 'fspmc').getAttribute('aria-busy')).toBe('true')
    await hands.keyboard('5{Enter}')
    expect(store.row('a')).toMatchObject({ fnum: 5 })
    await deliver()
    await waitFor(() => expect(store.row('a')).toMatchObject({ fspmc: '宣纸', fprice: 10, famount: 50 }))
    expect(cellAt('a', 'fspmc').textContent).toBe('宣纸')
    expect(cellAt('a', 'fspmc').getAttribute('aria-busy')).toBeNull()
  })

  it('goes on by Tab too', async () => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard('宣{Tab}')
    expect(isActive('fnum')).toBe(true)
    expect(cellAt('a', 'fspmc').textContent).toBe('宣')
    await deliver()
    await waitFor(() => expect(store.row('a')).toMatchObject({ fspmc: '宣纸', spid: '2' }))
  })

  it('takes the hit to which the arrows moved before the answer', async () => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard('纸{ArrowDown}{ArrowDown}{Enter}')
    expect(isActive('fnum')).toBe(true)
    await deliver()
    await waitFor(() => expect(store.row('a')).toMatchObject({ fspmc: '宣纸' }))
  })

  it('keeps a value that the user typed into a column that the record fills', async () => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard('宣{Enter}5{Tab}7{Enter}')
    expect(store.row('a')).toMatchObject({ fnum: 5, fprice: 7 })
    await deliver()
    await waitFor(() => expect(store.row('a')).toMatchObject({ fspmc: '宣纸', spid: '2' }))
    expect(store.row('a')).toMatchObject({ fprice: 7, famount: 35 })
  })

  it('blocks a save until the answer', async () => {
    const { delivered, deliver } = held()
    const { model, hands } = await open(undefined, delivered)
    await hands.keyboard('宣{Enter}')
    expect(model.hasPending).toBe(true)
    expect(model.rowProblems('items').map(({ text }) => text)).toEqual(['正在查询，请稍候'])
    await deliver()
    await waitFor(() => expect(model.hasPending).toBe(false))
  })

  it('is ignored after its cell was cleared', async () => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard('宣{Enter}{ArrowLeft}{Delete}')
    expect(cellAt('a', 'fspmc').textContent).toBe('')
    await deliver()
    expect(store.row('a')?.spid ?? null).toBeNull()
  })
})

describe('a typed text without a record', () => {
  it.each([
    ['Enter', '无', '没有查询到任何数据'],
    ['Tab', '无', '没有查询到任何数据'],
    ['Enter', '纸', '请选择一条记录'],
    ['Tab', '纸', '请选择一条记录'],
  ])('stays in its cell as a fault when %s leaves %s', async (key, text, reason) => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard(`${text}{${key}}7{Enter}`)
    expect(store.row('a')).toMatchObject({ fnum: 7 })
    await deliver()
    await waitFor(() => expect(store.findErrors('a')?.fspmc).toBe(reason))
    expect(cellAt('a', 'fspmc').textContent).toContain(text)
  })

  it('shows what it found when its cell is opened again, and Esc keeps it', async () => {
    const { delivered, deliver } = held()
    const { store, hands } = await open(undefined, delivered)
    await hands.keyboard('纸{Enter}')
    await deliver()
    await waitFor(() => expect(store.findErrors('a')?.fspmc).toBe('请选择一条记录'))
    await hands.keyboard('{ArrowLeft}{F2}')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    expect((document.activeElement as HTMLInputElement).value).toBe('纸')
    await hands.keyboard('{Escape}{Escape}')
    expect(store.findErrors('a')?.fspmc).toBe('请选择一条记录')
    await hands.keyboard('{F2}')
    await screen.findAllByRole('option')
    await hands.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(store.row('a')).toMatchObject({ fspmc: '宣纸' })
    expect(store.findErrors('a')?.fspmc).toBeUndefined()
  })

  it('says so at the cell when Enter comes after the answer', async () => {
    const { hands } = await open()
    await hands.keyboard('无')
    expect((await screen.findByRole('alert')).textContent).toBe('没有查询到任何数据')
    await hands.keyboard('{Enter}')
    expect(isActive('fspmc')).toBe(true)
  })
})

it('a pasted code finds its record like a name', async () => {
  const { store, hands } = await open()
  paste('Z2')
  await waitFor(() => expect(store.row('a')).toMatchObject({ fspmc: '宣纸', spid: '2', fprice: 10 }))
  await hands.keyboard('{Control>}z{/Control}')
  paste('皮纸')
  await waitFor(() => expect(store.row('a')).toMatchObject({ fspmc: '皮纸', spid: '1' }))
})

it('Esc after a pick in the dialog only leaves the editor, and one undo reverts the pick with its lookup', async () => {
  const { store, hands } = await open()
  await hands.keyboard('{F4}')
  const dialog = await screen.findByRole('dialog', { name: '选择品名' })
  await waitFor(() => expect(dialog.querySelectorAll('tr[data-row-key]')).toHaveLength(2))
  for (const row of dialog.querySelectorAll('tr[data-row-key]')) fireEvent.click(row)
  fireEvent.keyDown(dialog.querySelector('input') as Element, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(store.rows.map(({ fspmc }) => fspmc)).toEqual(['皮纸', '宣纸']))
  await waitFor(() => expect(document.activeElement?.closest('[data-field]')).toBe(cellAt('a', 'fspmc')))
  await hands.keyboard('{Escape}')
  expect(store.rows.map(({ fspmc, fprice }) => [fspmc, fprice])).toEqual([
    ['皮纸', 10],
    ['宣纸', 10],
  ])
  await hands.keyboard('{Control>}z{/Control}')
  expect(store.rows.map(({ fspmc, fprice }) => [fspmc ?? null, fprice ?? null])).toEqual([[null, null]])
})

it('a late lookup belongs to the step of its pick, though the next cell was typed before', async () => {
  const { delivered, deliver } = held()
  const { store, hands } = await open(delivered)
  await hands.keyboard('宣{Enter}')
  await waitFor(() => expect(isActive('fnum')).toBe(true))
  await hands.keyboard('5{Enter}')
  expect(store.row('a')).toMatchObject({ fnum: 5 })
  await deliver()
  await waitFor(() => expect(store.row('a')).toMatchObject({ fprice: 10, famount: 50 }))
  act(() => void store.undo())
  expect(store.rows).toHaveLength(1)
  act(() => void store.undo())
  expect(store.row('a')).toMatchObject({ fspmc: '宣纸', fprice: 10 })
  expect([store.row('a')?.fnum ?? null, store.row('a')?.famount ?? null]).toEqual([null, null])
  act(() => void store.undo())
  expect(store.row('a')?.fspmc ?? null).toBeNull()
})
