// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildBill, cellAt, openTable } from './open-table.tsx'

const number = { type: 'inputNumber', scale: 2 }
const bill = (over: object = {}) =>
  buildBill(
    [
      { key: 'fname', title: '品名', type: 'input', validateRules: [{ required: true }] },
      { ...number, key: 'fnum', title: '退货', group: '数量', statistics: ['sum', 'average'] },
      { ...number, key: 'famount', title: '退货', group: '金额', compute: 'fnum * 2' },
      { key: 'ffile', title: '附件', type: 'file' },
    ],
    over,
  )
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, fname: `纸 ${at + 1}`, fnum: at + 1 }))

/** Records the keys that reach a dialog around the table. */
function openHeard(document = bill(), items = rows(3)) {
  const heard = vi.fn()
  const around = (table: ReactNode) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element represents the dialog
    <div onKeyDown={({ key }) => heard(key)}>{table}</div>
  )
  return { heard, ...openTable(document, items, () => {}, { around }) }
}

afterEach(cleanup)

describe('a popup of the table', () => {
  it.each(['明细列设置', '快捷键', '退货的算法'])(
    '%s is closed by Esc, and the dialog around it is not',
    async (name) => {
      const { heard, hands } = openHeard()
      const button = screen.getByRole('button', { name })
      await hands.click(button)
      await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'))
      await hands.keyboard('{Escape}')
      expect(button.getAttribute('aria-expanded')).toBe('false')
      expect(document.activeElement).toBe(button)
      expect(heard).not.toHaveBeenCalledWith('Escape')
      // With no popup open, the key reaches the dialog again.
      await hands.keyboard('{Escape}')
      expect(heard).toHaveBeenCalledWith('Escape')
    },
  )

  it('leaves the focus at its button when Esc comes before it has the focus', async () => {
    openHeard()
    const button = screen.getByRole('button', { name: '快捷键' })
    fireEvent.click(button)
    expect(screen.getByRole('dialog', { name: '快捷键' })).toBeTruthy()
    fireEvent.keyDown(button, { key: 'Escape' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(document.activeElement).toBe(button)
  })

  it('closes by Esc when it is a row menu, and the focus returns to the cells', async () => {
    const { heard, hands } = openHeard()
    fireEvent.contextMenu(cellAt('r1', 'fname'))
    screen.getByRole('menuitem', { name: '上移' }).focus()
    await hands.keyboard('{Escape}')
    expect(screen.queryByRole('menuitem')).toBeNull()
    expect(heard).not.toHaveBeenCalledWith('Escape')
    expect(document.activeElement).toBe(screen.getByRole('grid'))
  })

  it('of files is open only at the cursor when the table is always edited', async () => {
    const { hands } = openHeard(bill({ alwaysEdit: true }))
    await waitFor(() => expect(cellAt('r1', 'ffile').textContent).toContain('＋'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await hands.click(within(cellAt('r1', 'ffile')).getByText('＋'))
    expect(await screen.findAllByRole('dialog', { name: '附件' })).toHaveLength(1)
  })
})

describe('columns with the same title', () => {
  it('are named with their group wherever the group is not displayed above them', async () => {
    const { hands } = openHeard()
    expect(screen.getByRole('columnheader', { name: '数量 退货' })).toBeTruthy()
    await hands.click(screen.getByRole('button', { name: '明细列设置' }))
    expect(await screen.findByRole('checkbox', { name: '金额 退货' })).toBeTruthy()
  })
})

describe('the line below the rows', () => {
  it('shows the size of a selected cell range before its statistics', async () => {
    openHeard()
    const grid = screen.getByRole('grid')
    fireEvent.mouseDown(cellAt('r0', 'fname'))
    fireEvent.mouseUp(cellAt('r0', 'fname'))
    fireEvent.keyDown(grid, { key: 'Escape' })
    fireEvent.keyDown(grid, { key: 'ArrowDown', shiftKey: true })
    fireEvent.keyDown(grid, { key: 'ArrowRight', shiftKey: true })
    expect(await screen.findByText('选区 2 行 × 2 列 计数 4 求和 3.00 平均 1.50')).toBeTruthy()
  })
})

describe('a text that its cell truncates', () => {
  it('is shown completely on hovering, and has no title otherwise', () => {
    openHeard()
    const cell = cellAt('r1', 'fname')
    fireEvent.mouseOver(cell)
    expect(cell.title).toBe('')
    Object.defineProperties(cell, { scrollWidth: { value: 300 }, clientWidth: { value: 120 } })
    fireEvent.mouseOver(cell)
    expect(cell.title).toBe('纸 2')
  })
})

describe('printing', () => {
  const printed = () => [...document.querySelectorAll('.detail-print tbody tr')]
  it('draws all rows with their totals below one header row, and only while the page is printed', () => {
    openHeard(bill(), rows(60))
    expect(document.querySelectorAll('[data-row-id]').length).toBeLessThan(60)
    fireEvent(window, new Event('beforeprint'))
    expect(printed()).toHaveLength(61)
    expect(printed()[59]?.textContent).toBe('60纸 6060.00')
    expect(printed()[60]?.textContent).toBe('合计 1,830.00平均 30.50')
    const heads = [...document.querySelectorAll('.detail-print th')].map((head) => head.textContent)
    expect(heads).toEqual(['序号', '品名', '数量', '金额', '附件', '退货', '退货'])
    fireEvent(window, new Event('afterprint'))
    expect(printed()).toHaveLength(0)
  })
})
