// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import { ImportDialog } from '#runtime/screens/list-kit/import/ImportDialog.tsx'
import type { NoticeAction } from '#runtime/services/services.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

// An address of its own: the imports of a screen are read and undone by its id.
const url = '/sys/book/importExcel'
const imported = {
  id: 'i1',
  fileName: '书目.xlsx',
  createTime: '2026-11-22 08:30:00',
  total: 3,
  inserted: 2,
  updated: 1,
  unchanged: 0,
  skipped: 0,
  state: 'done',
  rows: 4,
  checked: 0,
  written: 0,
  answer: null,
  undoTime: null,
}
const undone = { ...imported, id: 'i2', undoTime: '2026-11-22 08:31:00' }

beforeEach(() => fakeWindow())
afterEach(cleanup)

function open(recent: unknown = [imported, undone]) {
  const http = fakeHttp({ '/resource/catalog/book/import/recent': recent })
  const runtime = buildRuntime(http)
  const [onChanged, onClose] = [vi.fn(), vi.fn()]
  draw(
    <ImportDialog screen="catalog/book" title="书目" url={url} onChanged={onChanged} onClose={onClose} />,
    runtime,
  )
  return { http, notify: vi.mocked(runtime.notify), onChanged, onClose }
}

async function undoFirst() {
  await userEvent.click(await page.findByRole('button', { name: '撤销' }))
  await page.findByText(/^将删除这次新增的 2 条记录，把修改的 1 条恢复到导入前。/)
  await userEvent.click(page.getByRole('button', { name: '撤销导入' }))
}

it('the dialog lists recent imports with their numbers, and undoes one after a confirmation', async () => {
  const { http, notify, onChanged } = open()
  const [, first, second] = await page.findAllByRole('row')
  expect(first?.textContent).toContain('书目.xlsx2026-11-22 08:30新增 2 条，修改 1 条撤销')
  expect(second?.textContent).toContain('已撤销')
  await undoFirst()
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', '好了'))
  expect(http.send).toHaveBeenCalledWith('POST', '/resource/catalog/book/import/undo', { id: 'i1' })
  expect(onChanged).toHaveBeenCalled()
})

it('a refused undo shows the text of its refusal', async () => {
  const { http, notify, onChanged } = open()
  const text = '导入的记录后来有改动，不能撤销：「K1」 1 条已修改'
  http.send.mockRejectedValue(appError('BUSINESS', { text }))
  await undoFirst()
  await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', text))
  expect(onChanged).not.toHaveBeenCalled()
})

it('the notice of a finished import offers to undo it', async () => {
  const { http, notify, onChanged, onClose } = open([])
  const result = { importId: 'i3', inserted: 1, updated: 0 }
  http.upload.mockResolvedValue({ result, message: '共1行数据全部导入成功！' })
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['x'], '书.xlsx'), { applyAccept: false })
  await userEvent.click(page.getByRole('button', { name: '开始上传' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [kind, , action] = notify.mock.calls[0] as [string, string, NoticeAction]
  expect([kind, action.title]).toEqual(['success', '撤销导入'])
  onChanged.mockClear()
  await action.run()
  expect(http.send).toHaveBeenCalledWith('POST', '/resource/catalog/book/import/undo', { id: 'i3' })
  expect(onChanged).toHaveBeenCalled()
})

it('a running import shows its progress, and its faults are corrected in the open dialog when it fails', async () => {
  const running = { ...imported, state: 'running', rows: 4000, checked: 3000, written: 1000 }
  const fault = {
    file: '书.xlsx',
    sheet: '书',
    row: 2,
    column: 'C',
    header: '类别',
    value: '府治',
    reason: '字典值不存在：府治',
  }
  const { http, notify } = open([])
  let recent: unknown[] = []
  http.get.mockImplementation(async () => recent)
  http.upload.mockImplementation(async () => {
    recent = [running]
    return { result: { importId: 'i1', state: 'running' }, message: '导入已开始' }
  })
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['x'], '书.xlsx'), { applyAccept: false })
  const start = page.getByRole('button', { name: '开始上传' }) as HTMLButtonElement
  await userEvent.click(start)
  const bar = await page.findByRole('progressbar', { name: '已检查 3000 行，已写入 1000 行' })
  expect(bar.textContent).toContain('50%')
  expect(start.disabled).toBe(true)
  expect(notify).toHaveBeenCalledWith('info', '导入已开始')
  recent = [{ ...running, state: 'failed', answer: { faults: [fault], msg: '错误行数：1' } }]
  expect(await page.findByText('字典值不存在：府治', {}, { timeout: 5000 })).toBeTruthy()
  expect(page.getByRole('alert').textContent).toContain('错误行数：1')
})

it('an interrupted import says that it wrote nothing', async () => {
  open([{ ...imported, state: 'interrupted' }])
  expect(await page.findByText('已中断')).toBeTruthy()
  expect(page.getByText('服务中断，没有导入任何数据')).toBeTruthy()
  expect(page.queryByRole('button', { name: '撤销' })).toBeNull()
})

it('a begun import is asked about until it is seen, also after an answer that was lost', async () => {
  const running = { ...imported, state: 'running', rows: 10 }
  const { http } = open([])
  let recent: unknown = []
  http.get.mockImplementation(async () => {
    if (recent instanceof Error) throw recent
    return recent
  })
  http.upload.mockImplementation(async () => {
    recent = appError('BUSINESS', { text: '系统繁忙' })
    return { result: { importId: 'i1', state: 'running' }, message: '导入已开始' }
  })
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['x'], '书.xlsx'), { applyAccept: false })
  const before = http.get.mock.calls.length
  await userEvent.click(page.getByRole('button', { name: '开始上传' }))
  await waitFor(() => expect(http.get.mock.calls.length).toBeGreaterThan(before))
  recent = [running]
  expect(await page.findByRole('progressbar', {}, { timeout: 5000 })).toBeTruthy()
})

it('recent imports that cannot be read say so, with another try', async () => {
  const { http } = open(appError('BUSINESS', { text: '系统繁忙' }))
  expect(await page.findByText('最近导入没有加载出来：系统繁忙')).toBeTruthy()
  http.get.mockImplementation(async () => [imported])
  await userEvent.click(page.getByRole('button', { name: '再试一次' }))
  expect(await page.findByText('书目.xlsx')).toBeTruthy()
})
