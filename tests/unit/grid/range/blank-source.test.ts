import { expect, it } from 'vitest'
import { fillDown, fillTyped } from '#runtime/grid/range/fill.ts'
import type { Field } from '#runtime/schema/types.ts'
import { openController } from '../open-controller.ts'

const fields: Field[] = [
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'funit', title: '单位', type: 'select', options: [{ value: '1', text: '册' }] },
]
const rows = [{ id: 'a', fname: '宣纸', funit: '1', funit_dictText: '册' }]

it('a blank cell of a new row that is filled down clears the cells below', () => {
  const { grid, store } = openController({ fields, rows })
  store.insert(0, [{}])
  expect(fillDown(grid, { top: 0, bottom: 1, left: 0, right: 1 })).toBe(2)
  expect(store.row('a')).toMatchObject({ fname: null, funit: null })
})

it('a blank cell of a new row that fills the selected block clears it', () => {
  const { grid, store } = openController({ fields, rows })
  const [rowId = ''] = store.insert(0, [{}])
  fillTyped(grid, { top: 0, bottom: 1, left: 1, right: 1 }, { rowId, key: 'funit', step: null })
  expect(store.row('a')).toMatchObject({ fname: '宣纸', funit: null })
})
