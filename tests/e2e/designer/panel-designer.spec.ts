import { expect } from '@playwright/test'
import { openMenu, test, url } from '../pages.ts'

test('a panel with a figure and a chart is designed from nothing, moved and resized by keys, released and opened from the menu', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform')
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('看板', { exact: true }).click()
  await dialog.getByLabel('名称').fill('书目概览')
  await dialog.getByRole('button', { name: '开始设计' }).click()

  const palette = page.getByRole('navigation', { name: '板块' })
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  const blocks = page.locator('.view-panel-press')
  const bind = async (title: string) => {
    await settings.getByLabel('数据来源').fill(title)
    await page.getByTitle(title, { exact: true }).click()
  }
  await palette.getByRole('button', { name: '数字' }).click()
  await expect(page.getByText('请在右边选数据来源')).toBeVisible()
  await bind('地方志书目')
  await expect(page.locator('.view-panel-drawn .pro-figure-value').first()).toHaveText(/\d/)
  await palette.getByRole('button', { name: '图', exact: true }).click()
  await bind('馆藏分类统计')
  await expect(page.locator('.view-panel-drawn .pro-chart svg')).toBeVisible()

  // The canvas fits between the panes.
  await expect(blocks).toHaveCount(2)
  const stage = page.locator('.view-design-stage')
  expect(await stage.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  await blocks.nth(1).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(blocks.first()).toHaveAccessibleName('馆藏分类统计，第 1 块，宽 13 列')
  await expect(blocks.first()).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(blocks).toHaveCount(1)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(blocks).toHaveCount(2)

  await expect(page.getByText('没有错误')).toBeVisible()
  await page.getByText('预览', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '书目概览' })).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  await page
    .getByRole('dialog', { name: '检查并发布' })
    .getByRole('button', { name: '发布', exact: true })
    .click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  await page.goto(url('/'))
  await openMenu(page, '统计报表', '书目概览')
  await expect(page.getByRole('heading', { name: '书目概览' })).toBeVisible()
})

test('a chart of a report is taken into a panel, which opens in its designer', async ({ open }) => {
  const page = await open('admin', '/online/cgreport?design=report/holdings')
  await page.getByText('图', { exact: true }).click()
  await page.getByRole('button', { name: '存为看板' }).click()
  await expect(page.getByRole('navigation', { name: '板块' })).toBeVisible()
  await expect(page.locator('.view-panel-press')).toHaveCount(1)
  await expect(page.locator('.view-panel-drawn .pro-chart svg')).toBeVisible()
})
