// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { cellAt } from '../open-table.tsx'
import { editor, isActive, moveTo, open, selectedKeys } from './keyboard-table.ts'

afterEach(cleanup)

describe('the keyboard in a detail table', () => {
  it('moves to the edge of the filled cells on Ctrl and an arrow', async () => {
    const { hands } = open()
    await moveTo(hands, 'a', 'fname')
    await hands.keyboard('{Control>}{ArrowDown}{ArrowRight}{/Control}')
    expect(isActive('c', 'fprice')).toBe(true)
  })

  it('replaces the text on typing and moves on by an arrow, and keeps the text and the arrow inside it after F2', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fnum')
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
    await moveTo(hands, 'b', 'fname')
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
    await moveTo(hands, 'a', 'fprice')
    await hands.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}')
    await moveTo(hands, 'c', 'fname')
    await hands.keyboard('{Control>}z{/Control}')
    expect(isActive('a', 'fprice')).toBe(true)
    expect(selectedKeys()).toEqual(['fprice', 'fprice'])
    await moveTo(hands, 'b', 'fname')
    act(() => store.remove(['b']))
    expect(isActive('c', 'fname')).toBe(true)
    act(() => store.remove(['c']))
    expect(isActive('a', 'fname')).toBe(true)
  })

  it('undoes and redoes while no row is left', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'b', 'fname')
    act(() => store.remove(['a', 'b', 'c']))
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    await hands.keyboard('{Control>}y{/Control}')
    expect(store.rows).toHaveLength(0)
    await hands.keyboard('{Enter}{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
    expect(store.rows).toHaveLength(1)
  })

  it('loses no letter while an editor opens with a delay', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fnote')
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
    await moveTo(hands, 'a', 'fnum')
    await hands.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    expect(selectedKeys()).toEqual(['fnum', 'fprice', 'fnum', 'fprice'])
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
    await moveTo(hands, 'b', 'fprice')
    await hands.keyboard('{Control>}a{/Control}')
    expect(selectedKeys()).toHaveLength(3 * 6)
  })

  it('fills down on Ctrl+D and skips a cell that disabledkey disables', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fnum')
    await hands.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    expect(store.rows.map((row) => row.fnum)).toEqual([2, 3, 2])
  })

  it('moves the row on Alt and an arrow', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fname')
    await hands.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(store.rows.map((row) => row.id)).toEqual(['b', 'a', 'c'])
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
    await moveTo(hands, 'a', 'fnote')
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
