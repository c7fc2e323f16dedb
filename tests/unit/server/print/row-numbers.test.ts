import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { PrintedTable } from '#runtime/screens/form/print/printed/PrintedTable.tsx'
import { buildTable } from '#server/records/print/pdf-table.ts'

const row = (key: string, cells: string[], isTotal = false) => ({ key, cells, isTotal })
const block: Extract<PrintedBlock, { type: 'table' }> = {
  type: 'table',
  columns: [{ key: 'name', title: '品名', align: 'left', width: 100 }],
  rows: [
    row('1', ['宣纸']),
    row('2', ['徽墨']),
    row('sum', ['小计'], true),
    row('3', ['湖笔']),
    row('4', ['']),
  ],
}
const numbers = ['1', '2', '', '3', '']

it('rows are numbered without their sub-totals, on the screen and in a PDF', () => {
  const drawn = renderToStaticMarkup(createElement(PrintedTable, { block }))
  expect([...drawn.matchAll(/<td class="is-center">(\d*)<\/td>/g)].map(([, text]) => text)).toEqual(numbers)
  const { table } = buildTable(block, { width: 500, height: 700 }) as unknown as {
    table: { body: { text: string }[][] }
  }
  expect(table.body.slice(1).map(([first]) => first?.text)).toEqual(numbers)
})
