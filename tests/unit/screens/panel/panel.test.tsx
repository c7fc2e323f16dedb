// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { PanelScreen } from '#runtime/screens/panel/PanelScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

vi.mock('#runtime/screens/panel/blocks/chart/Chart.tsx', () => ({
  loadChart:
    async () =>
    ({ title, data }: { title: string; data: { names: string[] } }) => (
      <div role="img" aria-label={title}>
        {data.names.join('、')}
      </div>
    ),
}))

const list = '/resource/stock/bill/list'
const bill = {
  kind: 'screen',
  id: 'stock/bill',
  title: '单据',
  fields: [
    { key: 'no', title: '编号', type: 'input' },
    { key: 'amount', title: '金额', type: 'inputNumber', scale: 2 },
    { key: 'price', title: '单价', type: 'inputNumber', access: { read: 'price' } },
  ],
} as unknown as ScreenDocument
const index = [
  { id: 'stock/bill', title: '单据', kind: 'screen', rev: '1', components: [], path: '/stock/bills' },
]
const panel = {
  kind: 'panel',
  id: 'stock/board',
  title: '看板',
  blocks: [
    {
      type: 'statistic',
      title: '访问量',
      source: { url: '/sys/visit' },
      value: 'n',
      unit: '次',
      href: '/log',
    },
    { type: 'table', title: '单据', source: { screen: 'stock/bill' }, fields: ['no', 'amount', 'price'] },
    {
      type: 'chart',
      title: '趋势',
      source: { url: '/sys/days' },
      chart: { kind: 'line', x: 'day', y: ['n'] },
    },
    {
      type: 'description',
      title: '机器',
      source: { url: '/sys/disk', pick: 'disk' },
      fields: ['name'],
      titles: { name: '名称' },
    },
    { type: 'links', title: '入口', links: [{ title: '去单据', href: '/stock/bill' }] },
    { type: 'text', text: '第一行\n第二行' },
    { type: 'table', title: '秘密', source: { screen: 'stock/secret' }, fields: ['no'] },
  ],
} as unknown as PanelDocument
const answers = {
  '/schema/index': index,
  '/sys/visit': { n: 12345 },
  [list]: { records: [{ id: '7 7', no: 'RK1', amount: 1234.5 }], total: 1 },
  '/sys/days': [
    { day: '周一', n: 1 },
    { day: '周二', n: 2 },
  ],
  '/sys/disk': { disk: { name: '甲' } },
}
const open = (over: Record<string, unknown> = {}, document = panel) => {
  const http = fakeHttp({ ...answers, ...over })
  const runtime = buildRuntime(http, {
    types: fieldTypes,
    can: (code) => code !== 'price',
    loadScreen: async () => bill,
  })
  draw(<PanelScreen document={document} />, runtime)
  return http
}
const block = (name: string) => page.findByRole('region', { name })

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a panel draws every block type with separated digits and links', async () => {
  open()
  const visits = await block('访问量')
  expect(await within(visits).findByText('12,345')).toBeTruthy()
  expect(within(visits).getByRole('link').getAttribute('href')).toBe('/log')
  expect(await within(await block('单据')).findByText('1,234.50')).toBeTruthy()
  expect(page.getByRole('link', { name: 'RK1' }).getAttribute('href')).toBe('/stock/bills?id=7%207')
  expect(await page.findByRole('img', { name: '趋势' })).toBeTruthy()
  expect(page.getByText('周一、周二')).toBeTruthy()
  expect(within(await block('机器')).getByText('甲')).toBeTruthy()
  expect(page.getByRole('link', { name: '去单据' })).toBeTruthy()
  expect(page.getByText(/第一行/)).toBeTruthy()
})

it('a panel shows the title of a table block once and uses it as the name of the table', async () => {
  open()
  const bills = await block('单据')
  expect(await within(bills).findByRole('table', { name: '单据' })).toBeTruthy()
  expect(within(bills).getAllByText('单据')).toHaveLength(1)
})

it('a panel draws no links for records of a screen without a page', async () => {
  open({ '/schema/index': index.map(({ path: _, ...entry }) => entry) })
  expect(await page.findByText('RK1')).toBeTruthy()
  expect(page.queryByRole('link', { name: 'RK1' })).toBeNull()
})

it('a panel omits blocks and columns that the user may not read', async () => {
  const http = open()
  await page.findByText('RK1')
  expect(page.queryByText('秘密')).toBeNull()
  expect(page.queryByRole('columnheader', { name: '单价' })).toBeNull()
  expect(http.get.mock.calls.map(([url]) => url)).not.toContain('/resource/stock/secret/list')
})

it('a panel asks for no sum of a field that the user may not read', async () => {
  const sum = {
    type: 'statistic',
    title: '总价',
    source: { screen: 'stock/bill' },
    value: 'price',
    statistics: 'sum',
  }
  const http = open({}, { ...panel, blocks: [sum, ...panel.blocks] } as unknown as PanelDocument)
  await page.findByText('RK1')
  await waitFor(() => expect(page.queryByRole('region', { name: '总价' })).toBeNull())
  expect(http.get.mock.calls.map(([url]) => url)).not.toContain('/resource/stock/bill/summary')
})

it('a panel omits a block that the server refuses (510)', async () => {
  open({ '/sys/visit': appError('NO_DATA_PERMISSION') })
  await page.findByText('RK1')
  await waitFor(() => expect(page.queryByRole('region', { name: '访问量' })).toBeNull())
})

it('a panel shows an error and a retry button for each block alone', async () => {
  const http = open({ '/sys/visit': appError('INTERNAL') })
  const visits = await block('访问量')
  expect(await within(visits).findByRole('alert')).toBeTruthy()
  expect(await page.findByText('RK1')).toBeTruthy()
  http.get.mockImplementation(async (url: string) =>
    structuredClone((answers as Record<string, unknown>)[url]),
  )
  const before = http.get.mock.calls.filter(([url]) => url === list).length
  fireEvent.click(within(visits).getByRole('button', { name: '再试一次' }))
  expect(await within(visits).findByText('12,345')).toBeTruthy()
  expect(http.get.mock.calls.filter(([url]) => url === list)).toHaveLength(before)
})

it('blocks over one address show the parts of its answer that each of them picks', async () => {
  const picks = ['disk', 'memory'].map((pick) => ({
    type: 'statistic',
    title: pick,
    source: { url: '/sys/machine', pick },
    value: 'free',
  }))
  const machine = { disk: { free: 11 }, memory: { free: 22 } }
  open({ '/sys/machine': machine }, { ...panel, blocks: picks } as unknown as PanelDocument)
  expect(await within(await block('disk')).findByText('11')).toBeTruthy()
  expect(await within(await block('memory')).findByText('22')).toBeTruthy()
})

it('a sum that the server could not read in time is an error with a retry button, not zero', async () => {
  const sum = {
    type: 'statistic',
    title: '总额',
    source: { screen: 'stock/bill' },
    value: 'amount',
    statistics: 'sum',
  }
  open({ '/resource/stock/bill/summary': { total: null, totals: {} } }, {
    ...panel,
    blocks: [sum],
  } as unknown as PanelDocument)
  const figure = await block('总额')
  expect(await within(figure).findByRole('button', { name: '再试一次' })).toBeTruthy()
  expect(within(figure).getByText('系统繁忙，请稍后再试')).toBeTruthy()
})

it('a panel shows that a block is empty, or that its answer has an unknown form', async () => {
  open({ [list]: { records: [], total: 0 }, '/sys/disk': 'nothing' })
  expect(await within(await block('单据')).findByText('暂无数据')).toBeTruthy()
  expect(await within(await block('机器')).findByText('返回数据类型不识别')).toBeTruthy()
})

it('a panel shows the data of a chart as a table for screen readers', async () => {
  open()
  const chart = await block('趋势')
  fireEvent.click(await within(chart).findByRole('button', { name: '看表格' }))
  expect(within(chart).getByRole('cell', { name: '周二' })).toBeTruthy()
  expect(within(chart).queryByRole('img')).toBeNull()
})

it('a chart and its table show the same values when several records have the same name', async () => {
  open({
    '/sys/days': [
      { day: '周一', n: 1 },
      { day: '周一', n: 4 },
      { day: '周二', n: 2 },
    ],
  })
  const chart = await block('趋势')
  fireEvent.click(await within(chart).findByRole('button', { name: '看表格' }))
  const cells = within(chart).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['周一', '5', '周二', '2'])
})

it('entries show all records on 全部, and each opens its record', async () => {
  const records = Array.from({ length: 5 }, (_, at) => ({ id: `r${at}`, no: `RK${at}` }))
  const source = { screen: 'stock/bill', query: { state: '待审核' }, pageSize: 2, text: 'no' }
  const entries = { type: 'entries', title: '待办', sources: [source] }
  const http = fakeHttp(answers)
  http.get.mockImplementation(async (url: string, params?: { pageSize: number }) =>
    url === list
      ? { records: records.slice(0, params?.pageSize), total: 5 }
      : (answers as Record<string, unknown>)[url],
  )
  const runtime = buildRuntime(http, { types: fieldTypes, loadScreen: async () => bill })
  draw(<PanelScreen document={{ ...panel, blocks: [entries] } as unknown as PanelDocument} />, runtime)
  const waiting = await block('待办')
  await waitFor(() => expect(within(waiting).getAllByRole('link')).toHaveLength(2))
  fireEvent.click(await within(waiting).findByRole('button', { name: '全部 5 项' }))
  await waitFor(() => expect(within(waiting).getAllByRole('link')).toHaveLength(5))
  expect(within(waiting).getAllByRole('link')[4]?.getAttribute('href')).toBe('/stock/bills?id=r4')
  fireEvent.click(within(waiting).getByRole('button', { name: '收起' }))
  await waitFor(() => expect(within(waiting).getAllByRole('link')).toHaveLength(2))
})

it('entries that cannot be read are not called none', async () => {
  const source = { screen: 'stock/bill', text: 'no' }
  const entries = { type: 'entries', title: '待办', sources: [source], empty: '没有等您处理的事' }
  const http = fakeHttp({ ...answers, [list]: appError('BUSINESS', { text: '系统繁忙' }) })
  const runtime = buildRuntime(http, { types: fieldTypes, loadScreen: async () => bill })
  draw(<PanelScreen document={{ ...panel, blocks: [entries] } as unknown as PanelDocument} />, runtime)
  expect(await page.findByText('系统繁忙')).toBeTruthy()
  expect(page.queryByText('没有等您处理的事')).toBeNull()
})

it('a panel refreshes at its interval, but not while its tab is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: hidden ? 'hidden' : 'visible',
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const http = open({}, { ...panel, refresh: 5, blocks: panel.blocks.slice(0, 1) })
  const asked = () => http.get.mock.calls.filter(([url]) => url === '/sys/visit').length
  await page.findByText('12,345')
  await act(() => vi.advanceTimersByTimeAsync(5200))
  expect(asked()).toBe(2)
  act(() => hide(true))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(asked()).toBe(2)
  act(() => hide(false))
  await act(() => vi.advanceTimersByTimeAsync(5200))
  expect(asked()).toBeGreaterThan(2)
})

const home = {
  ...panel,
  greeting: true,
  blocks: [
    {
      type: 'entries',
      title: '待办',
      sources: [
        { screen: 'stock/bill', text: 'no', note: ['amount', 'price'], query: { state: '待审核' } },
        { screen: 'stock/bill', text: 'no', title: '要审的', needs: 'price' },
      ],
      empty: '没有等您处理的事',
    },
    {
      type: 'statistic',
      title: '馆藏',
      source: { url: '/sys/books' },
      value: 'books',
      facts: [
        { title: '外借', value: 'lent', color: 'warning' },
        { title: '修复', value: 'mended', color: 'error' },
      ],
      href: '/books?month={month}',
    },
  ],
} as unknown as PanelDocument
const books = { '/sys/books': { books: 9, lent: 2, mended: 0, month: '2025-09' } }

it('a panel greets by the time of day and shows the number of open tasks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2025, 8, 25, 10, 59, 30) })
  open(books, home)
  const name = buildRuntime(fakeHttp({})).user.realname
  expect(await page.findByRole('heading', { level: 1, name: `上午好，${name}` })).toBeTruthy()
  expect(page.getByText('2025 年 9 月 25 日 星期四')).toBeTruthy()
  expect(await page.findByText('有 1 件事等您处理。')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(page.getByRole('heading', { level: 1, name: `中午好，${name}` })).toBeTruthy()
})

it('a panel asks for the records of the new day after midnight', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2025, 8, 30, 23, 59, 30) })
  const visits = {
    type: 'statistic',
    title: '访问量',
    source: { url: '/sys/visit', query: { day: '=today()', since: '=params.since' } },
    value: 'n',
  }
  const filter = { key: 'since', title: '从', type: 'date', defaultValue: '=today()' }
  const http = open({}, { ...panel, filters: [filter], blocks: [visits] } as unknown as PanelDocument)
  const params = () => http.get.mock.calls.filter(([url]) => url === '/sys/visit').at(-1)?.[1]
  await page.findByText('12,345')
  expect(params()).toEqual({ day: '2025-09-30', since: '2025-09-30' })
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(params()).toEqual({ day: '2025-10-01', since: '2025-10-01' })
})

it('a panel lists open tasks with links to their records, and omits tasks the user may not handle or see', async () => {
  const http = open(books, home)
  const entry = await page.findByRole('link', { name: /单据 RK1/ })
  expect(entry.getAttribute('href')).toBe('/stock/bills?id=7%207')
  expect(entry.textContent).toContain('1,234.50')
  expect(page.queryByText(/要审的/)).toBeNull()
  expect(http.get.mock.calls.filter(([url]) => url === list)).toHaveLength(1)
})

it('a panel shows that there are no open tasks', async () => {
  open({ ...books, [list]: { records: [], total: 0 } }, home)
  expect(await page.findByText('没有等您处理的事')).toBeTruthy()
  expect(page.queryByText(/等您处理。/)).toBeNull()
})

it('a panel draws the secondary figures of a figure, colours those above zero, and fills its address', async () => {
  open(books, home)
  const figure = await block('馆藏')
  const lent = await within(figure).findByText('2')
  expect(lent.dataset.tone).toBe('warning')
  expect(within(figure).getByText('0').dataset.tone).toBeUndefined()
  expect(within(figure).getByRole('link').getAttribute('href')).toBe('/books?month=2025-09')
})

it('a panel links each row of a table to an address with escaped values, and links no heading', async () => {
  open({ [list]: { records: [{ id: '1', no: 'RK 1/2', amount: 3 }], total: 1 } }, {
    ...panel,
    blocks: [
      {
        type: 'table',
        title: '单据',
        source: { screen: 'stock/bill' },
        fields: ['no', 'amount'],
        href: '/stock/log?no={no}&amount={amount}',
      },
    ],
  } as unknown as PanelDocument)
  const way = await page.findByRole('link')
  expect([way.textContent, way.getAttribute('href')]).toEqual(['RK 1/2', '/stock/log?no=RK%201%2F2&amount=3'])
})

it('a panel draws a block by its widget, and by its type when the widget is not registered', async () => {
  const links = {
    ...panel,
    blocks: [
      { type: 'links', title: '入口', widget: 'mine', links: [{ title: '去单据', href: '/stock/bill' }] },
    ],
  } as unknown as PanelDocument
  const http = fakeHttp(answers)
  const blockWidgets = new Map([['mine', () => <p>我的入口</p>]])
  draw(<PanelScreen document={links} />, buildRuntime(http, { types: fieldTypes, blockWidgets }))
  expect(await page.findByText('我的入口')).toBeTruthy()
  expect(page.queryByRole('link', { name: '去单据' })).toBeNull()
  cleanup()
  open({}, links)
  expect(await page.findByRole('link', { name: '去单据' })).toBeTruthy()
})
