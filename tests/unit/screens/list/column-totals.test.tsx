// @vitest-environment jsdom
import { cleanup, screen as page, render } from '@testing-library/react'
import { Table } from 'antd'
import { afterEach, expect, it } from 'vitest'
import type { Column } from '#runtime/compile/plan.ts'
import { listBlocks } from '#runtime/screens/list-kit/print/list-blocks.ts'
import { totalsOfRows, totalsOfServer } from '#runtime/screens/list-kit/table/column-totals.ts'
import { PageTotals, totalsText } from '#runtime/screens/list-kit/table/PageTotals.tsx'

afterEach(cleanup)

const buildColumn = (key: string, compute?: string) =>
  ({
    key,
    title: '金额',
    align: 'right',
    statistics: ['sum'],
    field: { key, type: 'inputNumber', scale: 2, ...(compute && { compute }) },
    type: { toText: (value: unknown) => String(value ?? ''), fromWire: (value: unknown) => value },
  }) as unknown as Column
const computed = buildColumn('famount', 'fnum * fprice')
const typed = buildColumn('famount')
const rows = [
  { id: '1', famount: 10 },
  { id: '2', famount: null },
  { id: '3', famount: '' },
]

it('a total says in its hint how many rows lack a value', () => {
  render(
    <Table
      columns={[{ title: '金额' }]}
      summary={() => (
        <PageTotals
          plan={{ row: [] }}
          columns={[typed]}
          offset={0}
          label="本页合计"
          getTotals={(column) => totalsOfRows(column, rows)}
        />
      )}
    />,
  )
  expect(page.getByText('10.00').getAttribute('title')).toBe('2 行没有值')
  expect(totalsOfServer({ famount: { sum: 10, lack: 3 } })(typed)).toMatchObject([{ lack: '3 行没有值' }])
  expect(totalsOfRows(typed, rows.slice(0, 1))[0]?.lack).toBeUndefined()
})

it('a total of a computed column says it in texts and on paper', () => {
  const getTotals = (column: Column) => totalsOfRows(column, rows)
  const write = (column: Column) => totalsText({ plan: { columns: [column] } } as never, getTotals)
  expect(write(computed)).toBe('金额合计 10.00（2 行没有值）')
  expect(write(typed)).toBe('金额合计 10.00')
  const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
  const print = (column: Column) =>
    listBlocks({ title: '单', columns: [column], rows, notes: [] }, lookup).at(-1)
  expect(print(computed)).toMatchObject({ totals: ['10.00（2 行没有值）'] })
  expect(print(typed)).toMatchObject({ totals: ['10.00'] })
})

const kind = { ...buildColumn('fkind'), statistics: [] } as unknown as Column
const noLookup = { text: () => undefined, value: () => undefined, items: () => [] }
const grouped = [
  { id: '1', fkind: '纸', famount: 10 },
  { id: '2', fkind: '墨', famount: 20 },
  { id: '3', fkind: '墨', famount: 30 },
]
const printCut = (cut: NonNullable<Parameters<typeof listBlocks>[0]['cut']>) =>
  listBlocks(
    { title: '单', columns: [kind, typed], rows: grouped, notes: [], group: kind, cut },
    noLookup,
  ).at(-1)

it('the first rows of a list are printed with the totals of all rows where the server has them', () => {
  const groups = [{ value: '墨', total: 5, totals: { famount: { sum: 90 } } }]
  expect(printCut({ totals: totalsOfServer({ famount: { sum: 500 } }), groups })).toMatchObject({
    rows: [{}, { cells: ['纸小计', '10.00'] }, {}, {}, { cells: ['墨小计（共 5 条）', '90.00'] }],
    totals: ['', '500.00'],
  })
})

it('the first rows of a list without totals of the server are summed up as such, and their last group is not', () => {
  const block = printCut({})
  expect(block).toMatchObject({ totals: ['', '60.00'], totalsTitle: '以上合计' })
  expect(block?.type === 'table' && block.rows.map(({ cells }) => cells[0])).toEqual([
    '纸',
    '纸小计',
    '墨',
    '墨',
  ])
})
