// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ImportDialog } from '#runtime/screens/list-kit/import/ImportDialog.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const url = '/sys/bill/importExcel'
const bill = {
  version: 2,
  kind: 'screen',
  id: 'stock/bill',
  title: '单据',
  fields: [
    { key: 'kind', title: '类别', type: 'select', dictCode: 'kinds' },
    { key: 'goods', title: '品名', type: 'input' },
  ],
} as unknown as ScreenDocument
const fault = (over: Partial<ImportFault>): ImportFault => ({
  file: '单.xlsx',
  sheet: '单据',
  row: 2,
  column: 'A',
  header: '类别',
  value: '府治',
  reason: '字典中没有',
  ...over,
})

beforeEach(() => fakeWindow())
afterEach(cleanup)

async function openWith(...faults: ImportFault[]) {
  const http = fakeHttp({ '/sys/dict/getDictItems/kinds': [{ value: '1', text: '府志', label: '府志' }] })
  http.upload.mockResolvedValueOnce({ result: { msg: '错误行数：1', faults }, message: '有错误' })
  http.upload.mockResolvedValue({ result: {}, message: '好' })
  const runtime = buildRuntime(http, { types: fieldTypes, loadScreen: async () => bill })
  draw(
    <ImportDialog screen="stock/bill" title="单据" url={url} onChanged={vi.fn()} onClose={vi.fn()} />,
    runtime,
  )
  const dialog = await page.findByRole('dialog', { name: '导入EXCEL' })
  await userEvent.upload(
    dialog.querySelector('input[type=file]') as HTMLInputElement,
    new File(['PK'], '单.xlsx'),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: '开始上传' }))
  const importAgain = async () => {
    await userEvent.click(within(dialog).getByRole('button', { name: '导入' }))
    await waitFor(() => expect(http.upload).toHaveBeenCalledTimes(2))
    const form = http.upload.mock.calls[1]?.[1] as FormData
    return JSON.parse(String(form.get('cells'))).map((cell: { value: string }) => cell.value)
  }
  return { dialog, importAgain }
}

it('a refused cell offers the picker of its field, and its value is imported', async () => {
  const { dialog, importAgain } = await openWith(fault({ key: 'kind' }))
  await userEvent.click(await within(dialog).findByRole('combobox', { name: /第 2 行 A 类别/ }))
  await userEvent.click(await page.findByTitle('府志'))
  expect(await importAgain()).toEqual(['1'])
})

it('a text with several records asks which one, and the chosen one is imported', async () => {
  const choices = [
    { text: 'G03', title: '函套 · G03' },
    { text: 'G04', title: '函套 · G04' },
  ]
  const { dialog, importAgain } = await openWith(
    fault({ key: 'goods', header: '品名', value: '函套', choices }),
  )
  expect(await within(dialog).findByText('「函套」是哪一个？')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('combobox', { name: '第 2 行品名' }))
  await userEvent.click(await page.findByTitle('函套 · G04'))
  expect(await importAgain()).toEqual(['G04'])
})

it('the whole row is shown beside the fault, with the faulty cell in bold', async () => {
  const line = [
    { column: 'A', header: '类别', value: '府治' },
    { column: 'B', header: '品名', value: '函套' },
  ]
  const { dialog } = await openWith(fault({ line }))
  const row = await within(dialog).findByText(/类别：/)
  expect(row.parentElement?.textContent).toBe('类别：府治，品名：函套')
  expect(within(dialog).getByText('府治').tagName).toBe('B')
})
