// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compileList } from '#runtime/compile/list.ts'
import { sharesLine } from '#runtime/screens/list-kit/advanced/shares-line.ts'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, everything, fakeHttp, fakeWindow, types } from '../support.tsx'

const rows = [
  { id: '1', no: 'K1', name: '会稽志', kind: '府志', price: 12.5, state: '待审核' },
  { id: '2', no: 'K2', name: '临安志', kind: '府志', price: 7, state: '已审核' },
]
const url = '/resource/catalog/book'

/** Every observed element has this size. */
function standInRoom(width: number, height: number): void {
  globalThis.ResizeObserver = class {
    constructor(private readonly report: ResizeObserverCallback) {}
    observe(target: Element) {
      const entry = { target, contentRect: { width, height } } as ResizeObserverEntry
      this.report([entry], this)
    }
    unobserve() {}
    disconnect() {}
  }
}
async function open(width: number, height: number) {
  standInRoom(width, height)
  const http = fakeHttp({
    [`${url}/list`]: { records: rows, total: 31 },
    [`${url}/summary`]: { total: 31, totals: { price: { sum: 987.5 } } },
    '/sys/savedQuery/catalog/book/list': [],
  })
  draw(<ListScreen screen={book} />, buildRuntime(http))
  return await page.findByText(/定价合计 987.50/)
}
const isKept = (key: string) =>
  document.querySelector(`td[data-field="${key}"]`)?.classList.contains('ant-table-cell-fix-right')

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a list that is wider than its room', () => {
  it('keeps the state in sight beside the actions, unless there is no room for both', async () => {
    await open(500, 600)
    expect([isKept('state'), isKept('kind')]).toEqual([true, false])
    cleanup()
    await open(400, 600)
    expect(isKept('state')).toBe(false)
    cleanup()
    await open(1400, 600)
    expect(isKept('state')).toBe(false)
  })

  it('has the totals of all pages in its foot, where they cover no total of the page', async () => {
    const inFoot = await open(500, 600)
    expect(inFoot.closest('.pro-pager')).not.toBeNull()
    expect(page.getByText('19.50')).toBeTruthy()
    cleanup()
    const beside = await open(1400, 600)
    expect(beside.closest('.pro-totals')).not.toBeNull()
  })
})

it('a list without room for rows and totals scrolls as a whole', async () => {
  await open(1400, 180)
  expect(document.querySelector('.pro-body > .pro-short')).not.toBeNull()
  cleanup()
  await open(1400, 600)
  expect(document.querySelector('.pro-short')).toBeNull()
})

it('the toolbar is on the line of the views where both have room', async () => {
  await open(1126, 600)
  expect(document.querySelector('.pro-bars[data-shared] > .pro-toolbar')).not.toBeNull()
  cleanup()
  await open(640, 600)
  expect(document.querySelector('.pro-bars[data-shared]')).toBeNull()
  const plan = compileList(book, { types, can: everything })
  const toolbar = plan.toolbar.flatMap((action) => [action, action, action])
  expect([sharesLine(plan, 1126), sharesLine({ toolbar }, 1126)]).toEqual([true, false])
})
