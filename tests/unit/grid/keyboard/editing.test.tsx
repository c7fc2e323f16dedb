// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const list = (over: object = {}) =>
  buildBill(
    [
      { key: 'fname', title: '品名', type: 'input', validateRules: [{ required: true }] },
      { key: 'fnum', title: '数量', type: 'inputNumber', disabledkey: 'flocked' },
      { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * 2' },
      { key: 'fspec', title: '规格', type: 'input', disabled: true },
      { key: 'flocked', title: '锁定', type: 'hidden' },
    ],
    over,
  )
const rows = () => [
  { id: 'a', fname: '宣纸', fnum: 2 },
  { id: 'b', fname: null, fnum: 3, flocked: '1' },
]
const isEditing = (id: string, key: string) => cellAt(id, key).className.includes('is-editing')
const fault = (id: string, key: string) => within(cellAt(id, key)).queryByRole('tooltip')?.textContent

afterEach(cleanup)

it('a cell with the fill handle truncates its text like other cells', async () => {
  const { hands } = openTable(list(), rows())
  expect(cellAt('a', 'fname').querySelector('.detail-text')).toBeNull()
  await hands.click(cellAt('a', 'fname'))
  await hands.keyboard('{Escape}')
  expect(cellAt('a', 'fname').querySelector('[data-fill]')).not.toBeNull()
  expect(cellAt('a', 'fname').querySelector('.detail-text')?.textContent).toBe('宣纸')
})

describe('a cell in editing', () => {
  it('opens on a click and closes on a mouse-up anywhere else, also inside the table', async () => {
    const { hands } = openTable(list(), rows())
    for (const elsewhere of [
      () => screen.getByRole('columnheader', { name: /金额/ }),
      () => screen.getByRole('checkbox', { name: '选择第 2 行' }),
      () => document.body,
    ]) {
      await hands.click(cellAt('a', 'fname'))
      expect(isEditing('a', 'fname')).toBe(true)
      await hands.click(elsewhere())
      expect(isEditing('a', 'fname')).toBe(false)
    }
  })

  it('stays open while the user selects its text beyond its edge', async () => {
    const { hands } = openTable(list(), rows())
    await hands.click(cellAt('a', 'fname'))
    fireEvent.mouseDown(within(cellAt('a', 'fname')).getByRole('textbox'))
    fireEvent.mouseUp(document.body)
    expect(isEditing('a', 'fname')).toBe(true)
  })
})

it('letters typed at once are stored one by one, and shown beside their cell together', async () => {
  const { hands, store, model } = openTable(list(), rows())
  const shown = vi.fn()
  store.subscribeRow('a', shown)
  await hands.dblClick(cellAt('a', 'fnum'))
  const input = within(cellAt('a', 'fnum')).getByRole('textbox')
  for (const typed of ['1', '12', '125']) {
    fireEvent.input(input, { target: { value: typed } })
    expect(model.rows('items')?.row('a')).toMatchObject({ fnum: Number(typed), famount: Number(typed) * 2 })
  }
  expect(shown).not.toHaveBeenCalled()
  await waitFor(() => expect(cellAt('a', 'famount').textContent).toBe('250.00'))
  expect(shown).toHaveBeenCalledOnce()
})

describe('a read-only cell', () => {
  it.each([
    ['of a column that says disabled', 'a', 'fspec'],
    ['of a computed column', 'a', 'famount'],
    ['whose row says so under disabledkey', 'b', 'fnum'],
  ])('%s opens on no click and no key', async (_which, id, key) => {
    const { store, hands } = openTable(list(), rows())
    const before = { ...store.row(id) }
    await hands.click(cellAt(id, key))
    expect(isEditing(id, key)).toBe(false)
    await hands.keyboard('7{F2}8')
    expect(store.row(id)).toEqual(before)
    expect(cellAt(id, key).getAttribute('aria-readonly')).toBe('true')
  })
})

describe('a number cell', () => {
  it.each([
    ['1a2.5.5', '12.55', 12.55],
    ['-7-', '-7', -7],
    ['5.', '5.', 5],
    ['-', '-', null],
    ['.', '.', null],
  ])('typed as %s contains %s, and stores %j when it is left', async (typed, held, stored) => {
    const { store, hands } = openTable(list(), rows())
    await hands.click(cellAt('a', 'fnum'))
    const editor = within(cellAt('a', 'fnum')).getByRole<HTMLInputElement>('textbox')
    await hands.clear(editor)
    await hands.type(editor, typed)
    expect(editor.value).toBe(held)
    await hands.click(document.body)
    expect(store.row('a')?.fnum).toBe(stored)
  })
})

describe('a table that is always edited', () => {
  it('shows an editor in every editable cell, and no mouse press closes them', async () => {
    const { store, hands } = openTable(list({ alwaysEdit: true }), rows())
    const open = () =>
      ['a', 'b'].flatMap((id) => ['fname', 'fnum', 'famount'].map((key) => isEditing(id, key)))
    const all = [true, true, false, true, false, false]
    expect(open()).toEqual(all)
    await hands.click(within(cellAt('a', 'fnum')).getByRole('textbox'))
    await hands.keyboard('5')
    await hands.click(within(cellAt('b', 'fname')).getByRole('textbox'))
    await hands.keyboard('皮纸')
    expect(store.rows.map(({ fname, fnum }) => [fname, fnum])).toEqual([
      ['宣纸', 25],
      ['皮纸', 3],
    ])
    await waitFor(() => expect(cellAt('a', 'famount').textContent).toBe('50.00'))
    await hands.click(document.body)
    expect(open()).toEqual(all)
  })
})

describe('a cell that the focus leaves', () => {
  it('shows its problem although nothing was typed, and shows none before', async () => {
    const { hands } = openTable(list(), rows())
    await hands.click(cellAt('b', 'fname'))
    expect(fault('b', 'fname')).toBeUndefined()
    await hands.click(document.body)
    expect(fault('b', 'fname')).toBe('请输入品名')
  })

  it('keeps the problems that the server reported for its row', async () => {
    const { store, hands } = openTable(list(), rows())
    store.markError('a', 'fname', '已有此品名')
    store.markError('a', 'fnum', '库存不足')
    await hands.click(cellAt('a', 'fname'))
    await hands.click(document.body)
    expect(store.findErrors('a')).toEqual({ fname: '已有此品名', fnum: '库存不足' })
  })
})
