import { expect } from '@playwright/test'
import { until } from '../api.ts'
import { act, confirm, rows, test } from '../pages.ts'

/** Milliseconds that the product promises from a saved item to an open form. */
const soon = 2000

test('an open form offers a new item of its dictionary', async ({ open }) => {
  const form = await open('clerk', '/catalog/gazetteer')
  await form.getByRole('button', { name: '新增' }).click()
  const dialog = form.getByRole('dialog', { name: '地方志书目' })
  await dialog.getByLabel('成书年代').click()
  const option = form.locator('.ant-select-dropdown:visible').getByTitle('近世', { exact: true })
  await expect(form.locator('.ant-select-dropdown:visible .ant-select-item').first()).toBeVisible()
  await expect(option).toHaveCount(0)

  const page = await open('admin', '/isystem/dict?dictCode=*dynasty*')
  const row = rows(page).filter({ hasText: 'dynasty' }).first()
  await expect(row).toContainText('dict/dynasty')
  await act(row, '接管')
  await confirm(page, '确定接管吗')
  await expect(row).not.toContainText('dict/dynasty')
  await row.click()
  await page.getByRole('button', { name: '新增' }).last().click()
  const item = page.getByRole('dialog', { name: '字典项' })
  await item.getByLabel('名称').fill('近世')
  await item.getByLabel('数据值').fill('近世')
  await item.getByRole('button', { name: '保存', exact: true }).click()
  await expect(item).toBeHidden()
  await until(() => option.isVisible(), soon)

  await option.click()
  await expect(dialog.locator('.ant-select', { hasText: '近世' })).toBeVisible()
})
