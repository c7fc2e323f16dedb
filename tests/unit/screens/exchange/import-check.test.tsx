// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import { ImportDialog } from '#runtime/screens/list-kit/import/ImportDialog.tsx'
import { clickMask, expectGuarded, pressEscape } from '../guarded.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const generic = '/resource/catalog/book/importExcel'
const fault = {
  file: '书.xlsx',
  sheet: '书',
  row: 2,
  column: 'C',
  header: '类别',
  value: '府治',
  reason: '字典值不存在：府治',
}

beforeEach(() => {
  fakeWindow()
  localStorage.clear()
})
afterEach(cleanup)

async function openWithFile(url = generic) {
  const http = fakeHttp({ '/resource/catalog/book/import/recent': [] })
  /** The answers to the sent files, in order. */
  const answers: unknown[] = []
  http.upload.mockImplementation(async (address: string) => {
    if (address.endsWith('importHeadings')) return { result: {}, message: '' }
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  })
  const runtime = buildRuntime(http)
  const [onChanged, onClose] = [vi.fn(), vi.fn()]
  draw(
    <ImportDialog screen="catalog/book" title="书目" url={url} onChanged={onChanged} onClose={onClose} />,
    runtime,
  )
  const dialog = within(await page.findByRole('dialog', { name: '导入EXCEL' }))
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['x'], '书.xlsx'), { applyAccept: false })
  const forms = () =>
    http.upload.mock.calls.flatMap(([address, form]) => (address === url ? [form as FormData] : []))
  const press = (name: string) => userEvent.click(dialog.getByRole('button', { name }))
  return { dialog, notify: vi.mocked(runtime.notify), onChanged, onClose, answers, forms, press }
}

it('a check says what an import would do, stores nothing, and is followed by the upload of the same files', async () => {
  const { dialog, answers, forms, press, onChanged, onClose } = await openWithFile()
  const counts = { inserted: 2, updated: 1, unchanged: 3, skipped: 0, faultCount: 0, faults: [] }
  answers.push({ result: counts, message: '' }, { result: { ...counts, importId: 'i1' }, message: '好' })
  await press('先检查')
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toBe(
    '检查完了，没有错误，还没有保存：将新增 2 条，修改 1 条，没有变化 3 条。确定就点「开始上传」。',
  )
  expect([onChanged.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0])
  await press('开始上传')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(forms().map((form) => [form.get('dryRun'), form.get('background')])).toEqual([
    ['1', null],
    [null, '1'],
  ])
  expect(forms().map((form) => (form.get('files[]') as File).name)).toEqual(['书.xlsx', '书.xlsx'])
})

it('the faults of a check are corrected as those of an import', async () => {
  const { dialog, answers, forms, press, onClose } = await openWithFile()
  const refused = { inserted: 4, updated: 0, unchanged: 0, skipped: 0, faultCount: 1, faults: [fault] }
  answers.push({ result: refused, message: '' }, { result: { inserted: 5, faults: [] }, message: '' })
  answers.push({ result: {}, message: '好' })
  await press('先检查')
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toContain('检查出 1 处错误，还没有保存；没有错误的行将新增 4 条')
  const cell = dialog.getByLabelText('书 第 2 行 C 类别')
  await userEvent.clear(cell)
  await userEvent.type(cell, '府志')
  await press('先检查')
  await dialog.findByText(/将新增 5 条/)
  await press('开始上传')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = forms().map((form) => JSON.parse(String(form.get('cells') ?? '[]')))
  expect(sent.map((cells) => cells.map(({ value }: { value: string }) => value))).toEqual([
    [],
    ['府志'],
    ['府志'],
  ])
})

it('a check that takes long says so, and nothing else can be started meanwhile', async () => {
  const { dialog, answers, press } = await openWithFile()
  let end = (_answer: unknown) => {}
  answers.push(new Promise((resolve) => (end = resolve)))
  await press('先检查')
  expect((await dialog.findByRole('alert')).textContent).toContain('正在检查，不会保存')
  for (const name of ['开始上传', '选择文件'])
    expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', true)
  end({ result: { inserted: 1, faults: [] }, message: '' })
  await dialog.findByText(/将新增 1 条/)
  expect(dialog.queryByText(/正在检查/)).toBeNull()
})

it('another file ends the result of a check, and a refused check says why', async () => {
  const { dialog, answers, press, notify } = await openWithFile()
  answers.push({ result: { inserted: 1, faults: [] }, message: '' })
  answers.push(appError('BUSINESS', { text: '文件导入失败:文件里没有要导入的数据行' }))
  await press('先检查')
  await dialog.findByText(/将新增 1 条/)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['y'], '空.xlsx'), { applyAccept: false })
  await waitFor(() => expect(dialog.queryByText(/将新增 1 条/)).toBeNull())
  await press('先检查')
  const text = '书.xlsx、空.xlsx 文件导入失败:文件里没有要导入的数据行.'
  await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', text))
})

it('an import with a server of its own has no check, because that server may store at once', async () => {
  const { dialog } = await openWithFile('/sys/book/importExcel')
  expect(dialog.getByRole('button', { name: '开始上传' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: '先检查' })).toBeNull()
})

it('a check of records as they are says that nothing changes', async () => {
  const { dialog, answers, press } = await openWithFile()
  answers.push({ result: { unchanged: 200, faults: [] }, message: '' })
  await press('先检查')
  expect(await dialog.findByText(/还没有保存：没有变化 200 条。/)).toBeTruthy()
})

it('corrected cells are not lost unasked', async () => {
  const { dialog, answers, press, onClose } = await openWithFile()
  answers.push({ result: { faultCount: 1, faults: [fault] }, message: '' })
  await press('先检查')
  await userEvent.type(await dialog.findByLabelText('书 第 2 行 C 类别'), '志')
  await expectGuarded(page.getByRole('dialog', { name: '导入EXCEL' }), onClose)
})

it('texts that are shown once appear although the dialog was to close, and stay until they are saved', async () => {
  const { answers, press, onClose } = await openWithFile()
  let end = (_answer: unknown) => {}
  answers.push(new Promise((resolve) => (end = resolve)))
  await press('开始上传')
  const leave = () => {
    const dialog = page.getByRole('dialog', { name: '导入EXCEL' })
    pressEscape(dialog)
    clickMask(dialog)
    expect(page.queryByRole('button', { name: 'Close' })).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  }
  await page.findByText('上传中...')
  leave()
  end({ result: { inserted: 1, faults: [], notes: ['zhou 的密码：Ab3-xyz'] }, message: '好' })
  expect(await page.findByText('zhou 的密码：Ab3-xyz')).toBeTruthy()
  leave()
  await userEvent.click(page.getByRole('button', { name: '我已保存' }))
  expect(onClose).toHaveBeenCalledOnce()
})
