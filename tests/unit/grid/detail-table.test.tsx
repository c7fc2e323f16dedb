// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordModelProvider } from '#runtime/contract/model-context.tsx'
import type { Http } from '#runtime/data/http.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { DetailTable } from '#runtime/grid/DetailTable.tsx'
import { RecordModel } from '#runtime/record/model.ts'
import { details } from '#runtime/schema/derive.ts'
import { bill, env, lookup } from '../record/bill.ts'
import { PageProviders } from '../services.tsx'
import { standInSizes } from '../window.ts'

standInSizes()

const notify = vi.fn()
const refuse = () => Promise.reject(new Error('no server here'))
const http: Http = { get: refuse, send: refuse, upload: refuse, download: refuse }

function open(
  items: Record<string, unknown>[],
  over: { readOnly?: boolean; can?(code: string): boolean } = {},
) {
  const record = { id: '9', rev: 3, frate: 1, items }
  const model = new RecordModel(bill, record, { types: fieldValues, lookup, env: env('edit') })
  const store = model.rows('items')
  const [field] = details(bill)
  if (!store || !field) throw new Error('no detail')
  const user = { id: '1', username: 'clerk', realname: '李文澜', orgCode: 'A01' }
  const loads = { loadScreen: refuse, loadPicker: refuse }
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <PageProviders
        value={{ http, user, can: over.can ?? (() => true), lookup, notify, types: fieldTypes, ...loads }}
      >
        <RecordModelProvider value={model}>
          <QueryClientProvider client={new QueryClient()}>
            <DetailTable
              field={field}
              value={null}
              onChange={() => {}}
              values={{}}
              patch={() => {}}
              readOnly={over.readOnly ?? false}
            />
          </QueryClientProvider>
        </RecordModelProvider>
      </PageProviders>
    </ConfigProvider>,
  )
  return { model, store, hands: userEvent.setup() }
}

const rowElement = (id: string): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
  if (!row) throw new Error(`no row ${id}`)
  return row
}
const cell = (id: string, key: string): HTMLElement => {
  const found = rowElement(id).querySelector<HTMLElement>(`[data-field="${key}"]`)
  if (!found) throw new Error(`no cell ${key}`)
  return found
}

const two = [
  { id: 'a', rev: 1, fname: '宣纸', fnum: 2, fprice: 10, ftaxrate: 13, famount: 20 },
  { id: 'b', rev: 1, fname: '浆糊', fnum: 3, fprice: 1, ftaxrate: 13, famount: 3 },
]

beforeEach(() => notify.mockClear())
afterEach(cleanup)

describe('a detail table', () => {
  it('recomputes the row and the totals while the user types in a cell', async () => {
    const { model, hands } = open(two)
    await hands.click(cell('a', 'fnum'))
    await hands.keyboard('5')
    // The store changes with the key; dependent cells are drawn after the letter is on the screen.
    expect(model.head.ftotal).toBe(53)
    await waitFor(() => expect(cell('a', 'famount').textContent).toBe('50.00'))
    expect(document.querySelector('[data-total=famount]')?.textContent).toBe('合计 53.00')
    expect(document.querySelector('[data-total=fprice]')?.textContent).toBe('平均 5.50')
  })

  it('says below a column how many of its rows lack a value', async () => {
    const { store } = open([...two, { id: 'c', rev: 1, fname: '毛笔', fnum: 4, fprice: null, famount: null }])
    const figure = () => document.querySelector('[data-total=famount] .detail-figure')
    expect(figure()?.textContent).toBe('合计 23.00')
    expect(figure()?.getAttribute('title')).toBe('1 行没有值')
    act(() => store.setCell('c', 'fprice', 1))
    await waitFor(() => expect(figure()?.getAttribute('title')).toBeNull())
  })

  it('opens a cell on typing, moves down on Enter, and adds a row at the end', async () => {
    const { store, hands } = open(two)
    await hands.click(cell('a', 'fnum'))
    await hands.keyboard('7{Enter}8{Enter}')
    expect(store.rows.map((row) => row.fnum)).toEqual([7, 8, 1])
    expect(screen.getByRole('grid', { name: '入库明细' }).getAttribute('aria-activedescendant')).toContain(
      `${store.rows[2]?.id}-fnum`,
    )
  })

  it('explains a computed cell on hovering and below the rows', async () => {
    const { store, hands } = open(two)
    await hands.hover(cell('a', 'famount'))
    expect(cell('a', 'famount').title).toBe('数量 × 单价\n金额 2.00 × 10.0000 = 20.00')
    await hands.hover(cell('a', 'fnum'))
    expect(cell('a', 'fnum').title).toBe('')
    store.setCells([{ id: 'a', values: { fnum: 1, fprice: 1130 } }])
    await hands.hover(cell('a', 'fnet'))
    expect(cell('a', 'fnet').title).toBe(
      '金额 ÷ (税率% ÷ 100 + 1)\n不含税金额 1,130.00 ÷ (13 ÷ 100 + 1) = 1,000.00',
    )
    await hands.click(cell('b', 'famount'))
    expect(screen.getByText('金额 3.00 × 1.0000 = 3.00')).toBeTruthy()
  })

  it('skips computed cells on Tab', async () => {
    const { hands } = open(two)
    await hands.click(cell('a', 'ftaxrate'))
    await hands.keyboard('{Tab}')
    expect(cell('b', 'fname').className).toContain('is-active')
  })

  it('discards the typed text on Esc, and undoes on Ctrl+Z', async () => {
    const { store, hands } = open(two)
    await hands.click(cell('a', 'fname'))
    await hands.keyboard('皮纸{Escape}')
    expect(store.row('a')?.fname).toBe('宣纸')
    await hands.keyboard('{Delete}')
    expect(store.row('a')?.fname).toBeNull()
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.row('a')?.fname).toBe('宣纸')
  })

  it('shows in the cell the problem that a validation rule reports', async () => {
    const { store, hands } = open(two)
    await hands.click(cell('a', 'fname'))
    await hands.clear(within(cell('a', 'fname')).getByRole('textbox', { name: '第 1 行 品名' }))
    await waitFor(() => expect(cell('a', 'fname').getAttribute('aria-invalid')).toBe('true'))
    expect(within(cell('a', 'fname')).getByRole('tooltip').textContent).toBe('请选择品名')
    expect(store.errorCount).toBe(1)
  })

  it('ends editing on a mouse-up outside', async () => {
    const { hands } = open(two)
    await hands.click(cell('a', 'fname'))
    expect(cell('a', 'fname').className).toContain('is-editing')
    await hands.click(document.body)
    expect(cell('a', 'fname').className).not.toContain('is-editing')
  })

  it('refuses a second new row within 1500 ms', () => {
    const { store } = open(two)
    const button = screen.getByRole('button', { name: /新增一行/ })
    fireEvent.click(button)
    fireEvent.click(button)
    expect(store.rows).toHaveLength(3)
    expect(notify).toHaveBeenCalledWith('warning', '你点击的太快了，请慢点点击!')
  })

  it('removes the selected rows after a confirmation', async () => {
    const { store, hands } = open(two)
    await hands.click(screen.getByRole('checkbox', { name: '选择第 1 行' }))
    await hands.click(screen.getByRole('button', { name: '删除' }))
    expect(await screen.findByText('确定要删除这 1 项吗?')).toBeTruthy()
    // The focus is in the confirmation.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('确定'))
    await hands.keyboard('{Enter}')
    expect(store.delta().removed).toEqual(['a'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
  })

  it('draws only a window of its rows, and reports their total number', () => {
    open(Array.from({ length: 10_000 }, (_, index) => ({ id: `r${index}`, fname: `N-${index}` })))
    expect(document.querySelectorAll('[data-row-id]').length).toBeLessThan(20)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001')
    const grid = screen.getByRole('grid')
    grid.scrollTop = 5000 * 61
    fireEvent.scroll(grid)
    expect(cell('r5000', 'fname').textContent).toBe('N-5000')
  })

  it('reuses the same elements for other rows on scrolling, without moving them in the document', () => {
    open(Array.from({ length: 100 }, (_, index) => ({ id: `r${index}`, fname: `N-${index}` })))
    const drawn = () => [...document.querySelectorAll<HTMLElement>('[data-row-id]')]
    const before = drawn()
    const grid = screen.getByRole('grid')
    grid.scrollTop = 6 * 61
    fireEvent.scroll(grid)
    expect(drawn()).toEqual(before)
    const shown = drawn().map((row) => Number(row.dataset.rowId?.slice(1)))
    expect(shown.toSorted((a, b) => a - b)).toEqual(before.map((_, index) => index + 4))
    expect(drawn().every((row) => row.style.top === `${Number(row.dataset.rowId?.slice(1)) * 61}px`)).toBe(
      true,
    )
  })

  it('offers no changes when it is read-only', async () => {
    const { hands } = open(two, { readOnly: true })
    expect(screen.queryByRole('button', { name: /新增一行/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await hands.click(cell('a', 'fname'))
    expect(cell('a', 'fname').className).not.toContain('is-editing')
  })
})
