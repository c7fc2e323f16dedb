// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { PanelScreen } from '#runtime/screens/panel/PanelScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const panel = {
  kind: 'panel',
  id: 'base/figures',
  title: '数字',
  filters: [{ key: 'shelf', title: '书库', type: 'input', defaultValue: '甲' }],
  blocks: [
    {
      type: 'statistic',
      title: '种数',
      source: { url: '/n', query: { store: '=params.shelf' } },
      value: 'n',
    },
    { type: 'statistic', title: '全部', source: { url: '/all' }, value: 'n' },
    {
      type: 'table',
      title: '分布',
      source: { url: '/cross', query: { store: '=params.shelf' } },
      cross: { rows: ['store', 'kind'], columns: ['month'], value: 'n', subtotals: true },
      titles: { store: '书库', kind: '类别', month: '月份', n: '种数' },
    },
  ],
} as unknown as PanelDocument

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(at = '/', document = panel) {
  const http = fakeHttp({
    '/schema/index': [],
    '/n': { n: 5 },
    '/all': { n: 9 },
    '/cross': [
      { store: '甲', kind: '府志', month: '08', n: 1200 },
      { store: '甲', kind: '县志', month: '09', n: 2 },
    ],
  })
  draw(<PanelScreen document={document} />, buildRuntime(http, { types: fieldTypes }), at)
  return (url: string) => http.get.mock.calls.filter(([asked]) => asked === url).map(([, params]) => params)
}

it('sends the filters to the blocks that read them, and to no other', async () => {
  const calls = open('/?shelf=乙')
  const box = await page.findByLabelText('书库')
  await waitFor(() => expect(calls('/n')).toEqual([{ store: '乙' }]))
  await userEvent.clear(box)
  await userEvent.type(box, '丙')
  await userEvent.click(page.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(calls('/n').at(-1)).toEqual({ store: '丙' }))
  await userEvent.clear(box)
  await userEvent.click(page.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(calls('/n').at(-1)).toEqual({}))
  await userEvent.click(page.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(calls('/n').at(-1)).toEqual({ store: '甲' }))
  expect(calls('/all')).toEqual([{}])
})

it('draws a cross table with subtotals, totals and a dash for no records', async () => {
  open()
  const table = await page.findByRole('table', { name: '分布' })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['书库', '类别', '08', '09', '合计'],
    ['甲', '府志', '1,200', '—', '1,200'],
    ['', '县志', '—', '2', '2'],
    ['甲小计', '1,200', '2', '1,202'],
    ['合计', '1,200', '2', '1,202'],
  ])
})

it('a filter of several regions counts what is inside the chosen ones, and shows each of them', async () => {
  const filter = { key: 'region', title: '行政区划', type: 'pca', multi: true }
  const figure = {
    type: 'statistic',
    title: '种数',
    source: { url: '/n', query: { region: '=params.region' } },
    value: 'n',
  }
  const byRegion = { ...panel, filters: [filter], blocks: [figure] } as unknown as PanelDocument
  const calls = open('/?region_MultiString=330203,330205', byRegion)
  const box = await page.findByLabelText('行政区划')
  await waitFor(() => expect(calls('/n')).toEqual([{ region: '330203,330205' }]))
  await waitFor(() => expect(page.getByTitle('海曙区')).toBeTruthy())
  expect(page.getByTitle('江北区')).toBeTruthy()
  await userEvent.type(box, '杭州市{Enter}')
  await userEvent.click(page.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(calls('/n')).toHaveLength(2))
  const codes = String(calls('/n').at(-1)?.region).split(',')
  expect(codes).toEqual(expect.arrayContaining(['330203', '330205', '330100', '330106', '330110']))
  expect(codes.filter((code) => !/^3301|^33020[35]$/.test(code))).toEqual([])
  expect(page.getByTitle('杭州市')).toBeTruthy()
  expect(page.queryByTitle('西湖区')).toBeNull()
})
