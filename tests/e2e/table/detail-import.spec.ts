import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { openCaller, test } from '../pages.ts'

const { utils, write } = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx')

const workbook = (content: unknown[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(content), '入库明细')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

test('the rows of a workbook are added to the detail table of a form, with the prices of the goods', async ({
  open,
}) => {
  const clerk = await openCaller('clerk')
  type Goods = { records: { fname: string }[] }
  const { result } = await clerk.call<Goods>('GET', '/resource/base/goods/list?pageSize=1')
  const name = result.records[0]?.fname ?? ''
  const page = await open('clerk', '/stock/in-bill?form=add')
  const form = page.getByRole('dialog')
  await form.getByRole('tab', { name: '入库明细' }).click()
  const content = [
    ['品名', '数量', '税率%'],
    [name, 5, ''],
    ['没有的货', 2, ''],
  ]
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: '导入明细' }).click()
  const file = { name: '明细.xlsx', mimeType: 'application/vnd.ms-excel', buffer: workbook(content) }
  await (await choosing).setFiles(file)
  await expect(form.getByText(/^已导入 \d+ 格，新增 2 行，1 格没有导入$/)).toBeVisible()
  const added = form.locator('[data-row-id]').filter({ hasText: name })
  await expect(added.locator('[data-field="fnum"]')).toHaveText('5.00')
  await expect(added.locator('[data-field="fprice"]')).not.toHaveText('')
  await form.getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('dialog', { name: '没有导入的内容' })).toContainText('没有的货')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '撤销导入' }).click()
  await expect(form.getByText('新增 2 行')).toBeHidden()
})
