import { expect } from '@playwright/test'
import { bill, row } from '../api.ts'
import { atRest, openCaller, test } from '../pages.ts'

test('a row of a bill is edited on a phone, the total follows, and the bill is saved', async ({ open }) => {
  const clerk = await openCaller('clerk')
  const items = ['甲', '乙', '丙'].map((fspmc) => row({ fspmc, fspec: 'A4', fnum: 2, fprice: 10 }))
  const { id } = await clerk.add('stock/in-bill', bill({ items }))
  const page = await open('clerk', `/stock/in-bill?form=edit&id=${id}`, { phone: true })
  const entries = page.getByRole('list', { name: '入库明细' }).getByRole('button')
  await expect(entries).toHaveText([/甲 20.00 A4 2 .* × 10.00/, /乙/, /丙/])

  await entries.nth(1).tap()
  const sheet = page.getByRole('dialog', { name: /入库明细 第 2 行/ })
  await sheet.getByLabel('数量').fill('0')
  // Back closes the row before the form.
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(entries.nth(1)).toContainText('数量必须大于0')
  await atRest(page)
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await sideways()).toBeLessThanOrEqual(0)

  // Saving leads to the row, and into the field.
  const form = page.getByRole('dialog', { name: /入库单/ })
  await form.getByRole('button', { name: '保存', exact: true }).tap()
  await expect(sheet.getByLabel('数量')).toBeFocused()
  await sheet.getByLabel('数量').fill('5')
  await sheet.getByRole('button', { name: '下一行' }).tap()
  await expect(page.getByRole('dialog', { name: /第 3 行 \/ 共 3 行/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.locator('[data-total="famount"]')).toHaveText('金额合计 90.00')
  await form.getByRole('button', { name: '保存', exact: true }).tap()
  await expect(form).toBeHidden()
  const { result } = await clerk.call<{ ftotalamount: number }>(
    'GET',
    `/resource/stock/in-bill/queryById?id=${id}`,
  )
  expect(result.ftotalamount).toBe(90)
})
