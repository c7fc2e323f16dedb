// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { buildBill, cellAt, openTable } from './open-table.tsx'

const list = (...fields: object[]) => buildBill(fields)
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => [head.textContent, head.getAttribute('aria-colindex'), head.getAttribute('aria-colspan')])

afterEach(cleanup)

describe('column headers', () => {
  it('are placed under the title of their group, which spans adjacent columns', () => {
    const group = { type: 'input', group: '数量' }
    openTable(
      list(
        { key: 'fname', title: '品名', type: 'input' },
        { ...group, key: 'fplan', title: '应收' },
        { ...group, key: 'freal', title: '实收' },
        { key: 'fnote', title: '备注', type: 'input' },
        { ...group, key: 'fback', title: '退回' },
      ),
      [{ id: 'a' }],
    )
    expect(heads()).toEqual([
      ['序号', '1', null],
      ['', '2', null],
      ['数量', '4', '2'],
      ['数量', '7', '1'],
      ['品名', '3', null],
      ['应收', '4', null],
      ['实收', '5', null],
      ['备注', '6', null],
      ['退回', '7', null],
    ])
  })
})

it('a detail table colours cells and rows when their conditions are met', () => {
  const colors = [
    { when: 'fnum < 5', color: 'warning' },
    { when: 'fnum == 0', color: 'error', row: true },
  ]
  openTable(list({ key: 'fnum', title: '数量', type: 'inputNumber', colors }), [
    { id: 'a', fnum: 9 },
    { id: 'b', fnum: 0 },
  ])
  const listColors = (id: string) => [
    cellAt(id, 'fnum').dataset.color,
    cellAt(id, 'fnum').closest<HTMLElement>('[data-row-id]')?.dataset.color,
  ]
  expect([listColors('a'), listColors('b')]).toEqual([
    [undefined, undefined],
    ['warning', 'error'],
  ])
})

describe('a date cell', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-06-01T12:00:00+08:00') }))
  afterEach(() => void vi.useRealTimers())
  const open = (notify = vi.fn()) =>
    openTable(list({ key: 'fday', title: '日期', type: 'date' }), [{ id: 'a', fday: '2025-09-01' }], notify)
  const typeInto = async (hands: ReturnType<typeof open>['hands'], text: string) => {
    await hands.click(cellAt('a', 'fday'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
    await hands.keyboard(`{Control>}a{/Control}${text}{Enter}`)
  }

  it.each([
    ['2025/3/7', '2025-03-07'],
    ['2025年3月7日', '2025-03-07'],
    // A day without a year is in this year, as in spreadsheets.
    ['3-7', '2024-03-07'],
    ['{Backspace}', null],
  ])('stores the typed text %s when Enter leaves it at once', async (text, day) => {
    const { store, hands } = open()
    await typeInto(hands, text)
    expect(store.row('a')?.fday).toBe(day)
  })

  it('keeps an unreadable text with its reason, blocks the save, and takes the corrected text', async () => {
    const { store, model, hands } = open()
    await typeInto(hands, '2025-02-30')
    expect(store.row('a')?.fday).toBe('2025-09-01')
    const reason = '请输入正确的日期，例如 2026-12-01'
    expect(cellAt('a', 'fday').textContent).toBe(`2025-02-30${reason}`)
    expect(model.problems()).toEqual([{ path: '/items/0/fday', code: 'unsettled', text: reason }])
    await hands.click(cellAt('a', 'fday'))
    await waitFor(() => expect(document.activeElement).toHaveProperty('value', '2025-02-30'))
    await hands.keyboard('{End}{Backspace}{Backspace}28{Enter}')
    expect(store.row('a')?.fday).toBe('2025-02-28')
    expect(model.problems()).toEqual([])
  })

  it('discards the typed text on Esc', async () => {
    const { store, model, hands } = open()
    await hands.click(cellAt('a', 'fday'))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
    await hands.keyboard('{Control>}a{/Control}abc{Escape}')
    expect(store.row('a')?.fday).toBe('2025-09-01')
    expect(model.hasPending).toBe(false)
  })

  it.each([
    ['Delete', (store: ReturnType<typeof open>['store']) => store.setCell('a', 'fday', null)],
    [
      'undo',
      (store: ReturnType<typeof open>['store']) => {
        // Enter in the last row added a row.
        store.undo()
        store.undo()
      },
    ],
  ])('forgets an unreadable text on %s', async (_name, change) => {
    const { store, model, hands } = open()
    act(() => store.setCell('a', 'fday', '2025-09-02'))
    await typeInto(hands, '无')
    expect(model.hasPending).toBe(true)
    act(() => change(store))
    expect(model.hasPending).toBe(false)
  })
})

describe('a select cell', () => {
  const options = ['个', '盒', '箱'].map((value) => ({ value, text: value }))
  const open = () =>
    openTable(
      list(
        { key: 'fkind', title: '包装', type: 'input' },
        {
          key: 'funit',
          title: '单位',
          type: 'select',
          options,
          computedOptions: "if(fkind == '散装', '个', '盒,箱')",
        },
      ),
      [
        { id: 'a', fkind: '散装', funit: null },
        { id: 'b', fkind: '整装', funit: '个' },
      ],
    )

  /** Presses the select of 单位, whose code is loaded when the first one opens. */
  const press = (id: string) =>
    waitFor(() => fireEvent.mouseDown(cellAt(id, 'funit').querySelector('.ant-select-selector') as Element))

  it('offers the options that computedOptions allows in its row', async () => {
    const { hands } = open()
    await hands.click(cellAt('b', 'funit'))
    const texts = () =>
      [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
    await press('b')
    await waitFor(() => expect(texts()).toEqual(expect.arrayContaining(['盒', '箱'])))
    cleanup()

    const other = open()
    await other.hands.click(cellAt('a', 'funit'))
    await press('a')
    await waitFor(() => expect(texts()).toEqual(['个']))
  })

  it('stores the option that the arrow keys marked and moves on by one Tab', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'funit'))
    await press('a')
    await waitFor(() => expect(document.querySelector('.ant-select-item-option-active')).not.toBeNull())
    const box = within(cellAt('a', 'funit')).getByRole('combobox')
    fireEvent.keyDown(box, { key: 'ArrowDown', keyCode: 40 })
    fireEvent.keyDown(box, { key: 'Tab', keyCode: 9 })
    await waitFor(() => expect(store.row('a')?.funit).toBe('个'))
    await waitFor(() => expect(cellAt('b', 'fkind').className).toContain('is-active'))
  })

  it('reports a problem when its row no longer allows its value', () => {
    const { model } = open()
    expect(model.problems()).toEqual([{ path: '/items/1/funit', code: 'option', text: '单位不能选「个」' }])
  })
})

describe('file cells', () => {
  it.each(['upload', 'file', 'image'])(
    'of type %s keep only the latest files that fieldExtendJson.uploadnum allows',
    async (type) => {
      let count = 0
      const upload = vi.fn(async () => ({ result: null, message: `temp/new${++count}.png` }))
      const { store, hands } = openTable(
        list({ key: 'ffiles', title: '附件', type, fieldExtendJson: { uploadnum: 2 } }),
        [{ id: 'a', ffiles: 'temp/old1.png,temp/old2.png' }],
        () => {},
        { runtime: { http: { upload } as unknown as Http } },
      )
      await hands.click(cellAt('a', 'ffiles'))
      const input = await waitFor(() => {
        const found = document.querySelector<HTMLInputElement>(
          'input[type=file]:not([aria-label="明细文件"])',
        )
        if (!found) throw new Error('no way to upload')
        return found
      })
      await hands.upload(input, new File(['x'], 'new.png', { type: 'image/png' }))
      await waitFor(() => expect(store.row('a')?.ffiles).toBe('temp/old2.png,temp/new1.png'))
    },
  )
})
