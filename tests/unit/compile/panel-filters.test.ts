import { expect, it } from 'vitest'
import {
  compileFilters,
  filterParams,
  readConditions,
  writeConditions,
} from '#runtime/compile/panel/panel-filters.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'

const panel = {
  filters: [
    { key: 'shelf', title: '书库', type: 'select', multi: true, options: [{ value: '甲' }, { value: '乙' }] },
    { key: 'from', title: '起', type: 'date', defaultValue: '=today()' },
  ],
} as unknown as PanelDocument
const { items } = compileFilters(panel, {
  types: fieldTypes,
  can: () => true,
  computeDefault: () => '2025-09-01',
})
const read = (text: string) => readConditions(items, new URLSearchParams(text))

it('reads filters from the address, with their defaults where it names none', () => {
  expect(filterParams(items, read(''))).toMatchObject({ from: '2025-09-01' })
  expect(filterParams(items, read('shelf_MultiString=甲,乙&from=2025-10-01'))).toEqual({
    shelf: '甲,乙',
    from: '2025-10-01',
  })
})

it('keeps a removed default removed, and the other parameters of the address', () => {
  const written = writeConditions(items, {}, new URLSearchParams('tab=1&from=2025-10-01'))
  expect(filterParams(items, readConditions(items, written))).toMatchObject({ from: '' })
  expect(written.get('tab')).toBe('1')
})
