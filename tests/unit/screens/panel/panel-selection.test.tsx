// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
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
    { key: 'fhouse', title: '仓库', type: 'input' },
    { key: 'fdate', title: '日期', type: 'date' },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  ],
} as unknown as ScreenDocument
const source = { screen: 'stock/in-bill' }
const panel = {
  kind: 'panel',
  id: 'base/figures',
  title: '数字',
  filters: [{ key: 'house', title: '仓库', type: 'input' }],
  blocks: [
    {
      type: 'chart',
      title: '各仓',
      source,
      chart: { kind: 'bar', x: 'fhouse', y: ['fnum'] },
      select: 'house',
    },
    {
      type: 'chart',
      title: '各月',
      source: { ...source, query: { fhouse: '=params.house' } },
      chart: { kind: 'bar', x: 'fdate', dateUnit: 'month', y: ['total'] },
    },
    {
      type: 'statistic',
      title: '入库',
      source: { ...source, query: { fhouse: '=params.house' } },
      value: 'fnum',
      statistics: 'sum',
      unit: '册',
      href: '/stock/in-bill?fhouse={params.house}',
      target: 200,
      look: 'gauge',
    },
  ],
} as unknown as PanelDocument

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const http = fakeHttp({
    '/schema/index': [{ id: bill.id, kind: 'screen', title: bill.title }],
    '/resource/stock/in-bill/groups': {
      records: [
        { fhouse: '甲', fdate: '2026-10', fnum: 30, total: 2 },
        { fhouse: '乙', fdate: '2026-11', fnum: 20, total: 1 },
      ],
      total: 2,
    },
    '/resource/stock/in-bill/summary': { total: 3, totals: { fnum: { sum: 50 } } },
  })
  const runtime = buildRuntime(http, { types: fieldTypes, loadScreen: async () => bill })
  draw(<PanelScreen document={panel} />, runtime)
  const listCalls = (word: string) =>
    http.get.mock.calls.filter(([url]) => url.endsWith(word)).map(([, params]) => params)
  return { listCalls }
}

it('lets the server put the records of a screen together', async () => {
  const { listCalls } = open()
  await waitFor(() =>
    expect(listCalls('/groups')).toEqual([{ groupBy: 'fhouse', field: 'fnum' }, { groupBy: 'fdate:month' }]),
  )
})

it('fills in a filter for the other blocks, and empties it at the second choice', async () => {
  const { listCalls } = open()
  const chart = await page.findByRole('region', { name: '各仓' })
  await userEvent.click(await within(chart).findByRole('button', { name: '看表格' }))
  await userEvent.click(within(chart).getByRole('button', { name: '乙' }))
  await waitFor(() => expect(listCalls('/groups').at(-1)).toEqual({ groupBy: 'fdate:month', fhouse: '乙' }))
  expect(listCalls('/summary').at(-1)).toEqual({ field: 'fnum', fhouse: '乙' })
  expect(within(chart).getByRole('button', { name: '乙' }).getAttribute('aria-pressed')).toBe('true')
  expect(page.getByLabelText<HTMLInputElement>('仓库').value).toBe('乙')
  const figure = within(page.getByRole('region', { name: '入库' }))
  expect(figure.getByRole('link').getAttribute('href')).toBe('/stock/in-bill?fhouse=%E4%B9%99')
  await userEvent.click(within(chart).getByRole('button', { name: '乙' }))
  await waitFor(() => expect(page.getByLabelText<HTMLInputElement>('仓库').value).toBe(''))
})

it('shows how much of a target is reached', async () => {
  open()
  expect(await page.findByRole('img', { name: '入库：完成 25%，目标 200 册' })).toBeTruthy()
  expect(page.getByRole('region', { name: '入库' }).textContent).toContain('50.00册')
})
