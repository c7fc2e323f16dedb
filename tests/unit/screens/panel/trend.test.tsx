// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, render, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import { Trend } from '#runtime/screens/panel/blocks/chart/trend/Trend.tsx'

const width = 600
const week: ChartData = {
  names: ['周一', '周二', '周三'],
  series: [
    { title: '访问', values: [3, 1200, 7] },
    { title: 'IP', values: [1, null, 2] },
  ],
}
beforeEach(() => {
  // A fixed size in place of the measurements of a browser.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly tell: (entries: object[]) => void) {}
      observe() {
        this.tell([{ contentRect: { width, height: 210 } }])
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = (data: ChartData) => render(<Trend title="访问量" data={data} />).container
const image = () => page.getByRole('img')
const said = () => page.getByRole('status').textContent

it('a trend is an image with a description, and a table of all its values', () => {
  const drawn = open(week)
  expect(image().getAttribute('aria-label')).toContain('访问量：访问从 周一 的 3 到 周三 的 7')
  expect(drawn.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 600 210')
  const row = within(page.getByRole('table', { name: '访问量' })).getByRole('row', { name: /^访问/ })
  expect(within(row).getByText('周二 1,200')).toBeTruthy()
})

it('a trend names its lines at their ends', () => {
  const drawn = open(week)
  const texts = [...drawn.querySelectorAll('.pro-trend-own text, .pro-trend-other text')]
  // The trend’s own line is drawn last, above the compared line.
  expect(texts.map(({ textContent }) => textContent)).toEqual(['IP 2', '访问 7'])
  // Each label is on one line.
  expect(drawn.querySelectorAll('tspan[x], tspan[dy]')).toHaveLength(0)
})

it('a trend marks the last point on focus, and other points by keys', () => {
  open(week)
  expect(said()).toBe('')
  act(() => image().focus())
  expect(said()).toBe('周三访问 7IP 2')
  fireEvent.keyDown(image(), { key: 'ArrowLeft' })
  expect(said()).toBe('周二访问 1,200IP –')
  fireEvent.keyDown(image(), { key: 'Home' })
  fireEvent.keyDown(image(), { key: 'ArrowLeft' })
  expect(said()).toBe('周一访问 3IP 1')
  fireEvent.keyDown(image(), { key: 'Escape' })
  expect(said()).toBe('')
  fireEvent.keyDown(image(), { key: 'ArrowRight' })
  expect(said()).toBe('周三访问 7IP 2')
  act(() => image().blur())
  expect(said()).toBe('')
})

const pointer = (type: string, pointerType: string, clientX = 0) => {
  const event = new MouseEvent(type, { bubbles: true, clientX, relatedTarget: document.body })
  fireEvent(image(), Object.assign(event, { pointerType }))
}

it('a trend marks the point nearest to the pointer while the pointer is over it', () => {
  open(week)
  pointer('pointermove', 'mouse', 280)
  expect(said()).toContain('周二')
  pointer('pointerout', 'mouse')
  expect(said()).toBe('')
})

it('a trend keeps the mark of a touch until another touch', () => {
  open(week)
  pointer('pointerdown', 'touch', 2)
  pointer('pointerout', 'touch')
  expect(said()).toContain('周一')
  pointer('pointerdown', 'touch', 280)
  expect(said()).toContain('周二')
  fireEvent.pointerDown(document.body)
  expect(said()).toBe('')
})

it('a trend without values shows that there is no data', () => {
  open({ names: ['周一'], series: [{ title: '访问', values: [null] }] })
  expect(page.getByText('暂无数据')).toBeTruthy()
  cleanup()
  open({ names: ['周一'], series: [] })
  expect(page.getByText('暂无数据')).toBeTruthy()
})

it('a trend of a single point draws a dot', () => {
  const drawn = open({ names: ['周一'], series: [{ title: '访问', values: [4] }] })
  expect(drawn.querySelectorAll('circle')).toHaveLength(1)
  expect(drawn.querySelector('path')).toBeNull()
})
