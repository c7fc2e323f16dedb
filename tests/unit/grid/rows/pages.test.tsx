// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useTableOutputs } from '#runtime/contract/useTableOutputs.ts'
import { createHandlers } from '#runtime/rules/handlers.ts'
import type { Field } from '#runtime/schema/types.ts'
import { standInMedia } from '../../window.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const list = (over: object, ...fields: Partial<Field>[]) =>
  buildBill(
    [
      { key: 'fname', title: '品名', type: 'input', validateRules: [{ required: true }] },
      { key: 'fnum', title: '数量', type: 'inputNumber', statistics: ['sum'] },
      ...fields,
    ],
    over,
  )
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at + 1}`, fname: `N-${at + 1}`, fnum: 1 }))
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')]
    .map((row) => Number(row.dataset.rowId?.slice(1)))
    .sort((a, b) => a - b)
const keys = (key: string, over: object = {}) => fireEvent.keyDown(screen.getByRole('grid'), { key, ...over })
const stand = (id: string, key: string) => {
  fireEvent.mouseDown(cellAt(id, key))
  fireEvent.mouseUp(cellAt(id, key))
  keys('Escape')
}
const paste = (text: string) => {
  const data = { getData: (kind: string) => (kind === 'text/plain' ? text : '') }
  fireEvent.paste(screen.getByRole('grid'), { clipboardData: data })
}

function Outputs() {
  const said = useTableOutputs('items')
  return (
    <output>{JSON.stringify({ ...said, selectedRows: said?.selectedRows.map((row) => row.fname) })}</output>
  )
}
const outputs = () => JSON.parse(document.querySelector('output')?.textContent ?? 'null')

beforeEach(() => standInMedia((media) => media.includes('min-width')))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('a paged detail', () => {
  it('shows ten rows and their positions, and changes pages', async () => {
    openTable(list({ pageSize: 10 }), rows(25))
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await screen.findByText('第 1–10 条，共 25 条')).toBeTruthy()
    fireEvent.click(screen.getByTitle('3'))
    expect(shown()).toEqual([21, 22, 23, 24, 25])
    expect(cellAt('r21', 'fname').closest('[role=row]')?.getAttribute('aria-rowindex')).toBe('22')
    expect(screen.getByText('第 21–25 条，共 25 条')).toBeTruthy()
  })

  it('offers pages of 10, 20 and 30 rows, and an input to jump to a page', async () => {
    const { store } = openTable(list({ pageSize: 10 }), rows(65))
    await screen.findByText('第 1–10 条，共 65 条')
    expect(store.paging.sizes).toEqual([10, 20, 30])
    const jump = document.querySelector('.ant-pagination-options-quick-jumper input') as Element
    fireEvent.change(jump, { target: { value: '4' } })
    fireEvent.keyUp(jump, { key: 'Enter', keyCode: 13 })
    expect(shown()[0]).toBe(31)
    act(() => store.paging.set(4, 30))
    expect(screen.getByText('第 31–60 条，共 65 条')).toBeTruthy()
  })

  it('applies cursor, paste, totals and problems to all rows', async () => {
    const { model, store } = openTable(list({ pageSize: 10 }), rows(25))
    expect(document.querySelector('[data-total=fnum]')?.textContent).toBe('合计 25')
    stand('r10', 'fname')
    keys('ArrowDown')
    expect(shown()).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    expect(cellAt('r11', 'fname').className).toContain('is-active')
    stand('r20', 'fname')
    paste('甲\n乙')
    await waitFor(() => expect(store.row('r21')?.fname).toBe('乙'))
    store.setCell('r2', 'fname', '')
    expect(model.problems().map(({ path }) => path)).toEqual(['/items/1/fname'])
    act(() => void model.reveal('/items/1/fname'))
    expect(shown()).toContain(2)
    keys('a', { ctrlKey: true })
    expect(screen.getByText(/计数 49/)).toBeTruthy()
  })

  it('exposes the page and the selected rows in row order', async () => {
    openTable(list({ pageSize: 10, disabledRows: "fname == 'N-2'" }), rows(12), () => {}, {
      beside: <Outputs />,
    })
    expect(outputs()).toEqual({
      pagination: { current: 1, pageSize: 10, total: 12 },
      selectedRows: [],
      selectedRowIds: [],
    })
    fireEvent.click(screen.getByRole('checkbox', { name: '选择第 3 行' }))
    stand('r1', 'fname')
    keys('ArrowDown', { shiftKey: true })
    keys(' ', { shiftKey: true })
    expect(outputs()).toMatchObject({ selectedRowIds: ['r1', 'r3'], selectedRows: ['N-1', 'N-3'] })
    fireEvent.click(await screen.findByTitle('2'))
    expect(outputs()).toMatchObject({ pagination: { current: 2, pageSize: 10, total: 12 } })
    expect(outputs().selectedRowIds).toEqual(['r1', 'r3'])
  })

  it('shows the sums of the selected rows, of every page, and follows their values', () => {
    const { store } = openTable(list({ pageSize: 10 }), rows(12))
    act(() => store.selection.set(['r2', 'r12'], true))
    expect(screen.getByRole('status').textContent).toContain('已选 2 行：数量 2')
    act(() => store.setCell('r12', 'fnum', 41))
    expect(screen.getByRole('status').textContent).toContain('已选 2 行：数量 42')
    act(() => store.selection.set(['r2', 'r12'], false))
    expect(screen.getByRole('status').textContent).not.toContain('已选')
  })
})

describe('a column that the user widens', () => {
  it('is stored once, when the drag ends', () => {
    openTable(list({}), rows(2))
    const write = vi.spyOn(Storage.prototype, 'setItem')
    const handle = screen
      .getByRole('columnheader', { name: /品名/ })
      .querySelector('.pro-column-edge') as Element
    fireEvent.pointerDown(handle, { clientX: 100 })
    for (const clientX of [120, 150, 180]) fireEvent.pointerMove(handle, { clientX })
    expect(write).not.toHaveBeenCalled()
    fireEvent.pointerUp(handle)
    expect(write).toHaveBeenCalledTimes(1)
    write.mockRestore()
  })
})

describe('handlers of cells', () => {
  const answers = new Map<string, (text: string | null) => void>()
  const handlers = createHandlers([
    'isbn',
    (value) =>
      value === 'slow' || value === 'late'
        ? new Promise((resolve) => answers.set(String(value), resolve))
        : value === 'bad'
          ? '书号不对'
          : null,
  ])
  const open = () =>
    openTable(
      list({}, { key: 'fisbn', title: '书号', type: 'input', validateRules: [{ handler: 'isbn' }] }),
      rows(3),
      () => {},
      { runtime: { handlers } },
    )
  const fault = (id: string) => within(cellAt(id, 'fisbn')).queryByRole('tooltip')?.textContent
  const type = async (hands: ReturnType<typeof open>['hands'], text: string) => {
    stand('r1', 'fisbn')
    keys('F2')
    await hands.clear(within(cellAt('r1', 'fisbn')).getByRole('textbox'))
    await hands.keyboard(text)
  }

  it('run when an edited cell is left, not on each letter', async () => {
    const { hands, store } = open()
    await type(hands, 'bad')
    // A pasted value is checked after the typed one would have been.
    act(() => store.setCell('r2', 'fisbn', 'bad'))
    await waitFor(() => expect(fault('r2')).toBe('书号不对'))
    expect(fault('r1')).toBeUndefined()
    act(() => store.setCell('r2', 'fisbn', null))
    await waitFor(() => expect(store.errorCount).toBe(0))
    await hands.keyboard('{Enter}')
    await waitFor(() => expect(fault('r1')).toBe('书号不对'))
    // Another cell of the row changes: the problem remains.
    act(() => store.setCell('r1', 'fnum', 5))
    await waitFor(() => expect(fault('r1')).toBe('书号不对'))
    act(() => store.setCell('r1', 'fisbn', 'good'))
    await waitFor(() => expect(store.errorCount).toBe(0))
  })

  it('run at once for pasted values, and report nothing for a value that was replaced', async () => {
    const { store } = open()
    stand('r1', 'fisbn')
    paste('slow\nbad')
    await waitFor(() => expect(answers.has('slow')).toBe(true))
    act(() => store.setCell('r1', 'fisbn', 'late'))
    await act(async () => answers.get('slow')?.('太迟了'))
    await waitFor(() => expect(fault('r2')).toBe('书号不对'))
    expect(fault('r1')).toBeUndefined()
    await act(async () => answers.get('late')?.('这本没有'))
    await waitFor(() => expect(fault('r1')).toBe('这本没有'))
  })
})
