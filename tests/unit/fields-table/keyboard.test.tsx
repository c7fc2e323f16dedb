// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { billOf, cellAt, openTable } from './open-table.tsx'

const bill = billOf([
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', disabledkey: 'flocked' },
  { key: 'fprice', title: '单价', type: 'inputNumber' },
  { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
  { key: 'fuse', title: '启用', type: 'checkbox', customValue: ['Y', 'N'] },
  { key: 'fnote', title: '备注', type: 'textarea' },
  { key: 'flocked', title: '锁定', type: 'hidden' },
])
const rows = () => [
  { id: 'a', rev: 1, fname: '宣纸', fnum: 2, fprice: 10 },
  { id: 'b', rev: 1, fname: '浆糊', fnum: 3, fprice: 1, flocked: '1' },
  { id: 'c', rev: 1, fname: '丝线', fnum: 4, fprice: 5 },
]
const open = () => openTable(bill, rows())
const isActive = (id: string, key: string) => cellAt(id, key).className.includes('is-active')
const picked = () =>
  [...document.querySelectorAll<HTMLElement>('.is-picked')].map((cell) => cell.dataset.field)
/** Puts the cursor on a cell without opening it. */
async function stand(hands: ReturnType<typeof open>['hands'], id: string, key: string) {
  await hands.click(cellAt(id, key))
  await hands.keyboard('{Escape}')
}
const paste = (text: string, target: Element = screen.getByRole('grid')) => {
  const data = { getData: (kind: string) => (kind === 'text/plain' ? text : '') }
  fireEvent.paste(target, { clipboardData: data })
}
const editor = (id: string, key: string) => {
  const found = cellAt(id, key).querySelector('input')
  if (!found) throw new Error('no editor')
  return found
}

afterEach(cleanup)

describe('the keyboard in a detail table', () => {
  it('moves to the edge of the filled cells on Ctrl and an arrow', async () => {
    const { hands } = open()
    await stand(hands, 'a', 'fname')
    await hands.keyboard('{Control>}{ArrowDown}{ArrowRight}{/Control}')
    expect(isActive('c', 'fprice')).toBe(true)
  })

  it('replaces the text on typing and moves on by an arrow, and keeps the text and the arrow inside it after F2', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fnum')
    await hands.keyboard('7{ArrowRight}')
    expect(store.row('a')?.fnum).toBe(7)
    expect(isActive('a', 'fprice')).toBe(true)
    await hands.keyboard('{F2}5{ArrowLeft}')
    expect(document.activeElement).toBe(editor('a', 'fprice'))
    await hands.keyboard('{ArrowDown}')
    expect(store.row('a')?.fprice).toBe(105)
    expect(isActive('b', 'fprice')).toBe(true)
  })

  it('moves on Enter below the cell where a series of Tabs began', async () => {
    const { store, hands } = open()
    await stand(hands, 'b', 'fname')
    await hands.keyboard('纸{Tab}')
    // The number of the second row is disabled: the next cell is its price.
    await hands.keyboard('6{Enter}')
    expect(store.row('b')).toMatchObject({ fname: '纸', fprice: 6 })
    expect(isActive('c', 'fname')).toBe(true)
    await hands.keyboard('线{Tab}{ArrowRight}8{Enter}')
    // An arrow ends the series.
    expect(store.rows).toHaveLength(4)
    expect(isActive(store.rows[3]?.id ?? '', 'fprice')).toBe(true)
  })

  it('shows the cells of an undone step, and keeps its position when its row is removed', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fprice')
    await hands.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}')
    await stand(hands, 'c', 'fname')
    await hands.keyboard('{Control>}z{/Control}')
    expect(isActive('a', 'fprice')).toBe(true)
    expect(picked()).toEqual(['fprice', 'fprice'])
    await stand(hands, 'b', 'fname')
    act(() => store.remove(['b']))
    expect(isActive('c', 'fname')).toBe(true)
    act(() => store.remove(['c']))
    expect(isActive('a', 'fname')).toBe(true)
  })

  it('loses no letter while an editor opens with a delay', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fnote')
    for (const key of ['缺', '页']) fireEvent.keyDown(screen.getByRole('grid'), { key })
    expect(store.row('a')?.fnote).toBe('缺页')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    await hands.keyboard('数')
    expect(store.row('a')?.fnote).toBe('缺页数')
    await hands.keyboard('{Escape}')
    expect(store.row('a')?.fnote ?? null).toBeNull()
  })

  it('selects a range on Shift and arrows, and clears its editable cells as one step', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fnum')
    await hands.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    expect(picked()).toEqual(['fnum', 'fprice', 'fnum', 'fprice'])
    await hands.keyboard('{Delete}')
    // The number of the second row is disabled by its disabledkey.
    expect(store.rows.map((row) => [row.fnum, row.fprice])).toEqual([
      [null, null],
      [3, null],
      [4, 5],
    ])
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.rows.map((row) => row.fprice)).toEqual([10, 1, 5])
  })

  it('selects every cell on Ctrl+A', async () => {
    const { hands } = open()
    await stand(hands, 'b', 'fprice')
    await hands.keyboard('{Control>}a{/Control}')
    expect(picked()).toHaveLength(3 * 6)
  })

  it('fills down on Ctrl+D and skips a cell that disabledkey disables', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fnum')
    await hands.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    expect(store.rows.map((row) => row.fnum)).toEqual([2, 3, 2])
  })

  it('moves the row on Alt and an arrow', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fname')
    await hands.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(store.rows.map((row) => row.id)).toEqual(['b', 'a', 'c'])
  })

  it('pastes a range over cells and adds the missing rows, as one step to undo', async () => {
    const { store, hands } = open()
    await stand(hands, 'c', 'fname')
    paste('毛笔\t1,200\n砚台\t7\n')
    await expect.poll(() => store.rows.length).toBe(4)
    expect(store.rows.slice(2).map((row) => [row.fname, row.fnum])).toEqual([
      ['毛笔', 1200],
      ['砚台', 7],
    ])
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.rows.map((row) => row.fname)).toEqual(['宣纸', '浆糊', '丝线'])
  })

  it('pastes a range from an open editor into cells, and a single text into the editor', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fname'))
    expect(document.activeElement).toBe(editor('a', 'fname'))
    paste('毛边纸', editor('a', 'fname'))
    expect(isActive('a', 'fname')).toBe(true)
    expect(store.row('a')?.fname).toBe('宣纸')
    paste('毛笔\t7\r\n砚台\t8\r\n', editor('a', 'fname'))
    await expect.poll(() => store.rows.map((row) => row.fname)).toEqual(['毛笔', '砚台', '丝线'])
    expect(store.rows[0]?.fnum).toBe(7)
    // The pasted cells are selected.
    await expect.poll(picked).toEqual(['fname', 'fnum', 'fname', 'fnum'])
  })

  it('pastes into a table without rows, and adds the first row on Enter', async () => {
    const { store, hands } = openTable(bill, [])
    screen.getByRole('grid').focus()
    paste('毛笔\t7\n')
    await expect.poll(() => store.rows.map((row) => [row.fname, row.fnum])).toEqual([['毛笔', 7]])
    await hands.keyboard('{Control>}z{/Control}{Enter}')
    expect(store.rows).toHaveLength(1)
    expect(store.rows[0]?.fname ?? null).toBeNull()
  })

  it('pastes and copies while the grid has the focus, for any target of the event', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fname')
    // The caret of a closed editor stays in its cell; without one it is in the body.
    paste('毛笔', cellAt('a', 'fname'))
    await expect.poll(() => store.row('a')?.fname).toBe('毛笔')
    paste('砚台', document.body)
    await expect.poll(() => store.row('a')?.fname).toBe('砚台')
    const setData = vi.fn()
    fireEvent.copy(document.body, { clipboardData: { setData } })
    expect(setData).toHaveBeenCalledWith('text/plain', '砚台')
    fireEvent.cut(document.body, { clipboardData: { setData } })
    expect(store.row('a')?.fname).toBeNull()
  })

  it('removes the paste report and its marks when the paste is undone', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fname')
    paste('毛笔\t许多\n')
    await expect.poll(() => store.errorCount).toBe(1)
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.errorCount).toBe(0)
    expect(screen.queryByText(/1 格没有粘贴/)).toBeNull()
  })

  it('offers to undo a paste only until the next change', async () => {
    const { hands } = open()
    await stand(hands, 'a', 'fname')
    paste('毛笔\t许多\n')
    await expect.poll(() => screen.queryByText('撤销粘贴')).not.toBeNull()
    await stand(hands, 'c', 'fprice')
    await hands.keyboard('{Delete}')
    expect(screen.queryByText('撤销粘贴')).toBeNull()
    expect(screen.getByText(/1 格没有粘贴/)).toBeTruthy()
  })

  it('names the cell of a pasted text that is no value', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fprice')
    paste('许多')
    await expect.poll(() => store.errorsOf('a')?.fprice).toContain('“许多”没有粘贴')
    expect(store.row('a')?.fprice).toBe(10)
  })

  it('stores the pair of customValue from a cell', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fuse'))
    const box = await within(cellAt('a', 'fuse')).findByRole('checkbox')
    if (store.row('a')?.fuse !== 'Y') await hands.click(box)
    expect(store.row('a')?.fuse).toBe('Y')
  })

  it('opens long text in a box on F2, returns the focus to the grid on Ctrl+Enter, and restores the old text on Esc', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fnote')
    await hands.keyboard('{F2}')
    const box = await screen.findByRole('textbox')
    await expect.poll(() => document.activeElement).toBe(box)
    await hands.keyboard('一{Enter}二{Control>}{Enter}{/Control}')
    expect(store.row('a')?.fnote).toBe('一\n二')
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    await hands.keyboard('{F2}')
    await hands.type(await screen.findByRole('textbox'), '三')
    await hands.keyboard('{Escape}')
    expect(store.row('a')?.fnote).toBe('一\n二')
    expect(document.activeElement).toBe(screen.getByRole('grid'))
  })
})

describe('an input method', () => {
  /** Replaces the EditContext of a browser, which jsdom lacks, as far as it is used. */
  class FakeContext extends EventTarget {
    static last: FakeContext
    text = ''
    constructor() {
      super()
      FakeContext.last = this
    }
    updateText = (from: number, to: number, text: string) => {
      this.text = this.text.slice(0, from) + text + this.text.slice(to)
    }
    updateSelection() {}
    updateControlBounds() {}
    updateSelectionBounds() {}
    tell(type: string, text = this.text) {
      this.text = text
      act(() => void this.dispatchEvent(new Event(type)))
    }
  }
  const inserted: string[] = []
  const hasContext = () => (screen.getByRole('grid') as { editContext?: unknown }).editContext != null
  beforeEach(() => {
    vi.stubGlobal('EditContext', FakeContext)
    vi.stubGlobal('matchMedia', () => ({ matches: true, addListener() {}, removeListener() {} }))
    document.execCommand = (_name, _ui, text) => inserted.push(text ?? '') > 0
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    inserted.length = 0
  })

  it('composes its first letter in the grid and its text in the editor, and none of its keys is a command', async () => {
    const { hands } = open()
    await stand(hands, 'a', 'fname')
    expect(hasContext()).toBe(true)
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'Process', keyCode: 229 })
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    FakeContext.last.tell('compositionstart')
    FakeContext.last.tell('textupdate', 'xuan')
    expect(document.querySelector('.detail-composing')?.textContent).toBe('xuan')
    FakeContext.last.tell('textupdate', '宣')
    FakeContext.last.tell('compositionend')
    expect(inserted).toEqual(['宣'])
    expect(document.activeElement).toBe(editor('a', 'fname'))
    expect(document.querySelector('.detail-composing')).toBeNull()
    expect(hasContext()).toBe(false)
  })

  it('writes into the cell where the composition began although the cursor moves, and into none after Esc', async () => {
    const { store, hands } = open()
    await stand(hands, 'a', 'fname')
    FakeContext.last.tell('compositionstart')
    FakeContext.last.tell('textupdate', '宣')
    await hands.click(cellAt('b', 'fprice'))
    expect(store.row('a')?.fname).toBe('宣')
    expect(store.row('b')?.fprice).toBe(1)
    await stand(hands, 'a', 'fname')
    FakeContext.last.tell('compositionstart')
    FakeContext.last.tell('textupdate', '')
    FakeContext.last.tell('compositionend')
    expect(inserted).toEqual([])
  })

  it('is off in cells that accept no text or are read-only', async () => {
    const { hands } = open()
    for (const key of ['fnum', 'famount', 'fuse']) {
      await stand(hands, 'a', key)
      expect(hasContext()).toBe(false)
    }
  })
})

describe('the rows of a detail table', () => {
  it('are copied by the row menu with their values, but without their ids', async () => {
    const { store, hands } = open()
    fireEvent.contextMenu(cellAt('a', 'fname'))
    await hands.click(await screen.findByRole('menuitem', { name: '复制一行' }))
    expect(store.rows.map((row) => row.fname)).toEqual(['宣纸', '宣纸', '浆糊', '丝线'])
    expect(store.delta().added).toMatchObject([{ fname: '宣纸', fnum: 2, orderNum: 2 }])
    expect(store.rows[1]?.famount).toBe(20)
  })

  it('have no row menu when the document disables it', () => {
    const [items] = bill.fields
    openTable({ ...bill, fields: [{ ...items, rowMenu: false } as never] }, rows())
    fireEvent.contextMenu(cellAt('a', 'fname'))
    expect(screen.queryByRole('menuitem')).toBeNull()
    expect(screen.queryByRole('button', { name: '第 1 行的操作' })).toBeNull()
  })

  it('count as scrolling until 100 ms after the last scroll event', async () => {
    open()
    const grid = screen.getByRole('grid')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    fireEvent.scroll(grid)
    expect(grid.className).toContain('is-scrolling')
    vi.advanceTimersByTime(60)
    fireEvent.scroll(grid)
    vi.advanceTimersByTime(99)
    expect(grid.className).toContain('is-scrolling')
    vi.advanceTimersByTime(1)
    expect(grid.className).not.toContain('is-scrolling')
  })

  it('have keys of at most 50 characters', () => {
    const { store } = openTable(bill, [{ id: 'x'.repeat(60), fname: '宣纸' }])
    expect(store.rows[0]?.id).toBe('x'.repeat(50))
  })

  it('have a help panel that lists the keys', async () => {
    const { hands } = open()
    await hands.click(screen.getByRole('button', { name: '快捷键' }))
    expect(await screen.findByText('Ctrl + D')).toBeTruthy()
  })

  it('show changes of another user, except in cells that were changed here', () => {
    const { model, store } = open()
    store.setCell('a', 'fname', '皮纸')
    const set = model.receive('items', 'a', { fname: '草纸', fprice: 11 }, () => false)
    expect(set).toContain('fprice')
    expect(store.row('a')).toMatchObject({ fname: '皮纸', fprice: 11, famount: 22 })
    // A cell that both changed stays a local change against the loaded record, so that a merge finds it.
    const [begun] = model.initial.items as Record<string, unknown>[]
    expect(begun).toMatchObject({ fname: '宣纸', fprice: 11 })
    store.undo()
    expect(store.row('a')?.fprice).toBe(11)
  })
})
