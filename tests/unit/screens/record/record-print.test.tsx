// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordPrint } from '#runtime/screens/form/print/RecordPrint.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const template = (id: string, title: string) => ({
  id,
  rev: '1',
  title,
  kind: 'print',
  screen: book.id,
  components: [],
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
const [card, label] = [template('print/card', '卡片'), template('print/label', '书标')]
const url = `/resource/${book.id}/queryById`
const sound = {
  '/schema/index': [card, label].map(({ document: _document, ...entry }) => entry),
  '/schema/documents/print/card': card,
  '/schema/documents/print/label': label,
  [url]: { id: '7', rev: 1, name: '会稽志' },
  [`/resource/${book.id}/moves`]: {
    author: '李文澜',
    createTime: '2025-09-23 08:00:00',
    moves: [
      {
        id: 'm1',
        title: '审核',
        isUndone: false,
        to: '已审核',
        state: '已审核',
        author: '周敏',
        time: '2025-09-25 10:00:00',
        opinion: '',
      },
    ],
  },
}

function open(screen = book, ids = ['7']) {
  const http = fakeHttp({ ...sound, '/own/read': sound[url] })
  http.download.mockResolvedValue({ blob: new Blob(['%PDF']), name: '书目.pdf' })
  draw(<RecordPrint screen={screen} ids={ids} onClose={vi.fn()} />, buildRuntime(http))
  return http
}
const choose = async (title: string) => {
  await userEvent.click(page.getByRole('combobox', { name: '版式' }))
  await userEvent.click(await page.findByTitle(title))
}

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

describe('the print preview of a record', () => {
  it('draws the first template of its screen when its user has chosen none', async () => {
    open()
    expect(await page.findByText('卡片：会稽志')).toBeTruthy()
  })

  it('draws the template of the last choice when it is opened again', async () => {
    open()
    await page.findByText('卡片：会稽志')
    await choose('书标')
    expect(await page.findByText('书标：会稽志')).toBeTruthy()
    cleanup()
    open()
    expect(await page.findByText('书标：会稽志')).toBeTruthy()
  })

  it('downloads the PDF by the chosen template, or on the chosen paper, when its button is pressed', async () => {
    const http = open()
    await page.findByText('卡片：会稽志')
    const button = () => userEvent.click(page.getByRole('button', { name: '下载 PDF' }))
    await button()
    const place = `/resource/${book.id}/printPdf`
    expect(http.download).toHaveBeenLastCalledWith(place, { ids: '7', template: 'print/card' })
    await choose('标准版式')
    await page.findByRole('combobox', { name: '纸张' })
    await waitFor(() =>
      expect(page.getByRole('button', { name: '下载 PDF' })).not.toHaveProperty('disabled', true),
    )
    await button()
    expect(http.download).toHaveBeenLastCalledWith(place, { ids: '7', page: 'A4' })
  })

  it('draws each record on a paper of its own when it prints several', async () => {
    open(book, ['7', '8'])
    expect(await page.findAllByText('卡片：会稽志')).toHaveLength(2)
    expect(document.querySelectorAll('.pro-print-paper')).toHaveLength(2)
    expect(page.getByRole('dialog', { name: '打印预览 书目（共 2 条）' })).toBeTruthy()
  })

  it('prints the moves of the record where the template has a place for them', async () => {
    const http = open()
    await page.findByText('卡片：会稽志')
    const requests = () => http.get.mock.calls.filter(([address]) => String(address).endsWith('/moves'))
    expect(requests()).toHaveLength(0)
    await choose('标准版式')
    expect(await page.findByText('周敏')).toBeTruthy()
    expect(requests()).toHaveLength(1)
  })

  it('has no download when the records have an address of their own', async () => {
    open({ ...book, url: { queryById: '/own/read' } })
    await page.findByText('卡片：会稽志')
    expect(page.queryByRole('button', { name: '下载 PDF' })).toBeNull()
  })
})
