import { expect, type Page } from '@playwright/test'
import { choose, rows, test } from './pages.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '高级查询' })
async function condition(page: Page, at: number, field: string, rule: string) {
  const dialog = dialogOf(page)
  await choose(page, dialog.locator('.pro-advanced-field').nth(at), field)
  await choose(page, dialog.locator('.pro-advanced-rule').nth(at), rule)
}

test('a nested query is counted, saved for all, and opened by another user by its link', async ({ open }) => {
  const page = await open('admin', '/catalog/gazetteer')
  await page.getByRole('button', { name: '高级查询' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.getByText('不能查询空条件')).toBeVisible()

  await condition(page, 0, '书名', '包含')
  await dialog.getByRole('textbox', { name: '书名' }).fill('志')
  await dialog.getByRole('button', { name: '添加条件组' }).click()
  await condition(page, 1, '卷数', '大于')
  await dialog.getByRole('textbox', { name: '卷数' }).first().fill('100')
  await dialog.getByRole('button', { name: '添加条件', exact: true }).first().click()
  await condition(page, 2, '卷数', '小于')
  await dialog.getByRole('textbox', { name: '卷数' }).nth(1).fill('20')
  const sentence = dialog.locator('.pro-advanced-sentence')
  await expect(sentence).toContainText('书名 包含 志 且（卷数 大于 100 或 卷数 小于 20）')
  await expect(sentence).toContainText(/找到 \d+ 条记录/)
  const found = Number(/找到 (\d+) 条/.exec((await sentence.textContent()) ?? '')?.[1])
  expect(found).toBeGreaterThan(0)

  const title = `大部头 ${Date.now()}`
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  const save = page.getByRole('dialog', { name: '保存查询' })
  await save.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('保存名称不能为空')).toBeVisible()
  await save.getByRole('textbox', { name: '保存名称' }).fill(title)
  await save.getByText('所有人').click()
  await save.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await dialog.getByRole('button', { name: '查询', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.pro-views').getByText(title)).toBeVisible()
  const total = page.getByText(`共 ${found} 条`)
  await expect(total.first()).toBeVisible()

  const { pathname, search } = new URL(page.url())
  const other = await open('reader', pathname + search)
  await expect(other.getByText(`共 ${found} 条`).first()).toBeVisible()
  await expect(other.locator('.pro-views .ant-segmented-item-selected')).toHaveText(title)
  await other.getByRole('button', { name: '清除高级查询' }).click()
  await expect(other.getByText(`共 ${found} 条`)).toHaveCount(0)
  await expect(rows(other).first()).toBeVisible()
  await expect(other.locator('.pro-views .ant-segmented-item-selected')).toHaveText('全部')
})
