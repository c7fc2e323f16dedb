// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordPrintButton } from '#runtime/screens/form/print/RecordPrintButton.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const buildEntry = (id: string, title: string) => ({
  id,
  rev: '1',
  title,
  kind: 'print',
  screen: book.id,
  components: [],
})
const buildTemplate = (id: string, title: string) => ({
  ...buildEntry(id, title),
  document: {
    version: 2,
    kind: 'print',
    id,
    title,
    screen: book.id,
    page: 'A5',
    blocks: [{ type: 'text', text: `${title}：{name}` }],
  },
})
const templates = [
  ['print/card', '卡片'],
  ['print/label', '书标'],
] as const

interface Scene {
  index?: readonly unknown[]
  ids?: readonly string[]
  screen?: typeof book
  rights?: string[]
}

function open({ index, ids = ['7'], screen = book, rights }: Scene = {}) {
  const http = fakeHttp({
    '/schema/index': index ?? templates.map(([id, title]) => buildEntry(id, title)),
    '/schema/documents/print/label': buildTemplate('print/label', '书标'),
    [`/resource/${book.id}/queryById`]: { id: '7', rev: 1, name: '会稽志' },
  })
  http.download.mockResolvedValue({ blob: new Blob(['%PDF']), name: '书目.pdf' })
  const runtime = buildRuntime(http)
  const notify = vi.fn()
  draw(<RecordPrintButton screen={screen} ids={ids} />, {
    ...runtime,
    notify,
    ...(rights ? { can: (code: string) => rights.includes(code) } : {}),
  })
  return { http, notify }
}
const openMenu = async () => userEvent.click(await page.findByRole('button', { name: '选择打印版式' }))
const groups = () =>
  [...document.querySelectorAll('.ant-dropdown-menu-item-group-title')].map(({ textContent }) => textContent)
const entries = (name: string) => page.findAllByRole('menuitem', { name })

beforeEach(() => {
  fakeWindow()
  localStorage.clear()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the print button of records', () => {
  it('offers each template and the derived one when its screen has templates', async () => {
    open()
    await openMenu()
    expect(await entries('预览')).toHaveLength(3)
    expect(await entries('下载 PDF')).toHaveLength(3)
    expect(groups()).toEqual(['卡片', '书标', '标准版式'])
  })

  it('opens the preview of the chosen template, which is the first of the menu afterwards', async () => {
    open()
    await openMenu()
    await userEvent.click((await entries('预览'))[1] as HTMLElement)
    expect(await page.findByText('书标：会稽志')).toBeTruthy()
    cleanup()
    open()
    await openMenu()
    await entries('预览')
    expect(groups()).toEqual(['书标', '卡片', '标准版式'])
  })

  it('has the focus again when the preview was closed, also where a menu opened it', async () => {
    open()
    await openMenu()
    await userEvent.click((await entries('预览'))[1] as HTMLElement)
    await userEvent.click(await page.findByRole('button', { name: '关闭' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('打印'))
  })

  it('downloads all records in one file when the PDF of a template is chosen', async () => {
    const { http } = open({ ids: ['7', '8'] })
    await openMenu()
    await userEvent.click((await entries('下载 PDF'))[1] as HTMLElement)
    const params = { ids: '7,8', template: 'print/label' }
    expect(http.download).toHaveBeenLastCalledWith(`/resource/${book.id}/printPdf`, params)
  })

  it('has no menu when its screen has no template, and no PDF when the records have an address of their own', async () => {
    open({ index: [] })
    expect(await page.findByRole('button', { name: '打印' })).toBeTruthy()
    expect(page.queryByRole('button', { name: '选择打印版式' })).toBeNull()
    cleanup()
    open({ screen: { ...book, url: { queryById: '/own/read' } } })
    await openMenu()
    await entries('预览')
    expect(page.queryByRole('menuitem', { name: '下载 PDF' })).toBeNull()
  })

  it('is absent when the user may not read single records', () => {
    open({ rights: ['book:list'] })
    expect(page.queryByRole('button')).toBeNull()
  })

  it('names the limit instead of printing when too many records are selected', async () => {
    const { notify } = open({ ids: Array.from({ length: 101 }, (_, at) => String(at)) })
    await userEvent.click(await page.findByRole('button', { name: '打印' }))
    expect(notify).toHaveBeenCalledWith('warning', '一次最多打印 100 条，请减少选中的行')
    expect(page.queryByRole('dialog')).toBeNull()
  })
})
