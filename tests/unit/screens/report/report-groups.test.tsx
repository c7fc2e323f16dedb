// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { ReportDocument } from '#runtime/schema/types.ts'
import { ReportScreen } from '#runtime/screens/report/ReportScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const url = '/online/cgreport/api/getData/rp_in'
const report = {
  version: 2,
  kind: 'report',
  id: 'report/in',
  code: 'rp_in',
  title: '入库汇总表',
  unit: '元',
  fields: [
    { key: 'fclass', title: '类别', type: 'input' },
    { key: 'fhouse', title: '仓库', type: 'select', options: [{ value: '1', text: '方志书库' }] },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 0, statistics: ['sum'], isOrder: true },
    { key: 'famount', title: '金额', type: 'inputNumber', scale: 2, statistics: ['sum'] },
  ],
  list: { groupBy: 'fhouse' },
} as unknown as ReportDocument
const rows = [
  { fhouse: '1', fclass: '省级志书', fnum: 126, famount: 47880 },
  { fhouse: '1', fclass: '市县志书', fnum: 96, famount: 28512.5 },
  { fhouse: '2', fclass: '古籍影印', fnum: 0, famount: 21120 },
]

const Issuer = () => '省地方志馆 采编部'

const open = (answer: unknown, over = {}) => {
  const http = fakeHttp({ [url]: answer })
  draw(<ReportScreen document={report} />, buildRuntime(http, { types: fieldTypes, ...over }), '/')
  return http
}
/** The texts of the rows of the table body, cell by cell. */
const table = () =>
  [...document.querySelectorAll('.ant-table-tbody tr.ant-table-row')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a grouped report draws the value of a group once, and its sub-totals below its last row', async () => {
  open({ records: rows, total: 3 })
  await page.findByText('方志书库小计')
  expect(table()).toEqual([
    ['方志书库', '省级志书', '126', '47,880.00'],
    ['', '市县志书', '96', '28,512.50'],
    ['方志书库小计', '222', '76,392.50'],
    ['2', '古籍影印', '—', '21,120.00'],
    ['2小计', '—', '21,120.00'],
  ])
  const total = page.getByText('总计').closest('tr') as HTMLElement
  expect(within(total).getByText('97,512.50')).toBeTruthy()
})

it('a grouped report has the sub-totals of the server when a group continues on another page', async () => {
  const groups = [
    { value: '1', total: 12, totals: { fnum: { sum: 900 }, famount: { sum: 1000.5 } } },
    { value: '2', total: 1, totals: { fnum: { sum: 0 }, famount: { sum: 21120 } } },
  ]
  open({ records: rows, total: 13, totals: { fnum: { sum: 900 } }, groups })
  const subtotal = (await page.findByText('方志书库小计（共 12 条）')).closest('tr') as HTMLElement
  expect(within(subtotal).getByText('1,000.50')).toBeTruthy()
  expect(page.getByText('2小计')).toBeTruthy()
})

it('a grouped report has no sub-totals when rows are missing and the server sends none', async () => {
  open({ records: rows, total: 31, totals: { fnum: { sum: 1 } } })
  await page.findByText('省级志书')
  expect(page.queryByText(/小计/)).toBeNull()
})

it('a grouped report requests its rows by group first', async () => {
  const http = open({ records: rows, total: 3 })
  await page.findByText('方志书库小计')
  page.getByRole('columnheader', { name: /数量/ }).click()
  await waitFor(() =>
    expect(
      http.get.mock.calls.flatMap(([, params]) => (params ? [[params.column, params.order]] : [])),
    ).toEqual([
      ['fhouse', 'asc'],
      ['fhouse,fnum', 'asc'],
    ]),
  )
})

it('a report names its issuer, the unit of its amounts and the time of its data', async () => {
  open({ records: rows, total: 3 }, { institution: { Issuer } })
  expect(await page.findByText('编制单位：省地方志馆 采编部')).toBeTruthy()
  expect(page.getByText('金额单位：元')).toBeTruthy()
  expect(await page.findByText(/^共 3 条，数据截至 /)).toBeTruthy()
})

it('a grouped report on a phone has a line of sub-totals below the last entry of each group', async () => {
  fakeWindow(true)
  open({ records: rows, total: 3 })
  const line = (await page.findByText('方志书库小计')).closest('li') as HTMLElement
  expect(within(line).getByText('市县志书')).toBeTruthy()
  expect(line.textContent).toContain('金额 76,392.50')
})
