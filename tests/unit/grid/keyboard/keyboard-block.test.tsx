// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const bill = buildBill([
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', disabledkey: 'flocked' },
  { key: 'fprice', title: '单价', type: 'inputNumber' },
  { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
  { key: 'fdate', title: '日期', type: 'date' },
  { key: 'ftime', title: '登记时间', type: 'datetime' },
  { key: 'flocked', title: '锁定', type: 'hidden' },
])
const rows = () => [
  { id: 'a', rev: 1, fname: '宣纸', fnum: 2, fprice: 10 },
  { id: 'b', rev: 1, fname: '浆糊', fnum: 3, fprice: 1, flocked: '1' },
  { id: 'c', rev: 1, fname: '丝线', fnum: 4, fprice: 5 },
]
const open = (items: Record<string, unknown>[] = rows()) => openTable(bill, items)
const active = () => {
  const cell = document.querySelector<HTMLElement>('.is-active')
  return `${cell?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId} ${cell?.dataset.field}`
}
const picked = () => document.querySelectorAll('.is-picked').length
type Hands = ReturnType<typeof open>['hands']

/** Puts the cursor on a cell and extends a cell range from there. */
async function choose(hands: Hands, id: string, key: string, moves = '') {
  await hands.click(cellAt(id, key))
  await hands.keyboard(`{Escape}{Shift>}${moves}{/Shift}`)
}
/** The cells that a key visits, one per press. */
async function walk(hands: Hands, key: string, presses: number) {
  const seen: string[] = []
  for (let press = 0; press < presses; press += 1) {
    await hands.keyboard(key)
    seen.push(active())
  }
  return seen
}

afterEach(cleanup)

describe('in a range of several cells', () => {
  it('Enter moves down and to the next column, Tab along the rows, both cyclically, and the range stays', async () => {
    const { hands } = open()
    await choose(hands, 'a', 'fname', '{ArrowDown}{ArrowRight}')
    // The number of the second row is disabled: no input is possible there.
    expect(await walk(hands, '{Enter}', 3)).toEqual(['b fname', 'a fnum', 'a fname'])
    expect(await walk(hands, '{Tab}', 3)).toEqual(['a fnum', 'b fname', 'a fname'])
    expect(await walk(hands, '{Shift>}{Tab}{/Shift}', 2)).toEqual(['b fname', 'a fnum'])
    expect(await walk(hands, '{Shift>}{Enter}{/Shift}', 2)).toEqual(['b fname', 'a fname'])
    expect(picked()).toBe(4)
  })

  it('Enter or Tab stores the input and stays inside the range, and Esc discards first the text, then the range', async () => {
    const { store, hands } = open()
    await choose(hands, 'a', 'fprice', '{ArrowDown}{ArrowDown}')
    await hands.keyboard('7{Enter}8{Tab}9{Enter}')
    expect(store.rows.map((row) => row.fprice)).toEqual([7, 8, 9])
    expect(active()).toBe('a fprice')
    expect(store.rows).toHaveLength(3)
    await hands.keyboard('5{Escape}')
    expect(store.row('a')?.fprice).toBe(7)
    expect(picked()).toBe(3)
    await hands.keyboard('{Escape}')
    expect(picked()).toBe(0)
  })

  it('every cell is visited when none is editable', async () => {
    const { hands } = open()
    await choose(hands, 'a', 'famount', '{ArrowDown}')
    expect(await walk(hands, '{Enter}', 2)).toEqual(['b famount', 'a famount'])
  })

  it('Ctrl+Enter fills the range with the input where the columns can parse it, as one step to undo', async () => {
    const { store, hands } = open()
    await choose(hands, 'a', 'fname', '{ArrowDown}{ArrowRight}')
    await hands.keyboard('12{Control>}{Enter}{/Control}')
    expect(store.rows.map((row) => [row.fname, row.fnum])).toEqual([
      ['12', 12],
      ['12', 3],
      ['丝线', 4],
    ])
    expect([active(), picked()]).toEqual(['a fname', 4])
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.rows.map((row) => [row.fname, row.fnum])).toEqual(rows().map((row) => [row.fname, row.fnum]))
  })

  it('text pasted into an open cell starts at that cell, not at the range', async () => {
    const { store, hands } = open()
    await choose(hands, 'a', 'fname', '{ArrowDown}{ArrowDown}')
    await hands.keyboard('{Enter}{F2}')
    const data = { getData: (kind: string) => (kind === 'text/plain' ? '毛笔\t1\n' : '') }
    fireEvent.paste(document.activeElement as Element, { clipboardData: data })
    await expect.poll(() => store.rows.map((row) => row.fname)).toEqual(['宣纸', '毛笔', '丝线'])
  })
})

describe('spreadsheet keys', () => {
  it('Ctrl+A and Ctrl+space select all cells and whole columns without moving the cursor', async () => {
    const { hands } = open()
    await choose(hands, 'b', 'fnum', '{ArrowRight}')
    await hands.keyboard('{Control>} {/Control}')
    expect([active(), picked()]).toEqual(['b fnum', 6])
    await hands.keyboard('{Control>}a{/Control}')
    expect([active(), picked()]).toEqual(['b fnum', 18])
    await hands.keyboard('{Escape}{ArrowDown}')
    expect(active()).toBe('c fnum')
  })

  it('Backspace clears one cell and opens it, and Delete clears the range', async () => {
    const { store, hands } = open()
    await choose(hands, 'a', 'fprice', '{ArrowDown}{ArrowDown}')
    await hands.keyboard('{Backspace}6{Enter}')
    expect(store.rows.map((row) => row.fprice)).toEqual([6, 1, 5])
    await hands.keyboard('{Delete}')
    expect(store.rows.map((row) => row.fprice)).toEqual([null, null, null])
    await hands.keyboard('{Control>}zz{/Control}')
    expect(store.rows.map((row) => row.fprice)).toEqual([10, 1, 5])
  })

  it('Backspace does not change a disabled cell', async () => {
    const { store, hands } = open()
    await choose(hands, 'b', 'fnum')
    await hands.keyboard('{Backspace}')
    expect(store.row('b')?.fnum).toBe(3)
  })

  it('Shift+Delete is left to the browser, which cuts the text', async () => {
    const { store, hands } = open()
    await choose(hands, 'a', 'fname')
    const key = { key: 'Delete', shiftKey: true }
    expect(fireEvent.keyDown(screen.getByRole('grid'), key)).toBe(true)
    expect(store.row('a')?.fname).toBe('宣纸')
  })

  it('Ctrl+; writes today into a cell in the format of its column', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2025, 8, 5, 14, 30, 7) })
    try {
      const { store } = open()
      const grid = screen.getByRole('grid')
      act(() => grid.focus())
      for (let at = 0; at < 6; at += 1) {
        fireEvent.keyDown(grid, { key: ';', ctrlKey: true })
        fireEvent.keyDown(grid, { key: 'ArrowRight' })
      }
      expect(store.row('a')).toMatchObject({
        fname: '2025-09-05',
        fnum: 2,
        fdate: '2025-09-05',
        ftime: '2025-09-05 14:30:07',
      })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the fill handle of the selected range', () => {
  const handle = () => document.querySelector('[data-fill]') as Element
  const long = () => [
    ...rows(),
    { id: 'd', rev: 1, fname: '毛笔', fnum: 1 },
    { id: 'e', rev: 1, fprice: 9 },
    { id: 'f', rev: 1, fname: '砚台' },
  ]
  const twice = () => {
    for (const detail of [1, 2]) {
      fireEvent.mouseDown(handle(), { detail })
      fireEvent.mouseUp(handle(), { detail })
    }
  }

  it('fills down on a double click as far as the left column is filled, without disabled cells, as one step', async () => {
    const { store, hands } = open(long())
    await choose(hands, 'a', 'fnum')
    twice()
    expect(store.rows.map((row) => row.fnum)).toEqual([2, 3, 2, 2, undefined, undefined])
    expect(picked()).toBe(4)
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.rows.map((row) => row.fnum)).toEqual([2, 3, 4, 1, undefined, undefined])
  })

  it('continues the series of the type of its column: an amount that is text is no text with a number', async () => {
    const { store, hands } = open(rows().map((row) => ({ ...row, fprice: row.id === 'a' ? '12.5' : '1' })))
    await choose(hands, 'a', 'fprice')
    twice()
    expect(store.rows.map((row) => row.fprice)).toEqual(['12.5', '12.5', '12.5'])
  })

  it('follows the right column where the left one ends, and fills nothing where both end', async () => {
    const { store, hands } = open(long())
    await choose(hands, 'd', 'fnum')
    twice()
    expect(store.rows.map((row) => row.fnum)).toEqual([2, 3, 4, 1, 1, undefined])
    const { version } = store
    await choose(hands, 'e', 'fdate')
    twice()
    expect(store.version).toBe(version)
  })

  it('is released by Esc without filling', async () => {
    const { store, hands } = open(long())
    await choose(hands, 'a', 'fnum')
    fireEvent.mouseDown(handle(), { detail: 1 })
    document.elementFromPoint = () => cellAt('d', 'fnum')
    fireEvent.mouseMove(document, { clientX: 1, clientY: 1 })
    expect(document.querySelectorAll('.is-filling')).toHaveLength(3)
    const heard = vi.fn()
    document.body.addEventListener('keydown', heard)
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'Escape' })
    document.body.removeEventListener('keydown', heard)
    fireEvent.mouseUp(document)
    expect(document.querySelectorAll('.is-filling')).toHaveLength(0)
    expect(store.rows.map((row) => row.fnum)).toEqual([2, 3, 4, 1, undefined, undefined])
    expect(heard).not.toHaveBeenCalled()
  })
})
