import { expect } from '@playwright/test'
import { act, choose, openCaller, rows, test } from '../pages.ts'

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
