import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { openCaller, test } from '../pages.ts'

const { utils, write } = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx')

/** Opens an action of the list that a phone has in its menu. */
async function openTool(page: Page, title: string) {
  await page.getByRole('toolbar', { name: '操作' }).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: title, exact: true }).click()
}

test('the import of many faults keeps its foot in sight, and each fault is an entry, on a phone', async ({
  open,
}) => {
  const page = await open('admin', '/catalog/gazetteer', { phone: true, dark: true })
  await openTool(page, '导入')
  const dialog = page.getByRole('dialog', { name: '导入EXCEL' })
  const content = [
    ['索书号', '书名', '志书类别', '卷数'],
    ...Array.from({ length: 9 }, (_, at) => [`ZPH/${at}`, '导入甲志', '府治', 'x']),
  ]
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(content), '地方志书目')
  const buffer: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '书目.xlsx', mimeType: 'application/vnd.ms-excel', buffer })
  await dialog.getByRole('button', { name: '开始上传' }).click()
  await expect(dialog.getByRole('alert')).toContainText('错误行数：9')
  await expect(dialog.getByRole('button', { name: '导入', exact: true })).toBeInViewport({ ratio: 1 })
  const picker = page.getByRole('combobox', { name: /第 2 行 C 志书类别$/ })
  const select = await dialog.locator('.ant-select').filter({ has: picker }).boundingBox()
  expect(select?.width).toBeGreaterThan(280)
})

test('the print preview shows the whole width of the paper on a phone, and its actual size on request', async ({
  open,
}) => {
  const { id } = await (await openCaller('admin')).add('stock/in-bill', {
    fdate: '2026-11-21',
    fwarehouse: 'CK01',
    items: [{ fspmc: '宣纸', spid: 'test-goods', funit: '册', fnum: 2, fprice: 10.5, ftaxrate: 13 }],
  })
  const page = await open('admin', `/stock/in-bill?form=detail&id=${id}`, { phone: true })
  await page.getByRole('dialog').getByRole('button', { name: '打印', exact: true }).click()
  const preview = page.getByRole('dialog', { name: /打印预览/ })
  const widthOfPaper = async () => (await preview.locator('.pro-print-paper').boundingBox())?.width
  await expect(preview.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect.poll(widthOfPaper).toBeLessThan(391)
  await preview.getByRole('button', { name: '原大' }).click()
  await expect.poll(widthOfPaper).toBeGreaterThan(1000)
  for (const name of ['关闭', '下载 PDF', '打印'])
    await expect(preview.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
})
