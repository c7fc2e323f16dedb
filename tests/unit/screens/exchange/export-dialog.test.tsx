// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExportDialog } from '#runtime/screens/list-kit/export/ExportDialog.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const done = {
  id: 'e1',
  fileName: '书目.xlsx',
  createTime: '2026-11-22 08:30:00',
  state: 'done',
  rows: 30_000,
  written: 30_000,
  message: null,
}

beforeEach(() => fakeWindow())
afterEach(cleanup)

function open(recent: unknown) {
  const http = fakeHttp({ '/sys/export/recent': recent })
  const runtime = buildRuntime(http)
  const file = { url: '/resource/catalog/book/exportXls', params: { field: 'no' }, name: '书目.xlsx' }
  draw(<ExportDialog screen="catalog/book" file={file} onClose={vi.fn()} />, runtime)
  return { http, notify: vi.mocked(runtime.notify) }
}

it('the dialog lists the long exports of the screen, fetches the file of one and removes one', async () => {
  const { http, notify } = open([done, { ...done, id: 'e2', state: 'failed', message: '磁盘空间不足' }])
  http.download.mockResolvedValue({ blob: new Blob([]), name: '' })
  const [, first, second] = await page.findAllByRole('row')
  expect(first?.textContent).toContain('书目.xlsx2026-11-22 08:3030,000 条下载删除')
  expect(second?.textContent).toContain('磁盘空间不足删除')
  await userEvent.click(page.getByRole('button', { name: '下载' }))
  expect(http.download.mock.calls[0]?.slice(0, 2)).toEqual(['/sys/export/file', { id: 'e1' }])
  await userEvent.click(page.getAllByRole('button', { name: '删除' })[1] as HTMLElement)
  expect(http.send).toHaveBeenCalledWith('POST', '/sys/export/remove', { id: 'e2' })
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '好了'))
})

it('a running export shows its progress, can be cancelled, and keeps a second one from starting', async () => {
  const { http } = open([{ ...done, state: 'running', written: 7500 }])
  const bar = await page.findByRole('progressbar', { name: '已导出 7,500 条' })
  expect(bar.textContent).toContain('25%')
  expect((page.getByRole('button', { name: '导出当前列表' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(page.getByRole('button', { name: '取消' }))
  expect(http.send).toHaveBeenCalledWith('POST', '/sys/export/remove', { id: 'e1' })
})

it('the time is below the file on a phone, so that the progress is in sight', async () => {
  fakeWindow(true)
  open([{ ...done, state: 'running', written: 7500 }])
  await page.findByRole('progressbar', { name: '已导出 7,500 条' })
  expect(page.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '文件',
    '结果',
    '操作',
  ])
  expect(page.getByText('2026-11-22 08:30')).toBeTruthy()
})

it('an export that runs on after its answer appears in the list', async () => {
  const { http } = open([{ ...done, state: 'interrupted' }])
  expect(await page.findByText('已中断')).toBeTruthy()
  expect(page.getByText('服务中断，没有导出文件')).toBeTruthy()
  http.get.mockResolvedValue([{ ...done, state: 'running', written: 0 }])
  const blob = new Blob(['{}'], { type: 'application/json; charset=utf-8' })
  http.download.mockResolvedValue({ blob, name: '' })
  await userEvent.click(page.getByRole('button', { name: '导出当前列表' }))
  expect(await page.findByRole('progressbar', { name: '已导出 0 条' })).toBeTruthy()
  expect(http.download.mock.calls[0]?.[1]).toEqual({ field: 'no', background: '1' })
})

it('the list of exports says why it could not be read, and is read again on request', async () => {
  const { http } = open(new Error('超时'))
  expect((await page.findByRole('alert')).textContent).toContain('最近导出没有加载出来：超时')
  http.get.mockResolvedValue([done])
  await userEvent.click(page.getByRole('button', { name: '再试一次' }))
  expect(await page.findByRole('button', { name: '下载' })).toBeTruthy()
})
