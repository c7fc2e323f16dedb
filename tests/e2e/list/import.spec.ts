import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { rows, test } from '../pages.ts'

const { utils, write } = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx')

const workbook = (content: string[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(content), '地方志书目')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

test('the faults of a workbook are corrected in the import dialog, then all its rows are imported', async ({
  open,
}) => {
  const page = await open('clerk', '/catalog/gazetteer?q=1&q.fcallno=ZIN*')
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入EXCEL' })
  const content = [
    ['索书号', '书名', '志书类别', '卷数'],
    ['ZIN/1', '导入甲志', '府志', '5'],
    ['ZIN/2', '', '府治', '6'],
  ]
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '书目.xlsx', mimeType: 'application/vnd.ms-excel', buffer: workbook(content) })
  await dialog.getByRole('button', { name: '开始上传' }).click()
  await expect(dialog.getByRole('alert')).toContainText('总上传行数：2，已导入行数：0，错误行数：1')
  await dialog.getByRole('button', { name: '改为「府志」' }).click()
  await dialog.getByRole('textbox', { name: '第 3 行书名' }).fill('导入乙志')
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('导入乙志')).toBeVisible()
})
