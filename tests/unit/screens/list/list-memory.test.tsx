// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ListScreen } from '#runtime/screens/list-kit/ListScreen.tsx'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp, fakeWindow } from '../support.tsx'

const listUrl = '/resource/catalog/book/list'
const rows = [{ id: '1', no: 'K1', name: '会稽志', kind: '府志', price: 12.5, state: '待审核' }]

function Where() {
  return <p data-testid="where">{useLocation().search}</p>
}
/** Opens the list as a new tab does. */
async function open(at = '/'): Promise<FakeHttp> {
  cleanup()
  const http = fakeHttp({ [listUrl]: { records: rows, total: 90 } })
  draw(
    <>
      <ListScreen screen={book} />
      <Where />
    </>,
    buildRuntime(http),
    at,
  )
  await page.findByText('会稽志')
  return http
}
const lastParams = (http: FakeHttp) =>
  http.get.mock.calls.findLast(([url]) => url === listUrl)?.[1] as Record<string, unknown>
const pickSize = async (size: number) => {
  fireEvent.mouseDown(document.querySelector('.ant-pagination-options .ant-select-selector') as Element)
  await waitFor(() => expect(document.querySelector('.ant-select-item-option')).not.toBeNull())
  const options = [...document.querySelectorAll('.ant-select-item-option')]
  fireEvent.click(options.find(({ textContent }) => Number.parseInt(textContent, 10) === size) as Element)
}
const where = () => new URLSearchParams(page.getByTestId('where').textContent)

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the page size of a list', () => {
  it('is the one that its user picked last, in a new tab too', async () => {
    const http = await open()
    expect(lastParams(http)).toMatchObject({ pageSize: 10 })
    await pickSize(30)
    await waitFor(() => expect(lastParams(http)).toMatchObject({ pageSize: 30, pageNo: 1 }))
    expect(where().get('size')).toBe('30')
    expect(lastParams(await open())).toMatchObject({ pageSize: 30 })
  })

  it('is that of a link that names it, or a page of the size of the document', async () => {
    localStorage.setItem('pro__list:clerk:catalog/book', '{"pageSize":30}')
    expect(lastParams(await open('/?size=20'))).toMatchObject({ pageSize: 20 })
    expect(lastParams(await open('/?page=2'))).toMatchObject({ pageSize: 10, pageNo: 2 })
    const http = await open()
    await pickSize(10)
    await waitFor(() => expect(lastParams(http)).toMatchObject({ pageSize: 10 }))
    expect(where().get('size')).toBe('10')
  })

  it('stays when the columns are hidden, moved or reset', async () => {
    await open()
    await pickSize(30)
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('checkbox', { name: '类别' }))
    expect(lastParams(await open())).toMatchObject({ pageSize: 30 })
    expect(page.queryByRole('columnheader', { name: '类别' })).toBeNull()
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('button', { name: '恢复默认' }))
    expect(lastParams(await open())).toMatchObject({ pageSize: 30 })
  })
})

describe('the width of a column of a list', () => {
  const head = (title: string) => page.getByRole('columnheader', { name: title })
  const edge = (title: string) => head(title).querySelector('.pro-column-edge') as Element
  const drag = (title: string, by: number) => {
    fireEvent.pointerDown(edge(title), { clientX: 100 })
    fireEvent.pointerMove(edge(title), { clientX: 100 + by })
    fireEvent.pointerUp(edge(title))
  }
  const widths = () =>
    [...document.querySelectorAll<HTMLElement>('colgroup')].map((group) =>
      [...group.querySelectorAll('col')].map(({ style }) => style.width),
    )[0]

  it('is dragged at the edge of its head, kept for the next visit, and reset by a double click', async () => {
    await open()
    const before = widths()
    drag('书名', 321)
    await waitFor(() => expect(widths()).toEqual(before?.with(3, '321px')))
    await open()
    expect(widths()).toEqual(before?.with(3, '321px'))
    fireEvent.doubleClick(edge('书名'))
    await waitFor(() => expect(widths()).toEqual(before))
  })

  it('is changed without sorting by the column', async () => {
    const http = await open()
    drag('编号', 200)
    fireEvent.click(edge('编号'))
    await waitFor(() => expect(widths()).toContain('200px'))
    expect(lastParams(http)).toMatchObject({ column: 'createTime' })
  })

  it('is changed and reset by keys on its head and on its cells, and reset with the columns', async () => {
    await open()
    const before = widths()
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 150 } as DOMRect)
    const keys = { ctrlKey: true, altKey: true }
    fireEvent.keyDown(head('状态'), { ...keys, key: 'ArrowRight' })
    await waitFor(() => expect(widths()).toContain('160px'))
    fireEvent.keyDown(page.getByRole('link', { name: '会稽志' }), { ...keys, key: 'ArrowLeft' })
    await waitFor(() => expect(widths()).toContain('140px'))
    fireEvent.keyDown(page.getByRole('link', { name: '会稽志' }), { ...keys, key: '0' })
    await waitFor(() => expect(widths()).toEqual(before?.with(6, '160px')))
    vi.restoreAllMocks()
    await userEvent.click(page.getByRole('button', { name: '列设置' }))
    await userEvent.click(await page.findByRole('button', { name: '恢复默认' }))
    await waitFor(() => expect(widths()).toEqual(before))
  })
})

it('the query bar of a list opens as its user left it', async () => {
  await open()
  expect(page.queryByLabelText('状态')).toBeNull()
  await userEvent.click(page.getByRole('button', { name: /展开/ }))
  await open()
  expect(page.getByLabelText('状态')).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: /收起/ }))
  await open()
  expect(page.queryByLabelText('状态')).toBeNull()
})
