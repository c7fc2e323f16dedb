// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { indexKey } from '#runtime/data/documents.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { PanelScreen } from '#runtime/screens/panel/PanelScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const panel = {
  kind: 'panel',
  id: 'home/mine',
  title: '工作台',
  personal: true,
  columnCount: 12,
  blocks: [
    { type: 'text', title: '甲', text: '默认的甲' },
    { type: 'text', title: '乙', text: '默认的乙' },
  ],
} as unknown as PanelDocument
const other = {
  ...panel,
  id: 'home/other',
  title: '别的',
  blocks: [{ type: 'text', title: '丙', text: '别处的丙' }],
}
const entry = (id: string) => ({ id, title: id, kind: 'panel', rev: '1', components: [] })
const placed = (of: string, block: string) => ({ panel: of, block, span: 6 })

const open = (stored: unknown, over: Record<string, unknown> = {}) => {
  const http = fakeHttp({
    '/schema/index': [entry('home/mine'), entry('home/other')],
    '/schema/documents/home/other': { id: 'home/other', rev: '1', document: other },
    '/sys/arrangement/home/mine': stored,
    ...over,
  })
  const runtime = buildRuntime(http)
  const { client } = draw(<PanelScreen document={panel} />, runtime)
  return { http, runtime, client }
}
const texts = () => page.queryAllByText(/^(默认|别处)的/).map(({ textContent }) => textContent)

beforeEach(() => fakeWindow())
afterEach(cleanup)

it('a panel without an arrangement is as its document says', async () => {
  open(null)
  await page.findByText('默认的甲')
  expect(texts()).toEqual(['默认的甲', '默认的乙'])
  expect(page.queryByRole('alert')).toBeNull()
})

it('an arrangement shows blocks of several panels, and leaves out in silence what is gone', async () => {
  const blocks = [
    placed('home/other', 'text:丙'),
    placed('home/mine', 'text:甲'),
    placed('home/gone', 'text:丁'),
  ]
  open({ blocks, defaults: [] })
  await page.findByText('别处的丙')
  expect(texts()).toEqual(['别处的丙', '默认的甲'])
  expect(page.queryByText(/略去/)).toBeNull()
})

it('an arrangement loses the blocks of a panel that the server refuses', async () => {
  const blocks = [placed('home/other', 'text:丙'), placed('home/mine', 'text:乙')]
  open({ blocks, defaults: [] }, { '/schema/documents/home/other': appError('FORBIDDEN') })
  await page.findByText('默认的乙')
  expect(texts()).toEqual(['默认的乙'])
})

it('a stored arrangement that cannot be read falls back to the document, with a notice', async () => {
  open({ blocks: [{ panel: 'home/mine' }], defaults: [] })
  await page.findByText('默认的甲')
  expect((await page.findByRole('alert')).textContent).toContain('已读不出来')
})

it('an arrangement that does not load falls back to the document, and cannot be replaced', async () => {
  open(new Error('offline'))
  await page.findByText('默认的甲')
  expect((await page.findByRole('alert')).textContent).toContain('没有加载出来')
  expect(page.getByRole<HTMLButtonElement>('button', { name: '自定义' }).disabled).toBe(true)
})

it('the mode tells what is gone, offers what is new, and stores names only', async () => {
  const blocks = [placed('home/other', 'text:丙'), placed('home/gone', 'text:丁')]
  const { http } = open({ blocks, defaults: ['text:甲'] })
  await page.findByText('别处的丙')
  fireEvent.click(page.getByRole('button', { name: '自定义' }))
  expect(await page.findByText('1 个内容已不存在或无权查看，已略去。')).toBeTruthy()
  expect(page.getByText('默认的页面新增了：乙')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: '添加' }))
  fireEvent.click(page.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(http.send).toHaveBeenCalledWith('PUT', '/sys/arrangement/home/mine', {
      blocks: [placed('home/other', 'text:丙'), { ...placed('home/mine', 'text:乙'), span: 12 }],
    }),
  )
})

it('arranging goes on when another panel is released meanwhile, and cannot be read', async () => {
  const blocks = [placed('home/other', 'text:丙')]
  const { http, client } = open({ blocks, defaults: ['text:甲'] })
  await page.findByText('别处的丙')
  fireEvent.click(page.getByRole('button', { name: '自定义' }))
  await page.findByText('默认的页面新增了：乙')
  fireEvent.click(page.getByRole('button', { name: '添加' }))
  const read = http.get.getMockImplementation() as (url: string) => Promise<unknown>
  http.get.mockImplementation(async (url: string) => {
    if (url === '/schema/index') return [entry('home/mine'), { ...entry('home/other'), rev: '2' }]
    if (url === '/schema/documents/home/other') throw appError('BUSINESS', { text: '系统繁忙' })
    return read(url)
  })
  await act(() => client.invalidateQueries({ queryKey: indexKey }))
  await waitFor(() =>
    expect(http.get.mock.calls.filter(([url]) => url === '/schema/documents/home/other').length).toBe(2),
  )
  fireEvent.click(await page.findByRole('button', { name: '保存' }))
  await waitFor(() => expect(JSON.stringify(http.send.mock.lastCall)).toContain('text:乙'))
})
