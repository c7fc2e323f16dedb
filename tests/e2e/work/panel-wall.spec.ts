import { expect } from '@playwright/test'
import { test, url } from '../pages.ts'

test('a panel for a big screen covers the frame, fits every window, and a block that fails fails alone', async ({
  open,
  expected,
}) => {
  expected.push(/status of 500/)
  const page = await open('admin', '/catalog/overview')
  await page.route(/getData.*rp_accession_month/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(url('/catalog/wall'))
  const wall = page.getByRole('region', { name: '馆藏大屏' })
  await expect(wall.getByRole('heading', { name: '馆藏大屏' })).toBeVisible()
  for (const [width, height] of [
    [1920, 1080],
    [1280, 1024],
    [2560, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(async () => {
      const box = await wall.locator('.pro-wall-stage').boundingBox()
      expect(Math.round(Math.max((box?.width ?? 0) / width, (box?.height ?? 0) / height) * 100)).toBe(100)
      expect(Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 9)).toBe(16)
    }).toPass()
  }
  await expect(wall.getByRole('img', { name: '各市志书' })).toBeVisible()
  const ground = await wall.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(Math.max(...(ground.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(60)
  // What the other blocks show does not depend on the one whose request fails.
  await expect(wall.getByRole('region', { name: '每月入藏' })).toContainText('再试一次')
  await expect(wall.getByRole('region', { name: '馆藏志书' }).locator('.pro-figure-value')).toContainText(
    /\d/,
  )
  await wall.getByRole('button', { name: '关闭大屏' }).click()
  await expect(wall).toBeHidden()
})
