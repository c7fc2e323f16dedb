import { describe, expect, it, vi } from 'vitest'
import type { GridController } from '#runtime/grid/controller/GridController.ts'
import { openController } from './open-controller.ts'

// The controller is a plain class: it works where React cannot be loaded.
vi.mock('react', () => {
  throw new Error('the controller loads React')
})
vi.mock('react-dom', () => {
  throw new Error('the controller loads React')
})

const activeCell = ({ active }: GridController) => {
  const now = active.get()
  return now && `${now.rowId} ${now.key}`
}

describe('the controller of a detail table', () => {
  it('moves the cursor, opens the editor of a cell and stores its problem when the cursor leaves it', () => {
    const { grid } = openController()
    grid.cursor.go('a', 'fname')
    expect(grid.cursor.step(1, 0)).toBe(true)
    expect(activeCell(grid)).toBe('b fname')
    grid.cursor.go('b', 'fname', true)
    expect(grid.active.get()?.step).not.toBeNull()
    grid.cursor.close()
    expect(grid.active.get()?.step).toBeNull()
  })

  it('follows its rows: the cursor of a removed row goes to the next one, a revealed cell becomes active', () => {
    const { grid, store } = openController()
    const end = grid.connect()
    grid.cursor.go('b', 'fname')
    store.remove(['b'])
    expect(activeCell(grid)).toBe('c fname')
    store.reveal('a', 'fnum')
    expect(activeCell(grid)).toBe('a fnum')
    end()
    store.remove(['a'])
    expect(activeCell(grid)).toBe('a fnum')
  })

  it('selects the cells of an undone step', () => {
    const { grid, store } = openController()
    store.setCells([
      { id: 'a', values: { fprice: 7 } },
      { id: 'b', values: { fprice: 7 } },
    ])
    grid.undo()
    expect(store.rows.map((row) => row.fprice)).toEqual([10, 1, 5])
    expect(activeCell(grid)).toBe('a fprice')
    expect(grid.range.get()).toMatchObject({ top: 0, bottom: 1 })
    grid.undo('redo')
    expect(store.row('a')?.fprice).toBe(7)
  })

  it('adds a row once when the request is repeated at once, and says why', () => {
    const { grid, store, notify } = openController()
    grid.addRow()
    grid.addRow()
    expect(store.rows).toHaveLength(4)
    expect(activeCell(grid)).toBe(`${store.rows[3]?.id} fname`)
    expect(notify).toHaveBeenCalledTimes(1)
  })

  it('appends no row without the permission', () => {
    const { grid, store } = openController({ hidden: new Set(['add']) })
    grid.append()
    expect([grid.canAppend, store.rows.length]).toEqual([false, 3])
  })

  it('tells its view of every other layout, and the range is the active cell again', () => {
    const { grid, buildSetup } = openController()
    const heard = vi.fn()
    grid.view.subscribe(heard)
    grid.cursor.go('a', 'fname')
    grid.cursor.extend(1, 0)
    grid.setWidth('fname', 321)
    expect(grid.columns.find(({ key }) => key === 'fname')?.width).toBe(321)
    expect(grid.memory.get().widths).toEqual({ fname: 321 })
    expect(grid.range.get()).toMatchObject({ top: 0, bottom: 0 })
    grid.configure(buildSetup(true))
    expect([grid.isFrozen, grid.canAdd]).toEqual([true, false])
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('asks its drawn table before several rows are removed', () => {
    const { grid, store } = openController()
    const confirmRemoval = vi.fn()
    grid.surface = {
      ...{ focus: () => {}, keepFocus: () => {}, blurEditor: () => {}, enter: () => {}, showRow: () => {} },
      ...{ draw: (change) => change(), showCell: () => {}, rowsInPage: () => 3, confirmRemoval },
    }
    grid.removeRows(['a', 'b'], true)
    expect(store.rows).toHaveLength(3)
    expect(confirmRemoval).toHaveBeenCalledWith(2, expect.any(Function))
    confirmRemoval.mock.calls[0]?.[1]()
    expect(store.rows.map(({ id }) => id)).toEqual(['c'])
    grid.removeRows(['c'], true)
    expect(store.rows).toHaveLength(0)
  })

  it('pastes a block from the range on, and reports it until it is undone', async () => {
    const { grid, store } = openController()
    grid.cursor.go('b', 'fname')
    await grid.clipboard?.paste([
      ['毛笔', '7'],
      ['砚台', 'x'],
    ])
    expect(store.rows.map((row) => row.fname)).toEqual(['宣纸', '毛笔', '砚台'])
    expect(grid.clipboard?.state.get().outcome).toMatchObject({ taken: 3, issues: [{ pastedText: 'x' }] })
    grid.undo()
    expect(grid.clipboard?.state.get().outcome).toBeNull()
  })
})
