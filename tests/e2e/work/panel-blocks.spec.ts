import { expect } from '@playwright/test'
import { isClean } from '../axe.ts'
import { test, url } from '../pages.ts'

test('clicks filter the other blocks, a figure opens its records, and a timeline shows more', async ({
  open,
}) => {
  const page = await open('admin', '/catalog/overview')
  const total = page.getByRole('region', { name: '馆藏志书' }).locator('.pro-figure-value')
  await expect(total).toHaveText(/^\d+/)
  const before = await total.textContent()
  const map = page.getByRole('region', { name: '各市志书' })
  const city = map.getByRole('button', { name: /^杭州/ })
  await city.focus()
  await page.keyboard.press('Enter')
  await expect(city).toHaveAttribute('aria-pressed', 'true')
  await expect(total).not.toHaveText(before ?? '')
  await expect(map.getByRole('button', { name: '不再只看杭州' })).toBeVisible()
  await isClean(page, 'a panel with a chosen district')
  await page.keyboard.press('Escape')
  await expect(total).toHaveText(before ?? '')
  const rank = page.getByRole('region', { name: '各类卷数' })
  await rank.getByRole('button', { name: '府志' }).click()
  await expect(total).not.toHaveText(before ?? '')
  await rank.getByRole('button', { name: '不再只看府志' }).click()
  await expect(total).toHaveText(before ?? '')

  await page.goto(url('/catalog/distribution'))
  const cross = page.getByRole('table', { name: '类别和年代' })
  await cross.getByRole('row', { name: /^府志/ }).getByRole('button').last().click()
  await expect(page.getByRole('dialog', { name: '府志' }).getByRole('row').nth(1)).toContainText('府志')

  await page.goto(url('/dashboard/workplace'))
  await expect(page.getByText(/^本月入库/)).toHaveText(/本月入库 [\d,]+ 笔，共 [\d,.]+ 元/)
  const news = page.getByRole('region', { name: '审批动态' })
  await expect(news.getByRole('link', { name: /^CG/ }).first()).toHaveAttribute('href', /purchase\?id=\w+/)
})
