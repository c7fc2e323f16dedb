// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { exactly, findDays } from '#runtime/record/panel/counted-records.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { PanelScreen } from '#runtime/screens/panel/PanelScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const bill = {
  kind: 'screen',
  id: 'stock/in-bill',
  title: '入库单',
  table: { name: 'stk_in_bill' },
  fields: [
    { key: 'fbillno', title: '单号', type: 'input' },
    { key: 'fhouse', title: '仓库', type: 'input' },
    { key: 'fclass', title: '类别', type: 'input' },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
  ],
} as unknown as ScreenDocument
const panel = {
  kind: 'panel',
  id: 'base/cross',
  title: '交叉',
  blocks: [
    {
      type: 'table',
      title: '各仓各月',
      source: { screen: 'stock/in-bill', query: { fstates: '已审核' } },
      cross: {
        rows: ['fhouse', 'fclass'],
        columns: ['fdate'],
        dateUnit: 'month',
        value: 'fnum',
        collapsed: true,
      },
    },
  ],
} as unknown as PanelDocument
const groups = [
  { fhouse: '甲', fclass: '志书', fdate: '2026-10', fnum: 3, total: 2 },
  { fhouse: '甲', fclass: null, fdate: '2026-11', fnum: 4, total: 1 },
  { fhouse: '乙', fclass: '志书', fdate: '2026-11', fnum: 5, total: 1 },
]

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('opens the groups of a cross table, and the records that a figure counts', async () => {
  const http = fakeHttp({
    '/schema/index': [{ id: bill.id, kind: 'screen', title: bill.title, path: '/stock/in-bill' }],
    '/resource/stock/in-bill/groups': { records: groups, total: 3 },
    '/resource/stock/in-bill/list': { records: [{ id: '7', fbillno: 'RK7', fhouse: '甲' }], total: 30 },
  })
  draw(
    <PanelScreen document={panel} />,
    buildRuntime(http, { types: fieldTypes, loadScreen: async () => bill }),
  )
  const table = within(await page.findByRole('table', { name: '各仓各月' }))
  const texts = () => table.getAllByRole('row').map((row) => row.textContent)
  expect(texts()).toEqual(['仓库类别2026-102026-11合计', '甲347', '乙—55', '合计3912'])
  await userEvent.click(table.getByRole('button', { name: '甲' }))
  expect(texts().slice(1, 3)).toEqual(['甲志书3—3', '—4—4'.replace('—4—4', '——44')])
  const row = table.getAllByRole('row')[2] as HTMLElement
  await userEvent.click(within(row).getAllByRole('button', { name: '4' })[0] as HTMLElement)
  const drawer = within(await page.findByRole('dialog', { name: '甲，（空），2026-11' }))
  expect((await drawer.findByRole('link', { name: 'RK7' })).getAttribute('href')).toBe('/stock/in-bill?id=7')
  const asked = () => http.get.mock.calls.filter(([url]) => url.endsWith('/list')).map(([, params]) => params)
  expect(asked()).toMatchObject([
    {
      fstates: '已审核',
      pageSize: 20,
      superQueryParams: JSON.stringify([
        { field: 'fhouse', rule: 'eq', val: '甲' },
        { field: 'fclass', rule: 'empty', val: '' },
        { field: 'fdate', rule: 'ge', val: '2026-11-01' },
        { field: 'fdate', rule: 'lt', val: '2026-12-01' },
      ]),
    },
  ])
  await userEvent.click(drawer.getByRole('button', { name: /共 30 条/ }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ pageSize: 200 }))
})

it('shows the rows of a report that a figure counts without another request', async () => {
  const document = {
    ...panel,
    blocks: [
      {
        type: 'table',
        title: '各库',
        source: { url: '/sys/shelves' },
        cross: { rows: ['shelf'], columns: ['month'], value: 'n' },
        titles: { shelf: '库', month: '月', n: '数' },
      },
    ],
  } as unknown as PanelDocument
  const http = fakeHttp({
    '/schema/index': [],
    '/sys/shelves': [
      { shelf: '一号', month: '07', n: 1 },
      { shelf: '一号', month: '08', n: 2 },
    ],
  })
  draw(<PanelScreen document={document} />, buildRuntime(http, { types: fieldTypes }))
  const table = within(await page.findByRole('table', { name: '各库' }))
  await userEvent.click(table.getAllByRole('button', { name: '3' })[0] as HTMLElement)
  const drawer = within(await page.findByRole('dialog', { name: '一号' }))
  expect(drawer.getAllByRole('row').map((row) => row.textContent)).toEqual(['库月数', '一号071', '一号082'])
  expect(http.get.mock.calls.filter(([url]) => url === '/sys/shelves')).toHaveLength(1)
})

it.each([
  ['2026-12', 'month', ['2026-12-01', '2027-01-01']],
  ['2026Q4', 'quarter', ['2026-10-01', '2027-01-01']],
  ['2026', 'year', ['2026-01-01', '2027-01-01']],
  ['2026-02-28', 'day', ['2026-02-28', '2026-03-01']],
] as const)('the days of %s', (text, unit, days) => {
  expect(findDays(text, unit)).toEqual(days)
})

it('asks for exactly the values of a cell, dates without a unit included', () => {
  expect(exactly({ fdate: '2026-11-01', fnum: 0 }, undefined, () => true)).toEqual([
    { field: 'fdate', rule: 'eq', val: '2026-11-01' },
    { field: 'fnum', rule: 'eq', val: '0' },
  ])
})
