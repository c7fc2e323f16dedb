import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { rows, test } from '../pages.ts'

const { utils, write } = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx')

const workbook = (content: string[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(content), '地方志书目')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

test('an import is undone from its notice and from the list of recent imports', async ({ open }) => {
  const page = await open('clerk', '/catalog/gazetteer?q=1&q.fcallno=ZUN*')
  const dialog = page.getByRole('dialog', { name: '导入EXCEL' })
  const question = page.getByRole('dialog').filter({ hasText: '将删除这次新增的 2 条记录。' })
  const importBooks = async () => {
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const content = [
      ['索书号', '书名', '志书类别', '卷数'],
      ['ZUN/1', '撤销甲志', '府志', '5'],
      ['ZUN/2', '撤销乙志', '府志', '6'],
    ]
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '撤销.xlsx', mimeType: 'application/vnd.ms-excel', buffer: workbook(content) })
    await dialog.getByRole('button', { name: '开始上传' }).click()
    await expect(dialog).toBeHidden()
    await expect(rows(page)).toHaveCount(2)
  }
  await importBooks()
  await page.getByRole('button', { name: '撤销导入' }).click()
  await question.getByRole('button', { name: '撤销导入' }).click()
  await expect(page.getByText('已撤销导入')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)

  await importBooks()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const latest = dialog.getByRole('row').filter({ hasText: '撤销.xlsx' }).first()
  await expect(latest).toContainText('新增 2 条')
  await latest.getByRole('button', { name: '撤销' }).click()
  await question.getByRole('button', { name: '撤销导入' }).click()
  await expect(latest).toContainText('已撤销')
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(rows(page)).toHaveCount(0)
})
