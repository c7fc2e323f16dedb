// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { GridController } from '#runtime/grid/controller/GridController.ts'
import { useGridController } from '#runtime/grid/controller/useGridController.ts'
import { FindBar } from '#runtime/grid/find/FindBar.tsx'
import type { GridSetup } from '#runtime/grid/state/grid-view.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

const bill = buildBill([{ key: 'fname', title: '品名', type: 'input' }])
const rows = () => [
  { id: 'a', fname: '徽墨' },
  { id: 'b', fname: '宣纸' },
  { id: 'c', fname: '毛边纸' },
]
const input = () => screen.getByRole('textbox', { name: '查找' })

const create = (id: string, store: RowStore, setup: GridSetup) => new GridController(id, store, setup)

/** The bar alone over the rows of the record: every read of the rows is a search. */
function BarOverRows() {
  const grid = useGridController(useRecordModel().rows('items') as RowStore, false, create)
  const [request] = useState({ isReplacing: false })
  const go = (rowId: string, key: string) => grid.active.set(rowId, key, false)
  return <FindBar grid={grid} go={go} request={request} onClose={() => {}} />
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the find bar of a table', () => {
  it('counts the matches, moves to the first one and keeps the focus when a letter is typed', async () => {
    const { hands } = openTable(bill, rows())
    screen.getByRole('grid').focus()
    await hands.keyboard('{Control>}f{/Control}')
    await hands.type(input(), '纸')
    expect(screen.getByText('1 / 2')).toBeTruthy()
    expect(cellAt('b', 'fname').className).toContain('is-active')
    expect(document.activeElement).toBe(input())
  })

  it('keeps the focus when everything was replaced, and closes on Esc from any of its buttons', async () => {
    const { hands, store } = openTable(bill, rows())
    screen.getByRole('grid').focus()
    await hands.keyboard('{Control>}h{/Control}')
    await hands.type(input(), '纸')
    await hands.type(screen.getByRole('textbox', { name: '替换为' }), '笔')
    await hands.click(screen.getByRole('button', { name: '全部替换' }))
    expect(store.rows.map(({ fname }) => fname)).toEqual(['徽墨', '宣笔', '毛边笔'])
    expect(document.activeElement).toBe(input())
    screen.getByRole('checkbox', { name: '整格相同' }).focus()
    await hands.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('grid'))
  })

  it('searches the rows once when a letter is typed', async () => {
    const { hands, store } = openTable(bill, rows(), undefined, { component: BarOverRows })
    const reads = vi.spyOn(store, 'rows', 'get')
    await hands.type(input(), '纸')
    expect(screen.getByText('1 / 2')).toBeTruthy()
    expect(reads).toHaveBeenCalledTimes(1)
  })

  it('searches the rows again when a cell has changed', async () => {
    const { hands, store } = openTable(bill, rows(), undefined, { component: BarOverRows })
    await hands.type(input(), '纸')
    act(() => store.setCell('c', 'fname', '毛笔'))
    expect(screen.getByText('1 / 1')).toBeTruthy()
  })
})
