// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const bill = buildBill([
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  { key: 'flong', title: '长数', type: 'inputNumber', length: 30, scale: 4 },
  {
    key: 'fkind',
    title: '类别',
    type: 'select',
    options: [{ value: '1', text: '一' }],
  },
])

/** Selects all cells and reads the line below the rows. */
function choose(items: Record<string, unknown>[]) {
  const opened = openTable(bill, items)
  const grid = screen.getByRole('grid')
  act(() => grid.focus())
  fireEvent.keyDown(grid, { key: 'a', ctrlKey: true })
  return opened
}
const said = () => document.querySelector('.detail-figures')?.textContent

afterEach(cleanup)

describe('the selection statistics', () => {
  it('have as many decimals as the cells show', () => {
    const nums = [200, 10, 0, 40, 8.6, 420, 65, 26.5]
    choose(nums.map((fnum, at) => ({ id: `${at}`, rev: 1, fnum })))
    expect(said()).toBe('选区 8 行 × 4 列　计数 8　求和 770.10　平均 96.26')
  })

  it('are exact beyond the precision of a double, and count texts and options without adding them', () => {
    choose([
      { id: 'a', rev: 1, fname: '12', fnum: 0.1, flong: '12345678901234567890.1234', fkind: '1' },
      { id: 'b', rev: 1, fname: '', fnum: 0.2, flong: '0.0001', fkind: null },
      { id: 'c', rev: 1, fnum: 9_000_000_000, flong: null },
      { id: 'd', rev: 1, fnum: 9_000_000_000.5, flong: '-1' },
    ])
    expect(said()).toContain('计数 9　求和 12,345,678,919,234,567,889.9235　')
  })

  it('of a large range are computed in idle time, and follow its cells', async () => {
    const items = Array.from({ length: 1500 }, (_, at) => ({ id: `${at}`, rev: 1, fname: '纸', fnum: 0.01 }))
    const { store } = choose(items)
    expect(said()).toBe('选区 1500 行 × 4 列　计数 …')
    await expect.poll(said).toBe('选区 1500 行 × 4 列　计数 3000　求和 15.00　平均 0.01')
    act(() => store.setCell('7', 'fnum', 1))
    expect(said()).toBe('选区 1500 行 × 4 列　计数 …')
    await expect.poll(said).toContain('求和 15.99　')
    // Another range is selected before this one is computed.
    act(() => store.setCell('7', 'fnum', 2))
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'Escape' })
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowRight' })
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowDown', shiftKey: true })
    await expect.poll(said).toBe('选区 2 行 × 1 列　计数 2　求和 0.02　平均 0.01')
    expect(cellAt('0', 'fnum').className).toContain('is-picked')
  })
})
