import { expect } from '@playwright/test'
import { act, choose, openCaller, rows, test } from '../pages.ts'

test('a part of an order is received, then the rest, and never more than was ordered', async ({
  open,
  expected,
}) => {
  expected.push(/status of 400/)
  const admin = await openCaller('admin')
  const { id, fbillno } = await admin.add('bill/purchase', { fsupplier: '分批供应商', fsupplierid: 'parts' })
  const line = { fspname: '分批货品', spid: 'parts', fnum: 10, fprice: 2 }
  await admin.call('POST', `/resource/bill/purchase/items/add?master=${id}`, line)
  await admin.call('POST', '/resource/bill/purchase/move/audit', { ids: id })

  const page = await open('admin', `/bill/purchase?fbillno=${fbillno}`)
  const order = rows(page).filter({ hasText: String(fbillno) })
  const form = page.getByRole('dialog', { name: /新增入库单/ })
  const quantity = form.locator('[data-row-id] [data-field="fnum"]')
  /** Opens the receipt of the order, with this quantity instead of what is left. */
  const receive = async (left: string, amount: string) => {
    await act(order, '下推入库单')
    await expect(form.getByLabel('供应单位').first()).toHaveValue('分批供应商')
    await expect(quantity).toHaveText(left)
    await choose(page, form.locator('[data-key="fwarehouse"] .ant-select'), '图书采编库')
    await quantity.click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(amount)
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: '保存', exact: true }).click()
  }
  await receive('10.00', '4')
  await expect(form).toBeHidden()
  await page.goBack()
  await expect(order.locator('[data-field="toInBillRate"]')).toContainText('40%')
  await receive('6.00', '7')
  await expect(page.getByText('超过了还没有执行的数量，最多可以填 6').first()).toBeVisible()
})

test('a sold book that is not there is issued as far as the bill, which says why it is not approved', async ({
  open,
}) => {
  const admin = await openCaller('admin')
  const items = [{ fspname: '缺货的书', spid: 'missing', fnum: 3, fprice: 8 }]
  const { id, fbillno } = await admin.add('bill/sale', { fcustomer: '缺货的客户', items })
  await admin.call('POST', '/resource/bill/sale/move/audit', { ids: id })

  const page = await open('admin', `/bill/sale?fbillno=${fbillno}`)
  await act(rows(page).filter({ hasText: String(fbillno) }), '下推出库单')
  const form = page.getByRole('dialog', { name: /新增出库单/ })
  await expect(form.locator('[data-row-id] [data-field="fnum"]')).toHaveText('3.00')
  await choose(page, form.locator('[data-key="fwarehouse"] .ant-select'), '图书采编库')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toBeHidden()
  await act(rows(page).filter({ hasText: '缺货的客户' }), '详情')
  await expect(page.getByRole('region', { name: '下一步' })).toContainText('现在不能审核：库存不足，无法出库')
  await expect(page.getByRole('region', { name: '关联单据' })).toContainText(String(fbillno))
})
