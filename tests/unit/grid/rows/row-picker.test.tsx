// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AnyFieldType, RowPickerProps } from '#runtime/contract/contract.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

/** A picker that answers at once. */
const PickRows = ({ onRows, onClose }: RowPickerProps) => (
  <button
    type="button"
    onClick={() => {
      onClose()
      onRows(['丙', '丁'].map((fname) => ({ fname })))
    }}
  >
    选两个
  </button>
)
const types = new Map(fieldTypes).set('input', {
  ...(fieldTypes.get('input') as AnyFieldType),
  RowPicker: PickRows,
})
const fields = [
  { key: 'fname', title: '品名', type: 'input', multi: true },
  { key: 'fnum', title: '数量', type: 'inputNumber', defaultValue: 1 },
]
const open = (over: object = {}, notify = vi.fn()) => ({
  notify,
  ...openTable(buildBill(fields, over), [{ id: 'a', fname: '甲', fnum: 2 }], notify, { runtime: { types } }),
})
const offered = () => screen.queryByRole('button', { name: '批量选品名' })

afterEach(cleanup)

it('several records picked together become rows in one step', async () => {
  const { store, hands } = open()
  await hands.click(offered() as HTMLElement)
  await hands.click(screen.getByRole('button', { name: '选两个' }))
  expect(store.rows.map(({ fname, fnum }) => [fname, fnum])).toEqual([
    ['甲', 2],
    ['丙', 1],
    ['丁', 1],
  ])
  const [, first] = store.rows
  expect(cellAt(first?.id ?? '', 'fname').className).toContain('is-active')
  expect(document.activeElement).toBe(screen.getByRole('grid'))
  await hands.keyboard('{Control>}z{/Control}')
  expect(store.rows).toHaveLength(1)
})

it('a warning is shown when the rows exceed maxRows, and the picker is disabled in a full table', async () => {
  const { store, hands, notify } = open({ maxRows: 2 })
  await hands.click(offered() as HTMLElement)
  await hands.click(screen.getByRole('button', { name: '选两个' }))
  expect(store.rows.map(({ fname }) => fname)).toEqual(['甲', '丙'])
  expect(notify).toHaveBeenCalledWith('warning', '明细最多 2 行，只加了前 1 条')
  expect(offered()?.hasAttribute('disabled')).toBe(true)
})

it('the picker is not offered for single selection, nor to users who may not add rows', () => {
  open({ authPrefix: 'x' })
  expect(offered()).not.toBeNull()
  cleanup()
  openTable(buildBill(fields.map((field) => ({ ...field, multi: false }))), [], () => {}, {
    runtime: { types },
  })
  expect(offered()).toBeNull()
  cleanup()
  const hiddenBy = () => new Set(['add'])
  openTable(buildBill(fields), [], () => {}, { runtime: { types, hiddenBy } })
  expect(offered()).toBeNull()
})
