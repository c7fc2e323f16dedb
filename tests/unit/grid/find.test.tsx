// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { findCells } from '#runtime/grid/find/find.ts'
import { billOf, openTable } from './open-table.tsx'

vi.mock('#runtime/grid/find/find.ts', async (original) => {
  const own = await original<typeof import('#runtime/grid/find/find.ts')>()
  return { ...own, findCells: vi.fn(own.findCells) }
})
afterEach(cleanup)

it('a letter typed in the search of a table starts one search', async () => {
  const { hands } = openTable(billOf([{ key: 'fname', title: '品名', type: 'input' }]), [
    { id: 'a', fname: '宣纸' },
    { id: 'b', fname: '毛边纸' },
  ])
  screen.getByRole('grid').focus()
  await hands.keyboard('{Control>}f{/Control}')
  const word = screen.getByRole('textbox', { name: '查找' })
  const looked = vi.mocked(findCells)
  looked.mockClear()
  await hands.type(word, '纸')
  expect(screen.getByText('1 / 2')).toBeTruthy()
  expect(looked).toHaveBeenCalledTimes(1)
})
