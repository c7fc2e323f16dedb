import { expect, it } from 'vitest'
import { clearBlock } from '#runtime/grid/range/cells.ts'
import { fillDown } from '#runtime/grid/range/fill.ts'
import type { Field } from '#runtime/schema/types.ts'
import { openController } from '../open-controller.ts'

const fields: Field[] = [
  { key: 'fkind', title: '类型', type: 'input', defaultValue: '流水号' },
  { key: 'ftext', title: '文字', type: 'input', disableIf: "fkind != '文字'" },
  { key: 'fdigits', title: '位数', type: 'inputNumber', disableIf: "fkind != '流水号'" },
]
const rows = [
  { id: 'a', fkind: '流水号', fdigits: 4 },
  { id: 'b', fkind: '文字', ftext: 'RK' },
]
const open = () => openController({ fields, rows })

it('a pasted block sets the cells that its other values enable, and no cell that they disable', async () => {
  const { grid, store } = open()
  grid.cursor.go('a', 'fkind')
  await grid.clipboard?.paste([
    ['文字', 'CK', '6'],
    ['流水号', '', '5'],
  ])
  expect(store.row('a')).toMatchObject({ fkind: '文字', ftext: 'CK', fdigits: 4 })
  expect(store.row('b')).toMatchObject({ fkind: '流水号', ftext: null, fdigits: 5 })
  expect(grid.clipboard?.state.get().outcome).toMatchObject({ taken: 5, passed: 1 })
})

it('a new row of a pasted block has its defaults when a cell is judged', async () => {
  const { grid, store } = open()
  grid.cursor.go('b', 'fdigits')
  await grid.clipboard?.paste([[''], ['7']])
  expect(store.rows[2]).toMatchObject({ fkind: '流水号', fdigits: 7 })
})

it('a fill sets the cells that its other values enable, and clearing a row clears what it disables', () => {
  const { grid, store } = open()
  fillDown(grid, { top: 0, bottom: 1, left: 0, right: 2 })
  expect(store.row('b')).toMatchObject({ fkind: '流水号', fdigits: 4 })
  clearBlock(grid, { top: 0, bottom: 0, left: 0, right: 2 })
  expect(store.row('a')).toMatchObject({ fkind: null, fdigits: null })
})
