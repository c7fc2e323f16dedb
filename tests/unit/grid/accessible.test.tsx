// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildBill, cellAt, openTable } from './open-table.tsx'

const list = buildBill([
  { key: 'fname', title: '品名', type: 'input', width: 200, validateRules: [{ required: true }] },
  { key: 'fnum', title: '数量', type: 'inputNumber', isOrder: true, disabledkey: 'flocked' },
  { key: 'flocked', title: '锁定', type: 'hidden' },
])
const open = () =>
  openTable(list, [
    { id: 'a', fname: '宣纸', fnum: 2 },
    { id: 'b', fname: '浆糊', fnum: 1, flocked: '1' },
  ])
const grid = () => screen.getByRole('grid', { name: '入库明细' })
const widths = () => grid().style.getPropertyValue('--detail-columns')

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('a detail table for screen readers', () => {
  it('is a grid that counts its rows and columns and names each cell', async () => {
    const { hands } = open()
    expect(
      ['aria-rowcount', 'aria-colcount', 'aria-readonly'].map((name) => grid().getAttribute(name)),
    ).toEqual(['3', '4', 'false'])
    expect(screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-colindex'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
    const row = cellAt('b', 'fnum').closest('[role=row]') as HTMLElement
    expect(row.getAttribute('aria-rowindex')).toBe('3')
    expect(within(row).getByRole('rowheader').textContent).toContain('2')
    expect(cellAt('b', 'fnum').getAttribute('aria-colindex')).toBe('4')
    act(() => grid().focus())
    await hands.keyboard('{ArrowDown}{ArrowRight}')
    expect(grid().getAttribute('aria-activedescendant')).toBe(cellAt('b', 'fnum').id)
    expect(cellAt('b', 'fnum').getAttribute('aria-readonly')).toBe('true')
  })

  it('reports the problem of the cell with the focus', async () => {
    const { hands } = open()
    await hands.click(cellAt('a', 'fname'))
    const editor = screen.getByRole('textbox', { name: '第 1 行 品名' })
    await hands.clear(editor)
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('品名：请输入品名'))
    expect(editor.getAttribute('aria-invalid')).toBe('true')
    await hands.keyboard('{Escape}')
    expect(screen.getByRole('status').textContent).not.toContain('请输入品名')
  })
})

describe('with the keyboard alone', () => {
  it('columns can be sorted, widened and reset to their width', async () => {
    const { store, hands } = open()
    const before = widths()
    act(() => grid().focus())
    await hands.keyboard('{Control>}{Alt>}{ArrowRight}{/Alt}{/Control}')
    expect(widths()).toContain('210px')
    await hands.keyboard('{Control>}{Alt>}0{/Alt}{/Control}')
    expect(widths()).toBe(before)
    await hands.keyboard('{ArrowRight}{Control>}{Alt>}{ArrowUp}{/Alt}{/Control}')
    expect(store.rows.map(({ fnum }) => fnum)).toEqual([1, 2])
  })

  it('the menu of the row with the cursor opens by its key', async () => {
    const { store, hands } = open()
    act(() => grid().focus())
    await hands.keyboard('{ArrowDown}')
    // A browser sends the menu key and Shift+F10 to the focused element.
    fireEvent.contextMenu(grid())
    await hands.click(await screen.findByRole('menuitem', { name: '上移' }))
    expect(store.rows.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(document.activeElement).toBe(grid())
  })

  it('one row or all rows can be selected', async () => {
    const { store, hands } = open()
    act(() => grid().focus())
    await hands.keyboard('{Shift>} {/Shift}')
    expect([...store.selection.ids]).toEqual(['a'])
    await hands.keyboard('{Shift>} {/Shift}{Control>}a{/Control}{Shift>} {/Shift}')
    expect([...store.selection.ids]).toEqual(['a', 'b'])
  })

  it.each(['明细列设置', '快捷键'])(
    '%s receives the focus when it opens, and returns it to its button on Esc',
    async (name) => {
      const { hands } = open()
      const button = screen.getByRole('button', { name })
      act(() => button.focus())
      await hands.keyboard('{Enter}')
      const panel = await screen.findByRole('dialog', { name })
      await waitFor(() => expect(document.activeElement).toBe(panel))
      await hands.keyboard('{Escape}')
      expect(document.activeElement).toBe(button)
      expect(button.getAttribute('aria-expanded')).toBe('false')
    },
  )
})
