// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { PanelScreen } from '#runtime/screens/panel/PanelScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const figure = (title: string, more: object = {}) => ({
  type: 'statistic',
  title,
  source: { url: `/sys/${title}` },
  value: 'n',
  ...more,
})
const panel = {
  kind: 'panel',
  id: 'home/board',
  title: '看板',
  blocks: [
    figure('总数'),
    figure('本月', { tab: '图表' }),
    figure('上月', { tab: '图表' }),
    figure('待办', { tab: '任务' }),
  ],
} as unknown as PanelDocument

beforeEach(() => fakeWindow())
afterEach(cleanup)

function open(at: string, answers: Record<string, unknown> = {}) {
  const numbers = {
    '/sys/总数': { n: 1 },
    '/sys/本月': { n: 2 },
    '/sys/上月': { n: 3 },
    '/sys/待办': { n: 4 },
  }
  const http = fakeHttp({ '/schema/index': [], ...numbers, ...answers })
  draw(<PanelScreen document={panel} />, buildRuntime(http, { types: fieldTypes, can: () => true }), at)
  return http
}
const asked = (http: ReturnType<typeof open>) => http.get.mock.calls.map(([url]) => url)

it('a panel shows the blocks of its first tab, and those of no tab above', async () => {
  const http = open('/board')
  expect(await page.findByRole('region', { name: '总数' })).toBeTruthy()
  expect((await page.findByRole('tab', { name: '图表' })).getAttribute('aria-selected')).toBe('true')
  expect(await page.findByRole('region', { name: '上月' })).toBeTruthy()
  expect(page.queryByRole('region', { name: '待办' })).toBeNull()
  expect(asked(http)).not.toContain('/sys/待办')
  fireEvent.click(page.getByRole('tab', { name: '任务' }))
  expect(await page.findByRole('region', { name: '待办' })).toBeTruthy()
  expect(page.queryByRole('region', { name: '本月' })).toBeNull()
  expect(page.getByRole('region', { name: '总数' })).toBeTruthy()
})

it('the arrow keys choose the tab beside, around the ends, and the focus follows', async () => {
  open('/board')
  const first = await page.findByRole('tab', { name: '图表' })
  fireEvent.keyDown(first, { key: 'ArrowLeft' })
  const last = page.getByRole('tab', { name: '任务' })
  expect(last.getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(last)
  fireEvent.keyDown(last, { key: 'ArrowRight' })
  expect(first.getAttribute('aria-selected')).toBe('true')
})

it('the address opens a tab, and an unknown one the first', async () => {
  open('/board?tab=任务')
  expect(await page.findByRole('region', { name: '待办' })).toBeTruthy()
  cleanup()
  open('/board?tab=没有的')
  expect(await page.findByRole('region', { name: '本月' })).toBeTruthy()
})
