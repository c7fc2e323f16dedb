import { fireEvent, screen } from '@testing-library/react'
import { buildBill, cellAt, openTable } from '../open-table.tsx'

export const bill = buildBill([
  { key: 'fname', title: '品名', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', disabledkey: 'flocked' },
  { key: 'fprice', title: '单价', type: 'inputNumber' },
  { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, compute: 'fnum * fprice' },
  { key: 'fuse', title: '启用', type: 'checkbox', customValue: ['Y', 'N'] },
  { key: 'fnote', title: '备注', type: 'textarea' },
  { key: 'flocked', title: '锁定', type: 'hidden' },
])
export const rows = () => [
  { id: 'a', rev: 1, fname: '宣纸', fnum: 2, fprice: 10 },
  { id: 'b', rev: 1, fname: '浆糊', fnum: 3, fprice: 1, flocked: '1' },
  { id: 'c', rev: 1, fname: '丝线', fnum: 4, fprice: 5 },
]
export const open = () => openTable(bill, rows())

export const isActive = (id: string, key: string) => cellAt(id, key).className.includes('is-active')

/** The column keys of the selected cells, row by row. */
export const selectedKeys = () =>
  [...document.querySelectorAll<HTMLElement>('.is-picked')].map((cell) => cell.dataset.field)

/** Moves the cursor to a cell without opening its editor. */
export async function moveTo(hands: ReturnType<typeof open>['hands'], id: string, key: string) {
  await hands.click(cellAt(id, key))
  await hands.keyboard('{Escape}')
}

export function paste(text: string, target: Element = screen.getByRole('grid')) {
  const data = { getData: (kind: string) => (kind === 'text/plain' ? text : '') }
  fireEvent.paste(target, { clipboardData: data })
}

export function editor(id: string, key: string): HTMLInputElement {
  const found = cellAt(id, key).querySelector('input')
  if (!found) throw new Error('no editor')
  return found
}
