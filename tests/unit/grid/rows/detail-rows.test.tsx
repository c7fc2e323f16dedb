// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bill, open, rows } from '../keyboard/keyboard-table.ts'
import { cellAt, openTable } from '../open-table.tsx'

afterEach(cleanup)

describe('the rows of a detail table', () => {
  it('are copied by the row menu with their values, but without their ids', async () => {
    const { store, hands } = open()
    fireEvent.contextMenu(cellAt('a', 'fname'))
    await hands.click(await screen.findByRole('menuitem', { name: '复制一行' }))
    expect(store.rows.map((row) => row.fname)).toEqual(['宣纸', '宣纸', '浆糊', '丝线'])
    expect(store.delta().added).toMatchObject([{ fname: '宣纸', fnum: 2, orderNum: 2 }])
    expect(store.rows[1]?.famount).toBe(20)
  })

  it('are not counted while they hold only their defaults', async () => {
    const { store } = open()
    expect(screen.getByText('共 3 行')).toBeTruthy()
    const [id = ''] = store.insert(3)
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
    expect(screen.getByText('共 3 行')).toBeTruthy()
    store.setCell(id, 'fname', '皮纸')
    expect(await screen.findByText('共 4 行')).toBeTruthy()
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
    const set = model.receive('items', 'a', { fname: '草纸', fprice: 11 })
    expect(set).toContain('fprice')
    expect(store.row('a')).toMatchObject({ fname: '皮纸', fprice: 11, famount: 22 })
    // A cell that both changed stays a local change against the loaded record, so that a merge finds it.
    const [begun] = model.initial.items as Record<string, unknown>[]
    expect(begun).toMatchObject({ fname: '宣纸', fprice: 11 })
    store.undo()
    expect(store.row('a')?.fprice).toBe(11)
  })
})
