// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useRuntime } from '#runtime/contract/context.tsx'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { useColumns } from '#runtime/grid/columns/columns.ts'
import { FindBar } from '#runtime/grid/find/FindBar.tsx'
import { ActiveCell } from '#runtime/grid/range/active-cell.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { billOf, cellAt, openTable } from '../open-table.tsx'

const bill = billOf([{ key: 'fname', title: '品名', type: 'input' }])
const rows = () => [
  { id: 'a', fname: '徽墨' },
  { id: 'b', fname: '宣纸' },
  { id: 'c', fname: '毛边纸' },
]
const input = () => screen.getByRole('textbox', { name: '查找' })

/** The bar alone over the rows of the record: every read of the rows is a search. */
function BarOverRows() {
  const { lookup } = useRuntime()
  const store = useRecordModel().rows('items') as RowStore
  const columns = useColumns(store, 'edit', false)
  const [active] = useState(() => new ActiveCell())
  const [table] = useState({ store, columns, active, lookup, isFrozen: false })
  const [request] = useState({ isReplacing: false })
  const go = (rowId: string, key: string) => active.set(rowId, key, false)
  return <FindBar table={table} cursor={{ go }} request={request} open={() => {}} onClose={() => {}} />
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
    const { hands, store } = openTable(bill, rows(), undefined, { face: BarOverRows })
    const reads = vi.spyOn(store, 'rows', 'get')
    await hands.type(input(), '纸')
    expect(screen.getByText('1 / 2')).toBeTruthy()
    expect(reads).toHaveBeenCalledTimes(1)
  })

  it('searches the rows again when a cell has changed', async () => {
    const { hands, store } = openTable(bill, rows(), undefined, { face: BarOverRows })
    await hands.type(input(), '纸')
    act(() => store.setCell('c', 'fname', '毛笔'))
    expect(screen.getByText('1 / 1')).toBeTruthy()
  })
})
