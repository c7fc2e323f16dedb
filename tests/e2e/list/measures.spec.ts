import { expect, type Locator } from '@playwright/test'
import { test } from '../pages.ts'

async function measureBox(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('the part is not drawn')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.y + box.height / 2 }
}

const NARROW = { width: 960, height: 700 }

test('page numbers stay on one line at the right edge of a window of 960 px', async ({ open }) => {
  const page = await open('admin', '/isystem/dict')
  await page.setViewportSize(NARROW)
  const pager = page.locator('.pro-pager:visible')
  const parts = pager.locator('.ant-pagination > li:visible')
  await expect(parts.nth(2)).toBeVisible()
  const boxes = await Promise.all((await parts.all()).map(measureBox))
  for (const { middle } of boxes) expect(Math.abs(middle - (boxes[0]?.middle ?? 0))).toBeLessThanOrEqual(1)
  const { right, x } = await measureBox(pager)
  expect(right - Math.max(...boxes.map((box) => box.right))).toBeLessThanOrEqual(24)
  expect(Math.min(...boxes.map((box) => box.x))).toBeGreaterThanOrEqual(x)
})

test('radio buttons stand on the line of their label', async ({ open }) => {
  const page = await open('admin', '/reader/reader')
  await page.getByRole('button', { name: '新增' }).first().click()
  const group = page.getByRole('radiogroup', { name: '性别' })
  await group.waitFor()
  const label = await measureBox(page.locator('.pro-item').filter({ has: group }).locator('label').first())
  for (const radio of await group.getByRole('radio').all())
    expect(Math.abs((await measureBox(radio)).middle - label.middle)).toBeLessThanOrEqual(2)
})

test('the columns of a board have one height inside its frame', async ({ open }) => {
  const page = await open('admin', '/stock/issue-board')
  const columns = page.locator('.pro-board-column:visible')
  await expect(columns.nth(1)).toBeVisible()
  const frame = await measureBox(page.locator('.pro-board:visible'))
  const boxes = await Promise.all((await columns.all()).map(measureBox))
  for (const { y, height, bottom } of boxes) {
    expect(height).toBeCloseTo(boxes[0]?.height ?? 0)
    expect(y).toBeGreaterThan(frame.y)
    expect(bottom).toBeLessThan(frame.bottom)
  }
})

test('the tooltip of a tool lies inside a window of 960 px', async ({ open }) => {
  const page = await open('admin', '/reader/reader')
  await page.setViewportSize(NARROW)
  await page.getByRole('button', { name: '打印', exact: true }).hover()
  const tooltip = page.locator('.ant-tooltip:visible')
  await expect(tooltip).not.toHaveText('')
  const box = await measureBox(tooltip)
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(NARROW.width)
  expect(box.height).toBeLessThan(64)
})
