// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bill, editor, isActive, moveTo, open, paste, selectedKeys } from '../keyboard/keyboard-table.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

afterEach(cleanup)

describe('a detail table', () => {
  it('pastes a range over cells and adds the missing rows, as one step to undo', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'c', 'fname')
    paste('毛笔\t1,200\n砚台\t7\n')
    await expect.poll(() => store.rows.length).toBe(4)
    expect(store.rows.slice(2).map((row) => [row.fname, row.fnum])).toEqual([
      ['毛笔', 1200],
      ['砚台', 7],
    ])
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.rows.map((row) => row.fname)).toEqual(['宣纸', '浆糊', '丝线'])
  })

  it('makes no row for a line without texts, and empties a row by it', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'c', 'fname')
    paste('\t\n毛笔\t7\n \t\n砚台\t8\n\t\n\n')
    await expect
      .poll(() => store.rows.map((row) => row.fname))
      .toEqual(['宣纸', '浆糊', null, '毛笔', '砚台'])
    expect(store.rows[4]?.fnum).toBe(8)
    expect(await screen.findByText(/^已粘贴 6 格，新增 2 行/)).toBeTruthy()
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
    await expect.poll(selectedKeys).toEqual(['fname', 'fnum', 'fname', 'fnum'])
  })

  it('refuses a number with lost digits in an open editor too, and keeps the former text', async () => {
    const { store, hands } = open()
    await hands.click(cellAt('a', 'fname'))
    editor('a', 'fname').select()
    paste('1.23457E+17', editor('a', 'fname'))
    await expect.poll(() => store.findErrors('a')?.fname).toMatch(/末尾的数字已丢失/)
    expect(store.row('a')?.fname).toBe('宣纸')
  })

  it('fills no picker cell with the text of another column, and clears it with its record by a blank one', async () => {
    const mapping = { orgFields: ['id', 'fname'], destFields: ['spid', 'fspmc'] }
    const picking = buildBill([
      { key: 'fnote', title: '备注', type: 'input' },
      { key: 'fspmc', title: '品名', type: 'popup', popupCode: 'rp_goods', ...mapping },
      { key: 'spid', type: 'hidden' },
    ])
    const goods = { spid: '1', fspmc: '皮纸' }
    const { store, hands } = openTable(picking, [
      { id: 'a', rev: 1, fnote: '宣纸', ...goods },
      { id: 'b', rev: 1, fnote: null, ...goods },
    ])
    await moveTo(hands, 'a', 'fnote')
    await hands.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}{Control>}r{/Control}')
    await expect.poll(() => store.row('b')?.fspmc).toBeNull()
    expect(store.rows).toMatchObject([goods, { spid: null }])
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
    await moveTo(hands, 'a', 'fname')
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

  it('reads a header row in any order, and says which of its titles is no column', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fprice')
    paste('数量\t品名 *\t产地\n7\t毛笔\t湖州\n8\t砚台\t肇庆\n')
    await expect.poll(() => store.rows.map((row) => row.fname)).toEqual(['毛笔', '砚台', '丝线'])
    // The quantity of the second row is locked.
    expect(store.rows.map(({ fnum, fprice }) => [fnum, fprice])).toEqual([
      [7, 10],
      [3, 1],
      [4, 5],
    ])
    expect(await screen.findByText(/没有粘贴$/)).toBeTruthy()
    await hands.click(screen.getByRole('button', { name: '查看' }))
    expect(screen.getByText(/没有这一列，这一列没有粘贴/)).toBeTruthy()
  })

  it('shows the result of a paste in the status line', async () => {
    const { hands } = open()
    await moveTo(hands, 'a', 'fname')
    paste('毛笔\t许多\n')
    const report = await screen.findByText(/^已粘贴 1 格/)
    expect(report.closest('.detail-status')).not.toBeNull()
  })

  it('removes the paste report and its marks when the paste is undone', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fname')
    paste('毛笔\t许多\n')
    await expect.poll(() => store.errorCount).toBe(1)
    await hands.keyboard('{Control>}z{/Control}')
    expect(store.errorCount).toBe(0)
    expect(screen.queryByText(/1 格没有粘贴/)).toBeNull()
  })

  it('keeps the mark of a text that was not pasted until its own cell changes', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fname')
    paste('毛笔\t许多\n')
    await expect
      .poll(() => store.findErrors('a'))
      .toEqual({ fnum: expect.stringContaining('「许多」没有粘贴') })
    store.receive('a', { fprice: 7 })
    store.setCell('a', 'fname', '狼毫')
    expect(store.findErrors('a')).toEqual({ fnum: expect.stringContaining('「许多」没有粘贴') })
    store.setCell('a', 'fnum', 9)
    expect(store.findErrors('a')).toBeUndefined()
  })

  it('offers to undo a paste only until the next change', async () => {
    const { hands } = open()
    await moveTo(hands, 'a', 'fname')
    paste('毛笔\t许多\n')
    await expect.poll(() => screen.queryByText('撤销粘贴')).not.toBeNull()
    await moveTo(hands, 'c', 'fprice')
    await hands.keyboard('{Delete}')
    expect(screen.queryByText('撤销粘贴')).toBeNull()
    expect(screen.getByText(/1 格没有粘贴/)).toBeTruthy()
  })

  it('names the cell of a pasted text that is no value', async () => {
    const { store, hands } = open()
    await moveTo(hands, 'a', 'fprice')
    paste('许多')
    await expect.poll(() => store.findErrors('a')?.fprice).toContain('「许多」没有粘贴')
    expect(store.row('a')?.fprice).toBe(10)
  })
})
