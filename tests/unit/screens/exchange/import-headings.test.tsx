// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ImportDialog } from '#runtime/screens/list-kit/import/ImportDialog.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const url = '/resource/catalog/book/importExcel'
const heading = (column: string, header: string) => ({
  file: '书目.xlsx',
  sheet: '书目',
  row: 2,
  column,
  header,
  value: header,
})
const [author, colour] = [heading('B', '著者'), heading('C', '颜色')]

beforeEach(() => {
  fakeWindow()
  localStorage.clear()
})
afterEach(cleanup)

async function openWithFile(unknown: readonly ReturnType<typeof heading>[], more = 0) {
  const http = fakeHttp({})
  http.upload.mockImplementation(async (address: string) =>
    address.endsWith('importHeadings')
      ? { result: { unknown, more, targets: ['书名', '作者'] }, message: '' }
      : { result: {}, message: '共1行数据全部导入成功！' },
  )
  const runtime = buildRuntime(http)
  const onDone = vi.fn()
  draw(
    <ImportDialog screen="catalog/book" title="书目" url={url} onChanged={onDone} onClose={vi.fn()} />,
    runtime,
  )
  const dialog = await page.findByRole('dialog', { name: '导入EXCEL' })
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['PK'], '书目.xlsx'))
  await userEvent.click(within(dialog).getByRole('button', { name: '开始上传' }))
  return { http, dialog, onDone }
}

const sentCells = (http: ReturnType<typeof fakeHttp>) => {
  const sent = http.upload.mock.calls.find(([address]) => address === url)
  const cells = (sent?.[1] as FormData | undefined)?.get('cells')
  return typeof cells === 'string' ? JSON.parse(cells) : null
}

it('unknown headings are offered the fields of the document, and the choice is sent and remembered', async () => {
  const { http, dialog, onDone } = await openWithFile([author, colour])
  await within(dialog).findByText('有些标题和字段对不上，请选择各列对应的字段；没有选的列不导入。')
  expect(http.upload).toHaveBeenCalledTimes(1)
  await userEvent.click(within(dialog).getByRole('combobox', { name: '「著者」对应的字段' }))
  await userEvent.click(await page.findByTitle('作者'))
  await userEvent.click(within(dialog).getByRole('button', { name: '导入' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sentCells(http)).toEqual([{ file: '书目.xlsx', sheet: '书目', row: 2, column: 'B', value: '作者' }])
  expect(JSON.parse(localStorage.getItem(`pro__import:clerk:${url}`) ?? '')).toEqual({ 著者: '作者' })
})

it('the choice is applied without a question when the same headings come again', async () => {
  localStorage.setItem(`pro__import:clerk:${url}`, JSON.stringify({ 著者: '作者' }))
  const { http, onDone } = await openWithFile([author])
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sentCells(http)).toEqual([{ file: '书目.xlsx', sheet: '书目', row: 2, column: 'B', value: '作者' }])
})

it('headings beyond the listed ones are counted before the import, also when all listed ones are chosen', async () => {
  localStorage.setItem(`pro__import:clerk:${url}`, JSON.stringify({ 著者: '作者' }))
  const { http, dialog } = await openWithFile([author], 34)
  await within(dialog).findByText(/没有选的列不导入。还有 34 列没有列出，也不导入。$/)
  expect(http.upload).toHaveBeenCalledTimes(1)
})
