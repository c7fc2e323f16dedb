// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { appError } from '#runtime/kernel/errors.ts'
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
    { key: 'fstates', title: '状态', type: 'input', tag: { 待审核: 'orange' } },
    { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  ],
} as unknown as ScreenDocument
const source = { screen: 'stock/in-bill' }
const build = (...blocks: object[]) =>
  ({ kind: 'panel', id: 'base/new', title: '新块', blocks }) as unknown as PanelDocument

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(document: PanelDocument, answers: Parameters<typeof fakeHttp>[0] = {}) {
  const http = fakeHttp({
    '/schema/index': [{ id: bill.id, kind: 'screen', title: bill.title, path: '/stock/in-bill' }],
    '/resource/stock/in-bill/summary': { total: 3, totals: { fnum: { sum: 1234.5 } } },
    ...answers,
  })
  draw(
    <PanelScreen document={document} />,
    buildRuntime(http, { types: fieldTypes, loadScreen: async () => bill }),
  )
  return (word: string) =>
    http.get.mock.calls.filter(([url]) => url.endsWith(word)).map(([, params]) => params)
}

const timeline = { type: 'timeline', title: '动态', time: 'createTime', label: 'fbillno', tag: 'fstates' }
const bills = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    fbillno: `RK${at}`,
    fstates: at === 0 ? '待审核' : null,
    createTime: '2026-11-01 08:00:00',
  }))

it('a timeline asks for the newest records, links to each, and shows more of them on request', async () => {
  const listCalls = open(build({ ...timeline, source }), {
    '/resource/stock/in-bill/list': { records: bills(5), total: 12 },
  })
  const block = within(await page.findByRole('region', { name: '动态' }))
  const link = await block.findByRole('link', { name: 'RK0' })
  expect(link.getAttribute('href')).toBe('/stock/in-bill?id=0')
  expect(block.getByText('待审核')).toBeTruthy()
  expect(listCalls('/list')).toMatchObject([{ column: 'createTime', order: 'desc', pageSize: 5 }])
  await userEvent.click(block.getByRole('button', { name: '再看 7 条' }))
  await waitFor(() => expect(listCalls('/list').at(-1)).toMatchObject({ pageSize: 15 }))
})

it('a timeline of a call sorts its entries, and says that there are none', async () => {
  open(
    build(
      { ...timeline, tag: undefined, time: 'at', label: 'what', source: { url: '/sys/news' } },
      { ...timeline, title: '空的', source: { url: '/sys/none' }, empty: '近来没有动态' },
    ),
    {
      '/sys/news': [
        { at: '2026-01-01', what: '旧' },
        { at: '2026-02-01', what: '新' },
      ],
      '/sys/none': [],
    },
  )
  const block = within(await page.findByRole('region', { name: '动态' }))
  await block.findByText('新')
  expect(block.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '新2026-02-01',
    '旧2026-01-01',
  ])
  expect(await page.findByText('近来没有动态')).toBeTruthy()
})

const figures = [
  { key: 'count', source: { ...source, query: { fstates: '待审核' } }, value: 'total' },
  { key: 'sum', source, value: 'fnum', statistics: 'sum' },
]

it('a text has the figures of its sources', async () => {
  const listCalls = open(
    build({ type: 'text', title: '小结', text: '入库 {count} 笔，共 {sum} 元', figures }),
    { '/resource/stock/in-bill/list': { records: [], total: 7 } },
  )
  expect(await page.findByText('1,234.50')).toBeTruthy()
  await waitFor(() =>
    expect(page.getByRole('region', { name: '小结' }).textContent).toBe('小结入库 7 笔，共 1,234.50 元'),
  )
  expect(listCalls('/list')).toMatchObject([{ fstates: '待审核' }])
})

it('a figure that fails says so in its text, and the other figures and blocks stay', async () => {
  open(
    build(
      { type: 'text', title: '小结', text: '{count} 笔，{sum} 元', figures },
      { type: 'statistic', title: '合计', source, value: 'fnum', statistics: 'sum' },
    ),
    {
      '/resource/stock/in-bill/list': appError('UNKNOWN_SHAPE'),
    },
  )
  const text = page.findByRole('region', { name: '小结' })
  expect(await within(await text).findByRole('button', { name: '再试一次' })).toBeTruthy()
  await waitFor(async () => expect((await text).textContent).toContain('— 笔，1,234.50 元'))
  expect(page.getByRole('region', { name: '合计' }).textContent).toContain('1,234.50')
})

it('a text whose sources are all hidden is not shown', async () => {
  open(
    build(
      {
        type: 'text',
        title: '小结',
        text: '{count} 笔',
        figures: [{ ...figures[0], source: { screen: 'no/right' } }],
      },
      { type: 'text', title: '别的', text: '写 {count}' },
    ),
  )
  expect(await page.findByText('写 {count}')).toBeTruthy()
  expect(page.queryByRole('region', { name: '小结' })).toBeNull()
})

it('a chosen name of a ranking filters, stands above it, and is given up by Escape', async () => {
  const listCalls = open(
    {
      ...build(
        {
          type: 'chart',
          title: '排行',
          source,
          chart: { kind: 'rank', x: 'fstates', y: ['fnum'] },
          select: 'state',
        },
        {
          type: 'statistic',
          title: '条数',
          source: { ...source, query: { fstates: '=params.state' } },
          value: 'total',
        },
      ),
      filters: [{ key: 'state', title: '状态', type: 'input' }],
    } as unknown as PanelDocument,
    {
      '/resource/stock/in-bill/groups': { records: [{ fstates: '待审核', fnum: 2 }], total: 1 },
      '/resource/stock/in-bill/list': { records: [], total: 7 },
    },
  )
  const block = within(await page.findByRole('region', { name: '排行' }))
  await userEvent.click(await block.findByRole('button', { name: '待审核' }))
  expect(await block.findByRole('button', { name: '不再只看待审核' })).toBeTruthy()
  await waitFor(() => expect(listCalls('/list').at(-1)).toMatchObject({ fstates: '待审核' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(block.queryByRole('button', { name: '不再只看待审核' })).toBeNull())
  expect(block.getByRole('button', { name: '待审核' }).getAttribute('aria-pressed')).toBe('false')
})
