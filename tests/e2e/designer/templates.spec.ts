import { expect } from '@playwright/test'
import { isClean } from '../axe.ts'
import { test, url } from '../pages.ts'

test('documents are made from a template with samples, which are removed later', async ({ open }) => {
  const page = await open('admin', '/online/cgform')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByRole('dialog', { name: '新增界面' }).getByText('从模板').click()
  const dialog = page.getByRole('dialog', { name: /从模板新增/ })
  await dialog.getByRole('button', { name: /^报修/ }).click()
  await expect(dialog.getByText('报修总览 repair/overview')).toBeVisible()
  await dialog.getByLabel('前缀').fill('fixing')
  await expect(dialog.getByText(/建表 fixing_order/)).toBeVisible()
  await isClean(page, 'template')
  await dialog.getByRole('button', { name: '新增并发布' }).click()
  await expect(dialog.getByText(/已新增并发布 5 份文档，8 条示例数据/)).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: '报修总览' }).click()
  await expect(page.getByText('各类报修')).toBeVisible()
  await page
    .getByRole('link', { name: /待受理/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/fixing\/order\?fstate=/)
  await expect(page.getByText('三楼东卫生间').filter({ visible: true })).toBeVisible()
  await page.goto(url('/online/cgform?design=fixing/overview'))
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '删除示例数据' }).click()
  const removal = page.getByRole('dialog', { name: '删除示例数据' })
  await expect(removal.getByText('报修单 8 条')).toBeVisible()
  await removal.getByRole('button', { name: '删除 8 条' }).click()
  await expect(page.getByText('已删除 8 条示例数据')).toBeVisible()
})
