// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const rows = [
  { id: '1', no: 'K1', name: '会稽志', kind: '1', kind_dictText: '府志', price: 12.5, state: '待审核' },
  { id: '2', no: 'K2', name: '临安志', kind: '1', kind_dictText: '府志', price: 7, state: '已审核' },
  { id: '3', no: 'K3', name: '嘉泰志', kind: null, price: 1, state: '待审核' },
]
const groups = [
  { value: '1', total: 12, totals: { price: { sum: 1200, average: 100 } } },
  { value: null, total: 1, totals: { price: { sum: 1, average: 1 } } },
]
const listUrl = '/resource/catalog/book/list'
const summaryUrl = '/resource/catalog/book/summary'

function Where() {
  return <p data-testid="where">{useLocation().search}</p>
}
function open(at = '/?group=kind', summary: unknown = { total: 13, groups }, total = 13) {
  const http = fakeHttp({
    [listUrl]: { records: rows, total },
    [summaryUrl]: summary,
    '/sys/export/recent': [],
  })
  const drawn = draw(
    <>
      <ListScreen screen={book} />
      <Where />
    </>,
    buildRuntime(http),
    at,
  )
  return { http, ...drawn }
}
const lastParams = (http: FakeHttp) =>
  http.get.mock.calls.findLast(([url]) => url === listUrl)?.[1] as Record<string, unknown>
const lines = () => page.findAllByRole('button', { name: /^类别：/ })
const names = () =>
  [...document.querySelectorAll('[data-row-id] [data-field="name"]')].map((cell) => cell.textContent)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('a list in groups', () => {
  it('is grouped and ungrouped in the column settings, and keeps its order within the groups', async () => {
    const { http } = open('/?sort=-no')
    await page.findByText('会稽志')
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    const button = await page.findByRole('button', { name: '按类别分组' })
    expect(page.queryByRole('button', { name: '按定价分组' })).toBeNull()
    await userEvent.click(button)
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'kind,no', order: 'asc,desc' }))
    expect(await lines()).toHaveLength(2)
    expect(page.getByTestId('where').textContent).toContain('group=kind')
    await userEvent.click(page.getByRole('button', { name: '按类别分组' }))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'no', order: 'desc' }))
    expect(page.queryByRole('button', { name: /^类别：/ })).toBeNull()
  })

  it('names each group with the count and totals of all pages, and blank values as such', async () => {
    const { http } = open('/?group=kind&q=1&q.no=K*')
    await waitFor(async () =>
      expect((await lines()).map((line) => line.textContent)).toEqual([
        '类别：府志12 条本页 2 条',
        '类别：（空）1 条',
      ]),
    )
    const heads = [...document.querySelectorAll('.pro-group-head')].map((head) => head.textContent)
    expect(heads[0]).toContain('定价合计 1,200.00')
    const asked = http.get.mock.calls.find(([url, params]) => url === summaryUrl && params.groupBy === 'kind')
    expect(asked?.[1]).toEqual({ no: 'K*', field: 'price', groupBy: 'kind' })
  })

  it('has lines without number, check box and actions, and numbers the rows through', async () => {
    open()
    await lines()
    expect(page.getAllByRole('checkbox', { name: /^选择/ })).toHaveLength(3)
    const numbers = [...document.querySelectorAll('[data-row-id] > .pro-row-number')]
    expect(numbers.map((cell) => cell.textContent)).toEqual(['1', '2', '3'])
    const line = document.querySelector('.pro-group-line') as HTMLElement
    expect(within(line).queryByText('更多')).toBeNull()
    await userEvent.click(page.getByRole('checkbox', { name: 'Select all' }))
    const bar = await page.findByRole('toolbar', { name: '批量操作' })
    expect(bar.textContent).toContain('已选 3 项')
  })

  it('opens and closes a group by click, keys and arrows, and says so', async () => {
    open()
    const [first, second] = await lines()
    if (!first || !second) throw new Error('no lines')
    await userEvent.click(first)
    expect([names(), first.getAttribute('aria-expanded')]).toEqual([['嘉泰志'], 'false'])
    await userEvent.keyboard('{Enter}')
    expect(names()).toHaveLength(3)
    await userEvent.keyboard(' ')
    expect(names()).toHaveLength(1)
    await userEvent.keyboard('{ArrowRight}')
    expect([names().length, first.getAttribute('aria-expanded')]).toEqual([3, 'true'])
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('{ArrowLeft}')
    expect(names()).toEqual(['会稽志', '临安志'])
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(first)
  })

  it('counts its own rows where the server gives no groups and the page is the whole list', async () => {
    open('/?group=kind', new Error('busy'), 3)
    expect((await lines()).map((line) => line.textContent)).toEqual(['类别：府志2 条', '类别：（空）1 条'])
    cleanup()
    open('/?group=kind', new Error('busy'), 13)
    expect((await lines()).map((line) => line.textContent)).toEqual(['类别：府志', '类别：（空）'])
  })

  it('exports its rows in the order of the groups, without their lines', async () => {
    const { http } = open('/?group=kind&sort=-no')
    await lines()
    http.download.mockResolvedValue({ blob: new Blob([]), name: '' })
    await userEvent.click(page.getByRole('button', { name: '导出' }))
    await waitFor(() => expect(http.download).toHaveBeenCalled())
    expect(http.download.mock.calls[0]?.[1]).toMatchObject({ column: 'kind,no', order: 'asc,desc' })
  })

  it.each([
    ['with a sub-total below each group', [], ['府志小计', '未填小计']],
    [
      'with the number of rows below each group without a sum',
      ['price', 'kind'],
      ['府志 共 2 条', '未填 共 1 条'],
    ],
  ])('is printed %s', async (_case, hidden, labels) => {
    localStorage.setItem('pro__list:clerk:catalog/book', JSON.stringify({ hidden }))
    open('/?group=kind', undefined, 3)
    await lines()
    await userEvent.click(page.getByRole('button', { name: '打印' }))
    const preview = within(await page.findByRole('dialog'))
    for (const label of labels) expect(await preview.findByText(label)).toBeTruthy()
  })

  it('is grouped and sorted in the menu of a column head', async () => {
    const { http } = open('/?sort=-no')
    await page.findByText('会稽志')
    const head = (title: string) => page.getByRole('columnheader', { name: title })
    fireEvent.contextMenu(head('类别'))
    await userEvent.click(await page.findByRole('menuitem', { name: '按此列分组' }))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'kind,no', order: 'asc,desc' }))
    expect(await lines()).toHaveLength(2)
    fireEvent.contextMenu(head('类别'))
    await userEvent.click(await page.findByRole('menuitem', { name: '取消分组' }))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'no', order: 'desc' }))
    fireEvent.contextMenu(head('定价'))
    expect(page.queryByRole('menuitem')).toBeNull()
    fireEvent.contextMenu(head('编号'))
    const order = await page.findByRole('menuitem', { name: '升序' })
    await userEvent.click(order)
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'no', order: 'asc' }))
  })
})

describe('a list in groups on a phone', () => {
  const entries = () =>
    [...document.querySelectorAll('.pro-entries > li')].map((entry) => entry.getAttribute('data-row-id'))

  it('has a line above the entries of each group, which closes and opens them', async () => {
    fakeWindow(true)
    open()
    const [first] = await lines()
    if (!first) throw new Error('no line')
    expect(entries()).toEqual([null, '1', '2', null, '3'])
    await waitFor(() => expect(first.textContent).toBe('类别：府志12 条本页 2 条'))
    await userEvent.click(first)
    expect([entries(), first.getAttribute('aria-expanded')]).toEqual([[null, null, '3'], 'false'])
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}')
    expect(entries()).toEqual([null, '1', '2', null])
  })

  it('is grouped and ungrouped in the menu of its order', async () => {
    fakeWindow(true)
    const { http } = open('/?sort=-no')
    const menu = await page.findByRole('button', { name: /^排序：/ })
    await userEvent.click(menu)
    await userEvent.click(await page.findByRole('menuitem', { name: '按类别分组' }))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'kind,no', order: 'asc,desc' }))
    expect(await lines()).toHaveLength(2)
    await userEvent.click(page.getByRole('button', { name: /^排序：/ }))
    await userEvent.click(await page.findByRole('menuitem', { name: '不分组' }))
    await waitFor(() => expect(lastParams(http)).toMatchObject({ column: 'no', order: 'desc' }))
    await waitFor(() => expect(entries()).toEqual(['1', '2', '3']))
  })
})
